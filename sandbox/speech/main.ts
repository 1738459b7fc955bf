import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { scenarioSchema } from './scenario.ts';
import { startSpeechSandbox } from './server.ts';

/** The key whose scenario is there from the start: the spoken sample, and canned words for any other voice. */
const SAMPLE_KEY = 'sandbox';
const SAMPLE = new URL('./sample/', import.meta.url);

const environmentSchema = z.object({ SPEECH_PORT: z.coerce.number().int().min(0).max(65_535).default(3003) });

/** A variable that is empty counts as missing. */
function readPort(): number {
  const { SPEECH_PORT } = process.env;
  const parsed = environmentSchema.safeParse({ SPEECH_PORT: SPEECH_PORT || undefined });
  if (!parsed.success) fail('SPEECH_PORT is invalid: it must be a port number, from 0 to 65535.');
  return parsed.data.SPEECH_PORT;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function readSample() {
  const words: unknown = JSON.parse(readFileSync(new URL('sample.json', SAMPLE), 'utf8'));
  const wavBase64 = readFileSync(new URL('sample.wav', SAMPLE), 'base64');
  return scenarioSchema.parse({ reference: { wavBase64 }, words, imagines: true });
}

const port = readPort();
const sandbox = await startSpeechSandbox(port).catch((error: NodeJS.ErrnoException) => {
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken. Stop what listens there, or set SPEECH_PORT to another port.`
      : `The speech sandbox cannot listen on port ${port}: ${error.message}`,
  );
});
sandbox.accounts.set(SAMPLE_KEY, readSample());
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
console.log(`Speech sandbox is ready on http://localhost:${sandbox.port}/v1`);

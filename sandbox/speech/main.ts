import { readFileSync } from 'node:fs';
import { readPort } from './port.ts';
import { scenarioSchema } from './scenario.ts';
import { startSpeechSandbox } from './server.ts';

/** The key with a scenario from the start: the spoken sample, and canned words for any other voice. */
const SAMPLE_KEY = 'sandbox';
const SAMPLE = new URL('./sample/', import.meta.url);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function readSample() {
  const words: unknown = JSON.parse(readFileSync(new URL('sample.json', SAMPLE), 'utf8'));
  const wavBase64 = readFileSync(new URL('sample.wav', SAMPLE), 'base64');
  return scenarioSchema.parse({ reference: { wavBase64 }, words, imagines: true });
}

const port = readPort(process.env) ?? fail('SPEECH_PORT is invalid: it must be a port number, from 0 to 65535.');
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

// If nothing is said, nothing is sent: the provider could only invent something.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dictate, USUAL_WAYS, type Way } from './dictations.ts';
import { SAMPLE_RATE } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { randomNumbers } from './synthetic-speech.ts';
import { wavFile } from './wav-files.ts';

const folder = scratchFolder();
const sandbox = await SandboxProcess.start();

function soundOf(milliseconds: number, at: (index: number) => number): Float64Array {
  return Float64Array.from({ length: (milliseconds * SAMPLE_RATE) / 1_000 }, (_, index) => at(index));
}

const random = randomNumbers(1);
/** -52 dB: a loud fan. */
const noise = () => (random() - 0.5) * 2 * 0.0043;
const tone = (index: number) => 0.3 * Math.sin(index / 8);

const SOUNDS: [name: string, samples: Float64Array][] = [
  ['digital silence', soundOf(4_000, () => 0)],
  ['steady noise', soundOf(4_000, noise)],
  [
    'a click of a key in noise',
    soundOf(4_000, (index) => noise() + (index >= 48_000 && index < 48_480 ? tone(index) : 0)),
  ],
  ['no sample', soundOf(0, tone)],
  ['one loud sample', Float64Array.of(0.5)],
  ['40 ms of a tone', soundOf(40, tone)],
];

describe.concurrent('Nothing is sent and the text is empty', () => {
  for (const [index, [name, samples]] of SOUNDS.entries()) {
    const path = join(folder, `${index}.wav`);
    writeFileSync(path, wavFile(SAMPLE_RATE, 'pcm16', [samples]));

    test.each<Way>(USUAL_WAYS)(`for ${name}, %s`, async (way) => {
      // Without a reference the sandbox hears words in any sound.
      const outcome = await dictate(sandbox, { way, recording: { path, script: {} } });
      expect(outcome).toMatchObject({ exitCode: 0, stdout: '', stderr: 'No speech was heard.\n' });
      expect(outcome.sessions.map(({ receivedSamples }) => receivedSamples).filter((count) => count > 0)).toEqual([]);
    });
  }

  test('in JSON output too', async () => {
    const recording = { path: join(folder, '0.wav'), script: {} };
    const { stdout } = await dictate(sandbox, { way: 'phrase by phrase', recording, args: ['--json'] });
    expect(JSON.parse(stdout)).toEqual({ text: '', segments: [], audioSeconds: 4, firstTextMs: null, finalMs: null });
  });

  test('even if the provider invents words for silence', async () => {
    const recording = { path: join(folder, '1.wav'), script: {} };
    const scenario = { rules: [{ when: { onEvent: 'final' }, do: { type: 'hallucinate' } }] } as const;
    expect(await dictate(sandbox, { way: 'phrase by phrase', recording, scenario })).toMatchObject({ stdout: '' });
  });
});

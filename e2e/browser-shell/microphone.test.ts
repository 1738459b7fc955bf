// A WAV file that replaces the microphone starts over each time the microphone is opened.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSampleFrame } from '@workspace/desktop/ipc/microphone-messages';
import { expect, test, vi } from 'vitest';
import { SAMPLE_RATE } from '../recordings.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { wavFile } from '../wav-files.ts';
import { openShellSession } from './shell-session.ts';

/** Relative to full scale. */
const LOUDER_EACH_SECOND = 0.2;

/** A ramp in volume, so that the position of any part can be identified. */
function ramp(seconds: number): Float64Array {
  return Float64Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    const second = index / SAMPLE_RATE;
    return LOUDER_EACH_SECOND * second * Math.sin(2 * Math.PI * 440 * second);
  });
}

const LISTENED_SECONDS = 0.3;
const file = join(scratchFolder(), 'microphone.wav');
writeFileSync(file, wavFile(SAMPLE_RATE, 'pcm16', [ramp(4)]));
const { shell } = await openShellSession(file);

/** Opens the microphone, and collects samples until there are enough. */
async function listen(stream: number): Promise<number[]> {
  const samples: number[] = [];
  shell.windows.listen('microphone', {
    onMessage() {},
    onFrame(frame) {
      const heard = decodeSampleFrame(frame);
      if (heard?.stream === stream) samples.push(...heard.samples);
    },
  });
  shell.windows.send('microphone', { type: 'open', stream, device: null, builtInWithBluetooth: true });
  await vi.waitUntil(() => samples.length >= LISTENED_SECONDS * SAMPLE_RATE, { timeout: 300_000, interval: 50 });
  shell.windows.send('microphone', { type: 'close', stream, keepOpenMs: 0 });
  return samples.slice(0, LISTENED_SECONDS * SAMPLE_RATE);
}

const loudest = (samples: readonly number[]) => Math.max(...samples.map(Math.abs));

test('The file plays from its beginning each time the microphone is opened', async () => {
  for (const stream of [1, 2, 3, 4]) {
    const samples = await listen(stream);
    expect(loudest(samples)).toBeGreaterThan(100);
    expect(loudest(samples)).toBeLessThan(32_767 * LOUDER_EACH_SECOND * (LISTENED_SECONDS + 0.1));
  }
});

test('A changed file is used the next time the microphone is opened', async () => {
  writeFileSync(file, wavFile(SAMPLE_RATE, 'pcm16', [new Float64Array(SAMPLE_RATE)]));
  expect(loudest(await listen(5))).toBe(0);
});

// What reaches the provider is what the microphone heard, from the first word to the last.
import { expect, test } from 'vitest';
import { delayOf, fidelityDb, samplesOf } from '../audio-comparison.ts';
import { SAMPLE_RATE } from '../recordings.ts';
import { Terminal } from '../x11/terminal.ts';
import { DesktopSession } from './desktop-session.ts';

/** What may be missing of the beginning. */
const HEAD_LIMIT = 0.08 * SAMPLE_RATE;
/** How far a word may be from its place: whoever opens a microphone hears some quiet before its first sound. */
const REACH = 0.1 * SAMPLE_RATE;
/** A gap of 10 ms in a word leaves some 15 dB. */
const FIDELITY_DB = 30;
/** Between two samples the sound is looked at in so many steps. */
const STEPS = 16;
const SINC_REACH = 24;

const session = await DesktopSession.start();
const terminal = await Terminal.open(session.x);

/** The sound so much later, by less than a sample: the browser's resampler keeps it, but not at the same moments. */
function later(sound: Float64Array, fraction: number): Float64Array {
  const taps = Array.from({ length: 2 * SINC_REACH + 1 }, (_, index) => {
    const x = index - SINC_REACH - fraction;
    const window = Math.cos((Math.PI / 2) * (x / (SINC_REACH + 1))) ** 2;
    return (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
  return sound.map((_, at) => taps.reduce((sum, tap, index) => sum + tap * (sound[at - index + SINC_REACH] ?? 0), 0));
}

/** How well a word is to be heard near its place in some audio, in dB. */
function fidelityOfWord(audio: Float64Array, word: Float64Array, near: number): number {
  const start = Math.max(0, near - REACH);
  const around = audio.subarray(start, near + word.length + REACH);
  const place = -delayOf(word, around, 2 * REACH);
  const heard = around.subarray(place, place + word.length);
  const fractions = Array.from({ length: 2 * STEPS + 1 }, (_, step) => step / STEPS - 1);
  // The ends of the word lie beyond the filter's reach.
  const [from, to] = [SINC_REACH, word.length - SINC_REACH];
  return Math.max(...fractions.map((fraction) => fidelityDb(heard, later(word, fraction), from, to)));
}

// A browser under load skips a piece of its microphone now and then.
test('Each word reaches the provider whole, and as it was', { retry: 3 }, async () => {
  const before = terminal.text();
  const recording = await session.speak(['Nothing of it may be lost.'], {}, { leadSeconds: 0.15 });
  await session.dictate(recording);
  await session.x.waitUntil(() => terminal.text() !== before);

  const original = samplesOf(recording.pcm);
  const audio = samplesOf(await session.account.audio(1));
  const headLost = -delayOf(audio.subarray(0, SAMPLE_RATE), original, 2 * HEAD_LIMIT);
  expect(headLost).toBeLessThanOrEqual(HEAD_LIMIT);
  for (const { from, to } of recording.sounds) {
    expect(fidelityOfWord(audio, original.subarray(from, to), from - headLost)).toBeGreaterThan(FIDELITY_DB);
  }
});

// The provider receives what the microphone heard, from the first word to the last.
import { expect, test } from 'vitest';
import { delayOf, fidelityDb, samplesOf } from '../audio-comparison.ts';
import { SAMPLE_RATE } from '../recordings.ts';
import { Terminal } from '../x11/terminal.ts';
import { DesktopSession } from './desktop-session.ts';

/** Silence while the microphone opens and starts to be read: it is not open before the key is pressed. */
const LEAD_SECONDS = 0.5;
/** The search range, within which a shift by a missing or inserted piece of 10 ms or more shows. */
const REACH = 0.05 * SAMPLE_RATE;
/** A gap of 10 ms in a word leaves about 15 dB. */
const FIDELITY_DB = 30;
/** Steps per sample at which shifts are tried. */
const STEPS = 16;
const SINC_REACH = 24;

const session = await DesktopSession.start();
const terminal = await Terminal.open(session.x);

/** The sound delayed by a fraction of a sample: resampling keeps the sound, but not the sampling times. */
function later(sound: Float64Array, fraction: number): Float64Array {
  const taps = Array.from({ length: 2 * SINC_REACH + 1 }, (_, index) => {
    const x = index - SINC_REACH - fraction;
    const window = Math.cos((Math.PI / 2) * (x / (SINC_REACH + 1))) ** 2;
    return (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
  return sound.map((_, at) => taps.reduce((sum, tap, index) => sum + tap * (sound[at - index + SINC_REACH] ?? 0), 0));
}

/** Where a word is found near its expected position in some audio, and how well it matches, in dB. */
function find(audio: Float64Array, word: Float64Array, near: number): { place: number; fidelity: number } {
  const start = Math.max(0, near - REACH);
  const around = audio.subarray(start, near + word.length + REACH);
  const place = -delayOf(word, around, 2 * REACH);
  const heard = around.subarray(place, place + word.length);
  const fractions = Array.from({ length: 2 * STEPS + 1 }, (_, step) => step / STEPS - 1);
  // At the word's ends the filter would reach beyond it.
  const [from, to] = [SINC_REACH, word.length - SINC_REACH];
  const fidelity = Math.max(...fractions.map((fraction) => fidelityDb(heard, later(word, fraction), from, to)));
  return { place: start + place, fidelity };
}

test('Each word reaches the provider complete, unchanged and at the right time', async () => {
  const before = terminal.text();
  const recording = await session.speak(['Nothing of it may be lost.'], {}, { leadSeconds: LEAD_SECONDS });
  await session.dictate(recording);
  await session.x.waitUntil(() => terminal.text() !== before);

  const original = samplesOf(recording.pcm);
  const audio = samplesOf(await session.account.audio(1));
  // The file plays on while the microphone is being opened, so everything arrives that much early.
  const lead = LEAD_SECONDS * SAMPLE_RATE;
  const opening = -delayOf(audio.subarray(0, 2 * lead), original, lead);
  for (const { from, to } of recording.sounds) {
    const { place, fidelity } = find(audio, original.subarray(from, to), from - opening);
    expect(fidelity).toBeGreaterThan(FIDELITY_DB);
    expect(Math.abs(place - (from - opening))).toBeLessThanOrEqual(1);
  }
});

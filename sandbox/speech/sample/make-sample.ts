/**
 * Regenerates `sample.wav` and `sample.json` with the speech synthesizer `espeak-ng`: `node make-sample.ts`. Each word
 * is synthesized separately and placed at a chosen time, so that its time is known without measuring.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { ScriptWord } from '../recognizer/reference.ts';
import { resample } from '../recognizer/resampler.ts';
import { readWav, writeWav } from '../recognizer/wav.ts';

const RATE = 16_000;
const SENTENCES = [
  'Hold the key, and speak.',
  'Your words appear while you talk, commas and all.',
  'Let go, and the text is yours!',
];
const WORDS_PER_MINUTE = 210;
/** The pitch falls over a sentence. */
const PITCH = { start: 58, end: 42 };
const LEAD_MS = 400;
const PAUSE_MS = { word: 50, comma: 260, sentence: 650 };
/** Level below which the synthesized voice is trimmed at a word's ends, and level of the added room noise. */
const INAUDIBLE = 0.004;
const NOISE = 0.0008;

const words: ScriptWord[] = [];
const placed: { at: number; samples: Float32Array }[] = [];
let atMs = LEAD_MS;
for (const sentence of SENTENCES) {
  const texts = sentence.split(' ');
  for (const [index, text] of texts.entries()) {
    const pitch = PITCH.start + ((PITCH.end - PITCH.start) * index) / (texts.length - 1);
    const samples = speak(text.replace(/\W/g, ''), Math.round(pitch));
    const endMs = Math.round(atMs + (samples.length * 1000) / RATE);
    placed.push({ at: Math.round((atMs * RATE) / 1000), samples });
    words.push({ text: ` ${text}`, startMs: atMs, endMs });
    atMs = endMs + pauseAfter(text);
  }
}

const all = new Float32Array(Math.round((atMs * RATE) / 1000));
for (const { at, samples } of placed) all.set(samples, at);
let seed = 1;
for (let index = 0; index < all.length; index++) {
  seed = (seed * 48_271) % 0x7fffffff;
  all[index]! += (seed / 0x7fffffff - 0.5) * 2 * NOISE;
}
writeFileSync(new URL('sample.wav', import.meta.url), writeWav({ rate: RATE, samples: all }));
writeFileSync(
  new URL('sample.json', import.meta.url),
  `[\n${words.map((word) => `  ${JSON.stringify(word)}`).join(',\n')}\n]\n`,
);

/** A spoken word without the silence around it. */
function speak(word: string, pitch: number): Float32Array {
  const settings = ['-v', 'en-us', '-s', String(WORDS_PER_MINUTE), '-p', String(pitch), '-a', '80', '--stdout'];
  const { rate, samples } = readWav(execFileSync('espeak-ng', [...settings, word]));
  const voice = resample(samples, rate, RATE);
  const isAudible = (sample: number) => Math.abs(sample) > INAUDIBLE;
  return voice.slice(voice.findIndex(isAudible), voice.findLastIndex(isAudible) + 1);
}

function pauseAfter(text: string): number {
  if (/[.!?]$/.test(text)) return PAUSE_MS.sentence;
  return text.endsWith(',') ? PAUSE_MS.comma : PAUSE_MS.word;
}

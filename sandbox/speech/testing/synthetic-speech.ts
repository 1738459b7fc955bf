import { RECOGNIZER_RATE, samplesOf } from '../recognizer/rate.ts';
import type { ScriptWord } from '../recognizer/reference.ts';

/** Speech-like audio, and the words in it. */
export interface SyntheticSpeech {
  /** At `RECOGNIZER_RATE`, between -1 and 1. */
  samples: Float32Array;
  words: ScriptWord[];
}

const HARMONICS = 12;

/**
 * Generates audio with the structure of speech, the same for the same seed: each word is a buzz with a gliding pitch
 * and formants, and some noise, 150 to 500 ms long, with pauses of 40 to 120 ms between words.
 */
export function synthesiseSpeech(texts: readonly string[], seed = 1): SyntheticSpeech {
  const random = randomNumbers(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const words: ScriptWord[] = [];
  const parts: Float32Array[] = [];
  let atMs = 0;
  for (const text of texts) {
    const pauseMs = Math.round(between(40, 120));
    const wordMs = Math.round(between(150, 500));
    words.push({ text, startMs: atMs + pauseMs, endMs: atMs + pauseMs + wordMs });
    parts.push(silence(pauseMs), utter(samplesOf(wordMs), random, between));
    atMs += pauseMs + wordMs;
  }
  parts.push(silence(200));
  return { samples: joined(parts), words };
}

/** Digital silence. */
export function silence(ms: number): Float32Array {
  return new Float32Array(samplesOf(ms));
}

/** Uniform noise at about -15 dBFS. */
export function noise(length: number, seed = 1): Float32Array {
  const random = randomNumbers(seed);
  return Float32Array.from({ length }, () => (random() - 0.5) * 0.6);
}

/** Concatenates pieces of audio. */
export function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function utter(length: number, random: () => number, between: (low: number, high: number) => number): Float32Array {
  const samples = new Float32Array(length);
  const pitch = [between(90, 220), between(90, 220)] as const;
  const formant = [between(300, 2_800), between(300, 2_800)] as const;
  const breath = between(0.01, 0.06);
  const tremor = { depth: between(0.2, 0.45), hertz: between(6, 18) };
  let phase = 0;
  for (let at = 0; at < length; at++) {
    const progress = at / length;
    const hertz = pitch[0] + (pitch[1] - pitch[0]) * progress;
    const center = formant[0] + (formant[1] - formant[0]) * progress;
    phase += (2 * Math.PI * hertz) / RECOGNIZER_RATE;
    let voice = 0;
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
      const distance = (harmonic * hertz - center) / 500;
      voice += Math.sin(harmonic * phase) * (0.05 + 0.25 / (1 + distance * distance));
    }
    const swell = Math.min(1, at / 200, (length - at) / 200);
    const stress = 1 - tremor.depth + tremor.depth * Math.sin((2 * Math.PI * tremor.hertz * at) / RECOGNIZER_RATE);
    samples[at] = swell * stress * (0.4 * voice + breath * (random() * 2 - 1));
  }
  return samples;
}

/** Pseudorandom numbers between 0 and 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

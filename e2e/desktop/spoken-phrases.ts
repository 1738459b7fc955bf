import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recording, SAMPLE_RATE } from '../recordings.ts';
import { randomNumbers } from '../synthetic-speech.ts';
import { wavFile } from '../wav-files.ts';

/** The synthesizer's sample rate. */
const SYNTHESISER_RATE = 22_050;
const WAV_HEADER_BYTES = 44;
/** A word's ends are trimmed below this level. */
const INAUDIBLE = 0.004;
/** Background noise: a working microphone never delivers only zeros. */
const ROOM_NOISE = 0.0008;

/** The sounds that are spoken; the text written for them may be anything, in any script. */
const SOUNDS = 'hold key speak word garden window seven river yellow paper morning stone circle engine basket'.split(
  ' ',
);
/** From 0 to 99. Combined with the sounds, 705 words pass before two sound alike. */
const PITCH = { lowest: 25, count: 47, step: 7 } as const;

const GAP_SECONDS = 0.05;
/** The middle part of a word, which the provider must have heard. Whether words arrive complete is for the tests of the sound itself. */
const CORE_MS = 40;
const TRAIL_SECONDS = 1;

/** A recording of phrases. */
export interface SpokenPhrases extends Recording {
  /** 16-bit mono samples at `SAMPLE_RATE`. */
  pcm: Buffer;
  /** Where the words are, in samples. */
  sounds: readonly { from: number; to: number }[];
  /** Where the last word of each phrase ends, in seconds. */
  phraseEnds: readonly number[];
}

export interface Delivery {
  /** Silence before the first word. */
  leadSeconds?: number;
  /** Silence after each phrase; usually enough to end it. */
  pauseSeconds?: number;
  /** Passed to the synthesizer: no pauses between words. */
  wordsPerMinute?: number;
}

/**
 * Synthesizes phrases word by word, so that each word's position is known. White space between words belongs to the
 * text of the following word.
 */
export function speak(
  phrases: readonly string[],
  folder: string,
  { leadSeconds = 0.3, pauseSeconds = 0.9, wordsPerMinute = 210 }: Delivery = {},
): SpokenPhrases {
  const words: { text: string; from: number; sound: Float64Array }[] = [];
  const phraseEnds: number[] = [];
  let now = leadSeconds;
  for (const phrase of phrases) {
    for (const text of ` ${phrase}`.match(/\s+\S+/g) ?? []) {
      const sound = soundOf(words.length, wordsPerMinute);
      words.push({ text, from: Math.round(now * SYNTHESISER_RATE), sound });
      now += sound.length / SYNTHESISER_RATE + GAP_SECONDS;
    }
    phraseEnds.push(now - GAP_SECONDS);
    now += pauseSeconds - GAP_SECONDS;
  }
  const samples = roomNoise((phraseEnds.at(-1) ?? now) + TRAIL_SECONDS);
  for (const { from, sound } of words) {
    for (const [index, sample] of sound.entries()) samples[from + index]! += sample;
  }
  const path = join(folder, `spoken-${recordings++}.wav`);
  const pcm = writeRecording(samples, path);
  const script = words.map(({ text, from, sound }) => {
    const middleMs = Math.round(((from + sound.length / 2) / SYNTHESISER_RATE) * 1_000);
    return { text, startMs: middleMs - CORE_MS / 2, endMs: middleMs + CORE_MS / 2 };
  });
  return {
    path,
    text: phrases.join(' '),
    script: { reference: { wavPath: path }, words: script },
    pcm,
    sounds: words.map(({ from, sound }) => ({ from: atRate(from), to: atRate(from + sound.length) })),
    phraseEnds,
  };
}
let recordings = 0;

/** Converts a position at the synthesizer's rate to one at `SAMPLE_RATE`. */
function atRate(position: number): number {
  return Math.round((position / SYNTHESISER_RATE) * SAMPLE_RATE);
}

/** A spoken word without the silence around it, from -1 to 1. */
function soundOf(index: number, wordsPerMinute: number): Float64Array {
  const pitch = PITCH.lowest + ((index * PITCH.step) % PITCH.count);
  const voice = ['-v', 'en-us', '-s', String(wordsPerMinute), '-p', String(pitch), '-a', '80', '--stdout'];
  const wav = execFileSync('espeak-ng', [...voice, SOUNDS[index % SOUNDS.length]!]);
  const samples = Float64Array.from(
    { length: (wav.length - WAV_HEADER_BYTES) >> 1 },
    (_, at) => wav.readInt16LE(WAV_HEADER_BYTES + 2 * at) / 0x8000,
  );
  const isAudible = (sample: number) => Math.abs(sample) > INAUDIBLE;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}

/** The same at each call. */
function roomNoise(seconds: number): Float64Array {
  const random = randomNumbers(1);
  return Float64Array.from({ length: Math.ceil(seconds * SYNTHESISER_RATE) }, () => (random() - 0.5) * 2 * ROOM_NOISE);
}

/** Writes a WAV file at `SAMPLE_RATE`, and returns its samples. */
function writeRecording(samples: Float64Array, path: string): Buffer {
  const raw = wavFile(SYNTHESISER_RATE, 'pcm16', [samples]);
  // Without dithering, the same sounds give the same file.
  execFileSync('sox', ['-D', '-t', 'wav', '-', '-r', String(SAMPLE_RATE), path], { input: raw });
  return readFileSync(path).subarray(WAV_HEADER_BYTES);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wavFile } from '../wav-files.ts';

/** Where Debian's `pocketsphinx-testdata` installs recordings of people, all 16-bit at `HUMAN_RATE`. */
const FOLDER = '/usr/share/pocketsphinx/test/data';

/** Samples per second. */
export const HUMAN_RATE = 16_000;

/** The size of a WAV header without further chunks. */
const HEADER_BYTES = 44;

/** Samples from -1 to 1, and their text. */
export interface HumanSpeech {
  samples: Float64Array;
  text: string;
}

/** Five sentences read by a LibriVox volunteer: the beginning of “Sense and Sensibility”. */
export function readAloud(): HumanSpeech[] {
  return transcribed(readFileSync(join(FOLDER, 'librivox', 'transcription'), 'utf8')).map(({ name, text }) => ({
    samples: samplesOf(readFileSync(join(FOLDER, 'librivox', `${name}.wav`)).subarray(HEADER_BYTES)),
    text,
  }));
}

/** Short commands of card players, each in its own recording. */
export function cardCalls(): HumanSpeech[] {
  const folder = join(FOLDER, 'cards');
  return transcribed(readFileSync(join(folder, 'cards.transcription'), 'utf8')).map(({ name, text }) => ({
    samples: samplesOf(readFileSync(join(folder, `${name}.wav`)).subarray(HEADER_BYTES)),
    text,
  }));
}

export function command(): HumanSpeech {
  return { samples: samplesOf(readFileSync(join(FOLDER, 'goforward.raw'))), text: 'go forward ten meters' };
}

/** `<s> what is said </s> (name)`, line by line. */
function transcribed(lines: string): { name: string; text: string }[] {
  return [...lines.matchAll(/^<s>(.*)<\/s> \((.*)\)$/gm)].map(([, text = '', name = '']) => ({
    name,
    text: text.trim(),
  }));
}

function samplesOf(bytes: Buffer): Float64Array {
  return Float64Array.from(
    { length: Math.floor(bytes.length / 2) },
    (_, index) => bytes.readInt16LE(index * 2) / 0x8000,
  );
}

export function silence(seconds: number): Float64Array {
  return new Float64Array(Math.round(seconds * HUMAN_RATE));
}

/** One after the other. */
export function concatenated(...parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const FRAME = HUMAN_RATE / 50;
/** The highest root mean square that counts as silence. */
const QUIET = 0.008;
/** The silence left between words, in frames: too short to cut there. */
const KEPT_FRAMES = 3;

/** The same speech without its pauses, including those between words. */
function withoutPauses(samples: Float64Array): Float64Array {
  let quiet = KEPT_FRAMES;
  const frames: Float64Array[] = [];
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    const frame = samples.subarray(at, at + FRAME);
    const level = Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / FRAME);
    quiet = level < QUIET ? quiet + 1 : 0;
    if (quiet <= KEPT_FRAMES) frames.push(frame);
  }
  return concatenated(...frames);
}

/** Speeches one after the other, with a pause after each. */
export function withPauses(speeches: readonly HumanSpeech[], pauseSeconds: number): HumanSpeech {
  return {
    samples: concatenated(...speeches.flatMap(({ samples }) => [samples, silence(pauseSeconds)])),
    text: textOf(speeches),
  };
}

/** Speeches one after the other, unnaturally without any pause. */
export function withoutBreath(speeches: readonly HumanSpeech[]): HumanSpeech {
  return { samples: concatenated(...speeches.map(({ samples }) => withoutPauses(samples))), text: textOf(speeches) };
}

function textOf(speeches: readonly HumanSpeech[]): string {
  return speeches.map(({ text }) => text).join(' ');
}

/** Writes a WAV file, and returns its path. */
export function save(folder: string, name: string, samples: Float64Array): string {
  const path = join(folder, name);
  writeFileSync(path, wavFile(HUMAN_RATE, 'pcm16', [samples]));
  return path;
}

import { execFileSync } from 'node:child_process';

/** A stretch of a recording. */
interface Spoken {
  text: string;
  startMs: number;
  endMs: number;
}

export interface Speech {
  /** A mono WAV file of 16 bits. */
  wav: Buffer;
  /** Each with the space before it. */
  words: readonly Spoken[];
  phrases: readonly Spoken[];
}

/** The rate at which the synthesiser speaks. */
const RATE = 22_050;
const WAV_HEADER_BYTES = 44;
const VOICE = ['-v', 'en-us', '-s', '250', '-a', '80', '--stdout'];
/** Below this level a word's ends are cut off. */
const INAUDIBLE = 0.004;
/** No microphone that works gives nothing but zeros. */
const ROOM_NOISE = 0.0008;
const LEAD_MS = 700;
const PAUSE_MS = { word: 35, comma: 180, phrase: 620 } as const;
const TRAIL_MS = 1_000;

/** Has a synthesiser speak phrases, one word after the other, so that each word's place is known. */
export function speak(phrases: readonly string[]): Speech {
  const words: Spoken[] = [];
  const spokenPhrases: Spoken[] = [];
  const sounds: Float64Array[] = [];
  let nowMs = LEAD_MS;
  for (const phrase of phrases) {
    const startMs = nowMs;
    let endMs = startMs;
    for (const text of phrase.split(' ')) {
      const sound = soundOf(text);
      endMs = nowMs + Math.round((sound.length / RATE) * 1_000);
      words.push({ text: ` ${text}`, startMs: nowMs, endMs });
      sounds.push(sound);
      nowMs = endMs + (text.endsWith(',') ? PAUSE_MS.comma : PAUSE_MS.word);
    }
    spokenPhrases.push({ text: phrase, startMs, endMs });
    nowMs = endMs + PAUSE_MS.phrase;
  }
  const samples = roomNoise(nowMs + TRAIL_MS);
  for (const [index, sound] of sounds.entries()) {
    const at = sampleAt(words[index]!.startMs);
    for (const [offset, sample] of sound.entries()) samples[at + offset]! += sample;
  }
  return { wav: wavFile(samples), words, phrases: spokenPhrases };
}

function sampleAt(ms: number): number {
  return Math.round((ms / 1_000) * RATE);
}

/** A spoken word without the quiet around it, from -1 to 1. */
function soundOf(word: string): Float64Array {
  const wav = execFileSync('espeak-ng', [...VOICE, word.replace(/[^\w-]/g, '')]);
  const length = (wav.length - WAV_HEADER_BYTES) >> 1;
  const samples = Float64Array.from({ length }, (_, at) => wav.readInt16LE(WAV_HEADER_BYTES + 2 * at) / 0x8000);
  const isAudible = (sample: number) => Math.abs(sample) > INAUDIBLE;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}

/** The same at each call. */
function roomNoise(ms: number): Float64Array {
  let seed = 1;
  return Float64Array.from({ length: sampleAt(ms) }, () => {
    seed = (seed * 48_271) % 0x7fffffff;
    return (seed / 0x7fffffff - 0.5) * 2 * ROOM_NOISE;
  });
}

function wavFile(samples: Float64Array): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), index * 2);
  }
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

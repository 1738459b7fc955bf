/** A word and its position. */
interface SpokenWord {
  text: string;
  fromSeconds: number;
  toSeconds: number;
}

/**
 * Speech-like sound as a function of time, so that it is available at any sample rate without resampling. It has nothing above
 * 3.4 kHz, which even a telephone's sample rate carries.
 */
export interface Speech {
  /** The whole text. */
  text: string;
  words: readonly SpokenWord[];
  seconds: number;
  /** The sound at a moment, from -1 to 1. */
  at(seconds: number): number;
}

const WORD_SECONDS = { shortest: 0.13, longest: 0.26 } as const;
const GAP_SECONDS = { shortest: 0.04, longest: 0.09 } as const;
/** Long enough to end a phrase in every mode. */
const PAUSE_SECONDS = 0.9;
/** Silence at the beginning and at the end. */
const LEAD_SECONDS = 0.3;
const TRAIL_SECONDS = 1;

/**
 * Speaks phrases with a pause after each. The same phrases always sound the same, and no two moments sound alike: words differ in
 * pitch, formant and stress, over faint room noise, far below any voice.
 */
export function synthesise(phrases: readonly string[]): Speech {
  const random = randomNumbers(1);
  const room = roomNoise(random);
  const words: (SpokenWord & { sound: Sound })[] = [];
  let now = LEAD_SECONDS;
  for (const phrase of phrases) {
    for (const text of phrase.split(' ')) {
      const seconds = between(random, WORD_SECONDS.shortest, WORD_SECONDS.longest);
      words.push({ text, fromSeconds: now, toSeconds: now + seconds, sound: wordSound(seconds, random) });
      now += seconds + between(random, GAP_SECONDS.shortest, GAP_SECONDS.longest);
    }
    now += PAUSE_SECONDS;
  }
  return {
    text: phrases.join(' '),
    words,
    seconds: now - PAUSE_SECONDS + TRAIL_SECONDS,
    at(seconds) {
      const word = words.find(({ fromSeconds, toSeconds }) => seconds >= fromSeconds && seconds < toSeconds);
      return room(seconds) + (word?.sound(seconds - word.fromSeconds) ?? 0);
    },
  };
}

/** The same speech after more silence. */
export function afterQuiet(speech: Speech, seconds: number): Speech {
  return moved(speech, seconds, speech.seconds + seconds);
}

/** The same speech without the silence at the beginning and at the end. */
export function withoutQuiet(speech: Speech): Speech {
  const from = speech.words[0]!.fromSeconds;
  return moved(speech, -from, speech.words.at(-1)!.toSeconds - from);
}

function moved(speech: Speech, by: number, seconds: number): Speech {
  const words = speech.words.map(({ text, fromSeconds, toSeconds }) => ({
    text,
    fromSeconds: fromSeconds + by,
    toSeconds: toSeconds + by,
  }));
  return { text: speech.text, words, seconds, at: (moment) => speech.at(moment - by) };
}

/** Samples from -1 to 1. */
export function sampled(speech: Pick<Speech, 'at' | 'seconds'>, sampleRate: number): Float64Array {
  return Float64Array.from({ length: Math.round(speech.seconds * sampleRate) }, (_, index) =>
    speech.at(index / sampleRate),
  );
}

type Sound = (seconds: number) => number;

const HARMONICS = 12;
const VOICE_GAIN = 0.25;
const FADE_SECONDS = 0.012;

/** A buzz with gliding pitch, one formant and tremor, fading in and out. */
function wordSound(seconds: number, random: () => number): Sound {
  const pitch = { start: between(random, 90, 210), end: between(random, 90, 210) };
  const formant = { start: between(random, 300, 2_300), end: between(random, 300, 2_300) };
  const tremor = { depth: between(random, 0.2, 0.4), hertz: between(random, 6, 16) };
  return (time) => {
    const progress = time / seconds;
    const hertz = pitch.start + (pitch.end - pitch.start) * progress;
    const center = formant.start + (formant.end - formant.start) * progress;
    const cycles = pitch.start * time + ((pitch.end - pitch.start) * time * progress) / 2;
    let voice = 0;
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic += 1) {
      const distance = (harmonic * hertz - center) / 400;
      voice += Math.sin(2 * Math.PI * harmonic * cycles) * (0.04 + 0.3 / (1 + distance * distance));
    }
    const stress = 1 - tremor.depth * (1 + Math.sin(2 * Math.PI * tremor.hertz * time)) * 0.5;
    return VOICE_GAIN * voice * stress * fade(time) * fade(seconds - time);
  };
}

/** Rises from 0 to 1 at an edge, without a corner. */
function fade(secondsFromEdge: number): number {
  return secondsFromEdge >= FADE_SECONDS ? 1 : Math.sin((Math.PI / 2) * (secondsFromEdge / FADE_SECONDS)) ** 2;
}

/** Many soft tones at a total of -80 dB: a few steps of 16 bits. */
function roomNoise(random: () => number): Sound {
  const tones = Array.from({ length: 10 }, () => ({ hertz: between(random, 60, 3_200), phase: between(random, 0, 7) }));
  return (time) =>
    tones.reduce((sum, { hertz, phase }) => sum + 4.5e-5 * Math.sin(2 * Math.PI * hertz * time + phase), 0);
}

function between(random: () => number, low: number, high: number): number {
  return low + random() * (high - low);
}

/** Pseudo-random numbers from 0 to 1 for a seed: a linear congruential generator (Park and Miller). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

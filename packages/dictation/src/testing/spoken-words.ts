/** A word on the timeline of a fake room: loud from `from` up to `to`, in samples since the world began. */
export interface SpokenWord {
  text: string;
  from: number;
  to: number;
}

const LOW = 32_749;
const HIGH = 8_000;

/** Returns what a microphone in the room hears. No two stretches of loud samples are alike; silence is zero. */
export function roomSound(words: readonly SpokenWord[], from: number, to: number): Int16Array {
  const sound = new Int16Array(to - from);
  for (const word of words) {
    const begin = Math.max(from, word.from);
    const end = Math.min(to, word.to);
    if (begin < end) sound.set(soundOf(word).subarray(begin - word.from, end - word.from), begin - from);
  }
  return sound;
}

/** Computed once: random histories say and hear each word many times. */
const sounds = new WeakMap<SpokenWord, Int16Array>();

function soundOf(word: SpokenWord): Int16Array {
  const known = sounds.get(word);
  if (known) return known;
  const sound = new Int16Array(word.to - word.from);
  for (let offset = 0; offset < sound.length; offset += 1) sound[offset] = loudSample(word.from + offset);
  sounds.set(word, sound);
  return sound;
}

/** Uses 32-bit integers, which are many times as fast. */
function loudSample(position: number): number {
  const pair = position >> 1;
  if (position % 2 === 1) return HIGH + Math.floor(pair / LOW);
  const sample = (((pair % LOW) * 7_919) % LOW) - 16_384;
  // Zero is silence.
  return sample < 0 ? sample : sample + 1;
}

/** Returns the words that a stretch of pushed audio contains completely, in the order in which they sound. */
export function recognizeWords(words: readonly SpokenWord[], sound: Int16Array): string[] {
  const byFirstSample = Map.groupBy(words, ({ from }) => loudSample(from));
  const heard: string[] = [];
  for (let index = 0; index < sound.length; index += 1) {
    if (sound[index] === 0) continue;
    const word = byFirstSample.get(sound[index]!)?.find((candidate) => isThere(candidate, sound, index));
    if (!word) continue;
    heard.push(word.text);
    index += word.to - word.from - 1;
  }
  return heard;
}

function isThere(word: SpokenWord, sound: Int16Array, index: number): boolean {
  const expected = soundOf(word);
  for (let offset = 0; offset < expected.length; offset += 1) {
    if (sound[index + offset] !== expected[offset]) return false;
  }
  return true;
}

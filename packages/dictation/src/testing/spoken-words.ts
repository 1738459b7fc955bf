/** A word on the time line of a simulated room: loud from `from` up to `to`, in samples since the world began. */
export interface SpokenWord {
  text: string;
  from: number;
  to: number;
}

const LOW = 32_749;
const HIGH = 8_000;

/** What a microphone in the room hears. No two stretches of loud samples are alike; silence is zero. */
export function roomSound(words: readonly SpokenWord[], from: number, to: number): Int16Array {
  const sound = new Int16Array(to - from);
  for (const word of words) {
    for (let position = Math.max(from, word.from); position < Math.min(to, word.to); position += 1) {
      sound[position - from] = loudSample(position);
    }
  }
  return sound;
}

function loudSample(position: number): number {
  const pair = Math.floor(position / 2);
  if (position % 2 === 1) return HIGH + Math.floor(pair / LOW);
  const sample = ((pair * 7_919) % LOW) - 16_384;
  // Zero is silence.
  return sample < 0 ? sample : sample + 1;
}

/** For the sound of one stretch of pushed audio: the words that are whole in it, in the order in which they sound. */
export function hearWords(words: readonly SpokenWord[], sound: Int16Array): string[] {
  const byFirstSample = Map.groupBy(words, ({ from }) => roomSound(words, from, from + 1)[0]);
  const heard: string[] = [];
  for (let index = 0; index < sound.length; index += 1) {
    if (sound[index] === 0) continue;
    const word = byFirstSample.get(sound[index])?.find((candidate) => isThere(candidate, sound, index));
    if (!word) continue;
    heard.push(word.text);
    index += word.to - word.from - 1;
  }
  return heard;
}

function isThere(word: SpokenWord, sound: Int16Array, index: number): boolean {
  const expected = roomSound([word], word.from, word.to);
  return expected.every((sample, offset) => sound[index + offset] === sample);
}

import { Composition } from '@workspace/dictation/composition';
import { AS_RECOGNIZED, type WritingSettings } from '@workspace/dictation/writing';
import { median } from '../statistics.ts';

const WORDS = 1_000;
const RUNS = 200;
const SAID =
  'Um, we went to the shop, uh, bought bread, and left. New line. And then they came back for good, er, hmm. ';
const AROUND = { before: 'We stayed', after: ' because it rained.' };
const WAYS: Record<string, Partial<WritingSettings>> = {
  'as recognized': {},
  'spoken commands': { spokenCommands: true },
  'without fillers': { removeFillers: true },
  'all of it': { spokenCommands: true, removeFillers: true, fitToCaret: true },
};

/**
 * Composes the same long text with and without each feature that may change it, alternating. Returns the median time of
 * each, and its ratio to the first.
 */
export function measureComposing() {
  const phrases = [SAID.repeat(WORDS).split(' ').slice(0, WORDS).join(' ')];
  const vocabulary = Array.from({ length: 500 }, (_, index) => `word${index} of ours`);
  const times = new Map(Object.keys(WAYS).map((way) => [way, [] as number[]]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [way, writing] of Object.entries(WAYS)) {
      const startedAt = performance.now();
      const composition = new Composition({ ...AS_RECOGNIZED, vocabulary, ...writing });
      composition.place(composition.follow({ phrases }).text, { kind: 'multi-line', around: AROUND });
      times.get(way)?.push(performance.now() - startedAt);
    }
  }
  const base = median(times.get('as recognized') ?? []);
  const ways = [...times].map(([way, measured]) => ({ way, ms: median(measured), ratio: median(measured) / base }));
  return { words: WORDS, ways };
}

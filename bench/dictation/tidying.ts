import type { LanguageModel } from '@workspace/language-model/language-model';
import { createTextCleaner } from '@workspace/language-model/text-cleaner';
import { median } from '../statistics.ts';

const RUNS = 100;
const HEARD = 'so um we meet on Tuesday no Thursday at ten with Anna and we need twenty three chairs for the garden ';
const ANSWER = 'We meet on Thursday at ten with Anna, and we need 23 chairs for the garden. ';
const CONTEXT = { languages: ['en'], vocabulary: Array.from({ length: 500 }, (_, index) => `word${index} of ours`) };

/**
 * Measures how long tidying up takes if the model answers immediately: asking it, and comparing its answer with what
 * was heard.
 */
export async function measureTidying() {
  const results: { words: number; ms: number }[] = [];
  for (const times of [1, 5, 50]) {
    const heard = HEARD.repeat(times);
    const answer = ANSWER.repeat(times);
    const model: LanguageModel = {
      host: 'models.example',
      ask: () => ({ text: Promise.resolve(answer), cancel() {} }),
    };
    const cleaner = createTextCleaner(model, '');
    const measured: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      const text = await cleaner.cleanUp(heard, CONTEXT).text;
      measured.push(performance.now() - startedAt);
      if (text === undefined) throw new Error('A valid answer was discarded.');
    }
    results.push({ words: heard.trim().split(' ').length, ms: median(measured) });
  }
  return { runs: RUNS, results };
}

// A Vitest setup file that sets the histories for property tests. `npm test` always takes the same few; `npm run
// test:all` takes sixty times as many, different ones each time (`HISTORY_SEED`).
import { vi } from 'vitest';

const { TEST_ALL, HISTORY_SEED = '20261101' } = process.env;
/** Fast-check's default number of runs, if a test sets none. */
const USUAL_RUNS = 100;
/** Up to this many, `npm test` takes them all. */
const FEW_RUNS = 20;

const runsOf = (named: number) =>
  TEST_ALL === '1' ? named * 20 : Math.max(Math.ceil(named / 3), Math.min(named, FEW_RUNS));

vi.mock(import('fast-check'), async (importOriginal) => {
  const original = await importOriginal();
  const assert: (...args: Parameters<typeof original.assert>) => unknown = (property, parameters) =>
    original.assert(property, {
      seed: Number(HISTORY_SEED),
      ...parameters,
      numRuns: runsOf(parameters?.numRuns ?? USUAL_RUNS),
    });
  return { ...original, default: { ...original.default, assert } } as typeof original;
});

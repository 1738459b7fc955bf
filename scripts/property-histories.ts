// A setup file of Vitest: which histories a property is tried with. `npm test` always takes the same few; `npm run test:all`
// sixty times as many, and others each time (`HISTORY_SEED`).
import { vi } from 'vitest';

const { TEST_ALL, HISTORY_SEED = '20261101' } = process.env;
/** Fast-check's own, where a test names none. */
const USUAL_RUNS = 100;
/** Of fewer, `npm test` takes all. */
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

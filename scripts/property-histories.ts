// A setup file of Vitest: which histories a property is tried with. `npm test` always takes the same ones; `npm run test:all`
// many times as many, and others each time (`HISTORY_SEED`).
import { vi } from 'vitest';

const { TEST_ALL, HISTORY_SEED = '20261101' } = process.env;
const TIMES = TEST_ALL === '1' ? 20 : 1;
/** Fast-check's own, where a test names none. */
const USUAL_RUNS = 100;

vi.mock(import('fast-check'), async (importOriginal) => {
  const original = await importOriginal();
  const assert: (...args: Parameters<typeof original.assert>) => unknown = (property, parameters) =>
    original.assert(property, {
      seed: Number(HISTORY_SEED),
      ...parameters,
      numRuns: (parameters?.numRuns ?? USUAL_RUNS) * TIMES,
    });
  return { ...original, default: { ...original.default, assert } } as typeof original;
});

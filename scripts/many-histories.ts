// For `npm run test:all`: each property is tried with so many times the histories that it has in `npm test`.
import { vi } from 'vitest';

const TIMES = 12;
/** Fast-check's own, where a test names none. */
const USUAL_RUNS = 100;

vi.mock(import('fast-check'), async (importOriginal) => {
  const original = await importOriginal();
  const assert: (...args: Parameters<typeof original.assert>) => unknown = (property, parameters) =>
    original.assert(property, { ...parameters, numRuns: (parameters?.numRuns ?? USUAL_RUNS) * TIMES });
  return { ...original, default: { ...original.default, assert } } as typeof original;
});

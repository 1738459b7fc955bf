const { TEST_ALL } = process.env;

/** The variants a test runs with: one of each kind in `npm test`, all of them in `npm run test:all`. */
export function variants<T>(usual: readonly T[], every: readonly T[]): readonly T[] {
  return TEST_ALL === '1' ? every : usual;
}

const { TEST_ALL } = process.env;

/** What a test is run with: in `npm test` one variant of each kind, in `npm run test:all` every one. */
export function variants<T>(usual: readonly T[], every: readonly T[]): readonly T[] {
  return TEST_ALL === '1' ? every : usual;
}

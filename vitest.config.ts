import { configDefaults, defineConfig } from 'vitest/config';

/** Takes minutes, nearly all of them waiting: runs beside the rest. */
const LONG = ['e2e/desktop/long-waits.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'sandbox/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...LONG],
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'e2e-long', include: LONG, testTimeout: 60_000, hookTimeout: 30_000 } },
    ],
  },
});

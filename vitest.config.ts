import { configDefaults, defineConfig } from 'vitest/config';

/** Takes minutes, nearly all of them waiting: runs beside the rest. */
const LONG = ['e2e/desktop/long-waits.test.ts'];

/** Over a real PostgreSQL, of which one runs for all. */
const SERVER = ['apps/server/src/**/*.test.ts', 'e2e/server/**/*.test.ts'];

/** The web site in a real browser. */
const SITE = ['e2e/site/**/*.test.ts'];

/** Everything together: server, site, stand-ins and the app. Waits for sound as it is spoken, so it runs beside the rest. */
const PRODUCT = ['e2e/{account,whole-product,soak}/**/*.test.ts'];

/** The app's windows in a real browser. */
const WINDOWS = ['e2e/{windows,electron}/**/*.test.ts'];

/** The X client and the shell over it. */
const X11 = ['e2e/{x11,browser-shell}/**/*.test.ts'];

/** What real parts bring about takes its time where others use the machine too. */
const PATIENT = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{packages,apps}/*/{src,app,scripts}/**/*.test.{ts,tsx}',
            'sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...SERVER],
          testTimeout: 30_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          name: 'server',
          include: SERVER,
          globalSetup: ['apps/server/src/testing/cluster-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...LONG, ...PRODUCT, ...WINDOWS, ...X11, ...SERVER, ...SITE],
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: PATIENT,
        },
      },
      {
        test: {
          name: 'site',
          include: SITE,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: PATIENT,
        },
      },
      { test: { name: 'x11', include: X11, testTimeout: 60_000, hookTimeout: 30_000, expect: PATIENT } },
      { test: { name: 'windows', include: WINDOWS, testTimeout: 60_000, hookTimeout: 30_000, expect: PATIENT } },
      { test: { name: 'product', include: PRODUCT, testTimeout: 60_000, hookTimeout: 60_000, expect: PATIENT } },
      // Walks the same way to record it: not a part of `npm test`.
      { test: { name: 'demo', include: ['e2e/demo/record-demo.ts'] } },
      { test: { name: 'e2e-long', include: LONG, testTimeout: 60_000, hookTimeout: 30_000, expect: PATIENT } },
    ],
  },
});

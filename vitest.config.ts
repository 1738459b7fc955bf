import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** `npm run test:all`, which includes the slow tests. */
const IS_ALL = process.env.TEST_ALL === '1';
const LONG = IS_ALL ? [] : ['**/*.long.test.ts'];
/** Reached only if something hangs. Generous, because real processes are slow on a busy machine. */
const MINUTES = IS_ALL ? 20 : 10;

/** Tests against a real PostgreSQL, shared by all of them. */
const SERVER = ['apps/server/src/**/*.test.ts'];
const CLUSTER = ['apps/server/src/testing/cluster-setup.ts'];

/** Tests of the server as a process. */
const SERVERS = ['e2e/server/**/*.test.ts'];

/** The web site in a real browser. */
const SITE = ['e2e/site/**/*.test.ts'];

/** Server, site, stand-ins and app together. */
const PRODUCT = ['e2e/{account,whole-product,soak}/**/*.test.ts'];

/** The app's windows in a real browser. */
const WINDOWS = ['e2e/{windows,electron}/**/*.test.ts'];

/** The X client and the platform over it. */
const X11 = ['e2e/{x11,browser-shell}/**/*.test.ts'];

/** The whole app and the command line, with audio in real time. */
const E2E = ['e2e/**/*.test.ts'];

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

function project(
  name: string,
  { exclude = [], setupFiles = [], ...options }: TestOptions,
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      exclude: [...configDefaults.exclude, ...LONG, ...exclude],
      testTimeout: MINUTES * 60_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 300_000 } },
      ...options,
      setupFiles: ['./scripts/property-histories.ts', ...setupFiles],
    },
  };
}

/** Files share workers, but only with those of the same project. */
const together = (groupOrder: number) => ({ isolate: false, restoreMocks: true, sequence: { groupOrder } });

/** Tests that start processes, which end with the file that started them. */
const withProcesses = (groupOrder: number) => ({ ...together(groupOrder), setupFiles: ['e2e/end-after-tests.ts'] });

export default defineConfig({
  test: {
    projects: [
      project('unit', {
        include: [
          '{packages,apps}/*/{src,app,scripts}/**/*.test.{ts,tsx}',
          'sandbox/**/*.test.ts',
          'scripts/**/*.test.ts',
        ],
        exclude: SERVER,
        ...together(1),
      }),
      project('server', { include: SERVER, globalSetup: CLUSTER, ...together(2) }),
      project('servers', { include: SERVERS, globalSetup: CLUSTER, ...withProcesses(3) }),
      project('site', { include: SITE, globalSetup: ['e2e/site/shared-site.ts'], ...withProcesses(4) }),
      project('windows', { include: WINDOWS, ...withProcesses(5) }),
      project('x11', { include: X11, ...withProcesses(6) }),
      project('product', { include: PRODUCT, ...withProcesses(7) }),
      project('e2e', {
        include: E2E,
        exclude: [...PRODUCT, ...WINDOWS, ...X11, ...SERVERS, ...SITE],
        ...withProcesses(8),
      }),
      // Records the demo video. Not part of `npm test`.
      { test: { name: 'demo', include: ['e2e/demo/record-demo.ts'], setupFiles: ['e2e/end-after-tests.ts'] } },
    ],
  },
});

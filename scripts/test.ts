// Runs everything that must hold, and ends with one line: how many checks passed and failed over all parts.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDesktopProgram, buildServer, buildWindows } from './build-apps.ts';
import { ensureSystemPackages } from './system-packages.ts';

interface Outcome {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const binaries = join(root, 'node_modules', '.bin');
const reports = await mkdtemp(join(tmpdir(), 'test-reports-'));

/** A check that passes or fails as a whole. */
async function check(command: string, ...args: string[]): Promise<Outcome> {
  return outcomeOf((await run(command, args)) === 0);
}

function outcomeOf(isGood: boolean): Outcome {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A vitest project; each of its tests counts. */
async function vitest(project: string): Promise<Outcome> {
  const report = join(reports, `${project}.json`);
  const code = await run('vitest', [
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests, numFailedTests, numFailedTestSuites } = await readReport(report);
  // A file that can't even be loaded has no tests that could fail, and an error outside of tests fails the run.
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 || code !== 0 ? 1 : 0);
  return { passed: numPassedTests, failed };
}

/** Vitest projects in lanes: those of a lane run one after the other, the lanes at the same time. */
async function inLanes(...lanes: string[][]): Promise<Outcome> {
  const outcomes = await Promise.all(lanes.map(inTurn));
  return sumOf(outcomes);
}

async function inTurn(projects: string[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const project of projects) outcomes.push(await vitest(project));
  return sumOf(outcomes);
}

function sumOf(outcomes: Outcome[]): Outcome {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

async function readReport(file: string) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numFailedTestSuites: 0 };
  }
}

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(binaries, command), args, { cwd: root, stdio: 'inherit' });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

const SOURCE_FOLDERS = ['packages', 'apps', 'sandbox', 'e2e', 'bench', 'scripts'];

async function systemPackages(): Promise<Outcome> {
  return outcomeOf(ensureSystemPackages());
}

/** Built once, before tests that start at the same time would each build them. */
async function builds(): Promise<Outcome> {
  try {
    buildWindows();
    buildDesktopProgram();
    buildServer();
    return outcomeOf(true);
  } catch {
    return outcomeOf(false);
  }
}

const parts: [name: string, run: () => Promise<Outcome>][] = [
  ['System packages', systemPackages],
  ['Types', () => check('tsc', '-b')],
  ['Style', () => check('biome', 'check')],
  ['Import arrows', () => check('depcruise', '--config', '.dependency-cruiser.mjs', ...SOURCE_FOLDERS)],
  ['Unused code', () => check('knip')],
  ['Builds', builds],
  ['Unit, server and site tests', () => inLanes(['server', 'unit'], ['site'])],
  ['End-to-end tests', () => inLanes(['e2e'], ['e2e-long', 'windows'], ['product', 'x11'])],
];

const total: Outcome = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const [name, runPart] of parts) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const { passed, failed } = await runPart();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  total.passed += passed;
  total.failed += failed;
  summary.push(`${failed === 0 ? '✓' : '✗'} ${name.padEnd(28)} ${passed} passed, ${failed} failed (${seconds} s)`);
}
await rm(reports, { recursive: true });
console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

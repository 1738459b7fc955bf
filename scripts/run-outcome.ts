// A Vitest reporter: writes the outcome of a run into the file named by `RUN_OUTCOME`.
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface ProjectOutcome {
  project: string;
  files: number;
  passed: number;
  /** A file that can't even be loaded counts as one failed test. */
  failed: number;
  /** Where each failure happened, and the first line of its message. */
  failures: string[];
  /** Total duration of its files. */
  seconds: number;
}

export interface RunOutcome {
  projects: ProjectOutcome[];
  /** The first line of each error outside of tests. */
  errors: string[];
}

export default class WriteOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const projects = Object.entries(Object.groupBy(modules, ({ project }) => project.name)).map(
      ([project, files = []]) => outcomeOf(project, files),
    );
    const outcome: RunOutcome = { projects, errors: unhandledErrors.map((error) => firstLine([error])) };
    const { RUN_OUTCOME } = process.env;
    if (RUN_OUTCOME) writeFileSync(RUN_OUTCOME, JSON.stringify(outcome));
  }
}

function outcomeOf(project: string, files: readonly TestModule[]): ProjectOutcome {
  const outcome: ProjectOutcome = { project, files: files.length, passed: 0, failed: 0, failures: [], seconds: 0 };
  for (const file of files) {
    const { collectDuration, setupDuration, duration } = file.diagnostic();
    outcome.seconds += (collectDuration + setupDuration + duration) / 1_000;
    const passed = [...file.children.allTests('passed')].length;
    const failed = [...file.children.allTests('failed')].length;
    outcome.passed += passed;
    outcome.failed += failed === 0 && !file.ok() ? 1 : failed;
    outcome.failures.push(...failuresOf(file));
  }
  return outcome;
}

function failuresOf(file: TestModule): string[] {
  const failed = [...file.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${firstLine(test.result().errors)}`,
  );
  const outsideOfTests = [file, ...file.children.allSuites()]
    .map((suite) => suite.errors())
    .filter((errors) => errors.length > 0)
    .map(firstLine);
  return [...failed, ...outsideOfTests].map((failure) => `${file.relativeModuleId}: ${failure}`);
}

function firstLine(errors: readonly { message: string }[] = []): string {
  return errors[0]?.message.split('\n', 1)[0] ?? 'no reason given';
}

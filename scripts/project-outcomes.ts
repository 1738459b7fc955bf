// A reporter of Vitest: writes what came of each project into the file that `PROJECT_OUTCOMES` names.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export interface ProjectOutcome {
  project: string;
  files: number;
  passed: number;
  /** A file that can't even be loaded has no tests that could fail: it counts as one. */
  failed: number;
  /** What its files took, added up. */
  seconds: number;
}

export default class ProjectOutcomes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const outcomes = Object.entries(Object.groupBy(modules, ({ project }) => project.name)).map(
      ([project, files = []]) => outcomeOf(project, files),
    );
    const { PROJECT_OUTCOMES } = process.env;
    if (PROJECT_OUTCOMES) writeFileSync(PROJECT_OUTCOMES, JSON.stringify(outcomes));
  }
}

function outcomeOf(project: string, files: readonly TestModule[]): ProjectOutcome {
  const outcome: ProjectOutcome = { project, files: files.length, passed: 0, failed: 0, seconds: 0 };
  for (const file of files) {
    const { collectDuration, setupDuration, duration } = file.diagnostic();
    outcome.seconds += (collectDuration + setupDuration + duration) / 1_000;
    const passed = [...file.children.allTests('passed')].length;
    const failed = [...file.children.allTests('failed')].length;
    outcome.passed += passed;
    outcome.failed += failed === 0 && !file.ok() ? 1 : failed;
  }
  return outcome;
}

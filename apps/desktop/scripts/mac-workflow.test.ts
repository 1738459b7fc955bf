import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const [workflow, check] = ['mac', 'check-mac'].map((name) =>
  readFileSync(join(ROOT, `.github/workflows/${name}.yml`), 'utf8'),
) as [string, string];

function scriptsOf(folder: string): string[] {
  return Object.keys(JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).scripts);
}

test.each([workflow, check])(
  "Only GitHub's own actions are used, pinned to commits, with their versions in comments",
  (text) => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  },
);

test('The mac workflow can only read the repository, and only its manually started release job gets secrets', () => {
  expect(workflow.match(/permissions:\n( +.*\n)+/g)).toEqual(['permissions:\n  contents: read\n']);
  expect(workflow).not.toContain('pull_request_target');
  const [before, release] = workflow.split('\n  release:\n');
  expect(before).not.toContain('secrets.');
  expect(release).toContain('secrets.CSC_LINK');
  expect(release).toMatch(/^ {4}if: github\.event_name == 'workflow_dispatch' && inputs\.version != ''$/m);
});

test('The check on both kinds of Mac can only read the repository, gets no secrets, and runs an existing script', () => {
  expect(check.match(/permissions:\n( +.*\n)+/g)).toEqual(['permissions:\n  contents: read\n']);
  expect(check).not.toContain('secrets.');
  expect(check).toContain(`fromJSON('["macos-15", "macos-15-intel"]')`);
  expect(scriptsOf('.')).toContain('check:mac');
  expect(check).toContain('npm run check:mac -- --allow');
});

test('The scripts and the test file that the mac workflow runs exist', () => {
  const desktop = [...workflow.matchAll(/npm run (\S+) -w apps\/desktop/g)].map(([, script]) => script);
  expect(desktop).toEqual(['package', 'package:inspectable']);
  expect(scriptsOf('apps/desktop')).toEqual(expect.arrayContaining(desktop));
  expect(scriptsOf('.')).toContain('release');
  const [, file] = /node --test (\S+)/.exec(workflow)!;
  expect(existsSync(join(ROOT, file!))).toBe(true);
});

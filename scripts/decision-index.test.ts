import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decisionIndexOf } from './decision-index.ts';

const DECISIONS = join(import.meta.dirname, '..', 'docs', 'decisions');

/** A folder with one decision. */
function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'decisions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '0007-arrows.md'), text);
  return folder;
}

test('docs/decisions/README.md lists every decision (`npm run document` generates it)', () => {
  expect(readFileSync(join(DECISIONS, 'README.md'), 'utf8')).toBe(decisionIndexOf(DECISIONS));
});

test('A status other than “in force” is shown', () => {
  const index = decisionIndexOf(
    folderWith('# 7. Arrows\n\nDate: 2026-11-20. Status: superseded by [decision 9](0009-x.md). More.\n'),
  );
  expect(index).toContain('- 2026-11-20, [7. Arrows](0007-arrows.md): superseded by decision 9\n');
});

test.each(['# 7. Arrows\n\nStatus: in force.\n', '# 8. Arrows\n\nDate: 2026-11-20. Status: in force.\n'])(
  'A decision without a date or with the wrong number is rejected',
  (text) => {
    expect(() => decisionIndexOf(folderWith(text))).toThrow('0007-arrows.md');
  },
);

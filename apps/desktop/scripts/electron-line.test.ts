import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import configure from '../electron-builder.ts';

const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/** The line of Electron after it needs macOS 13: whoever changes one of the two has to change what is promised to users. */
test('The app runs on macOS 12: Electron stays on the last line that does', () => {
  expect(devDependencies.electron).toMatch(/^43\.\d+\.\d+$/);
  expect(configure().mac?.minimumSystemVersion).toBe('12.0');
});

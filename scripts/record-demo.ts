// Records the demo video and the pictures of docs/tour.md from the real product: e2e/demo/record-demo.ts.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWindows } from './build-apps.ts';
import { ensureSystemPackages } from './system-packages.ts';

const root = join(import.meta.dirname, '..');

if (!(await ensureSystemPackages({ ffmpeg: 'ffmpeg' }))) process.exit(1);
buildWindows();
const vitest = join(root, 'node_modules', '.bin', 'vitest');
const { status } = spawnSync(vitest, ['run', '--project', 'demo'], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;

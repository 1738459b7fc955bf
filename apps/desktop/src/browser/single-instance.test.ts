import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { claimInstance } from './single-instance.ts';

const MODULE = join(import.meta.dirname, 'single-instance.ts');
const folder = mkdtempSync(join(tmpdir(), 'instance-'));
const others: ChildProcess[] = [];

afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
});

/** Claims a folder in a process of its own, which stays until it is killed. */
async function claimElsewhere(home: string): Promise<{ outcome: string; process: ChildProcess }> {
  const script = `
    const { claimInstance } = await import(${JSON.stringify(MODULE)});
    console.log(await claimInstance(${JSON.stringify(home)}, () => console.log('second start')));
    setInterval(() => {}, 60_000);`;
  const process = spawn(globalThis.process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(process);
  const [said] = await once(process.stdout!, 'data');
  return { outcome: String(said).trim(), process };
}

test('The first start is told of the second one, by whatever name the folder is called', async () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const other = join(folder, 'link');
  symlinkSync(home, other);
  const onSecondStart = vi.fn();
  expect(await claimInstance(home, onSecondStart)).toBe('first');
  expect(onSecondStart).not.toHaveBeenCalled();
  expect((await claimElsewhere(other)).outcome).toBe('second');
  await vi.waitFor(() => expect(onSecondStart).toHaveBeenCalledOnce());
  expect(await claimInstance(mkdtempSync(join(folder, 'home-')), onSecondStart)).toBe('first');
  rmSync(folder, { recursive: true });
});

test('A process that was killed claims nothing any more', async () => {
  const home = mkdtempSync(join(tmpdir(), 'instance-'));
  const { outcome, process } = await claimElsewhere(home);
  expect(outcome).toBe('first');
  const onSecondStart = vi.fn();
  expect(await claimInstance(home, onSecondStart)).toBe('second');
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
  expect(await claimInstance(home, onSecondStart)).toBe('first');
  rmSync(home, { recursive: true });
});

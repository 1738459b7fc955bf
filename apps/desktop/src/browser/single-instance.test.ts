import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimInstance } from './single-instance.ts';

const MODULE = join(import.meta.dirname, 'single-instance.ts');
const folder = mkdtempSync(join(tmpdir(), 'instance-'));
const others: ChildProcess[] = [];

afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Claims a folder in a separate process, which runs until it is killed. */
async function claimElsewhere(home: string, message = ''): Promise<{ outcome: string; process: ChildProcess }> {
  const script = `
    const { claimInstance } = await import(${JSON.stringify(MODULE)});
    console.log(await claimInstance(${JSON.stringify(home)}, ${JSON.stringify(message)}, () => console.log('second start')));
    setInterval(() => {}, 60_000);`;
  const process = spawn(globalThis.process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(process);
  const [said] = await once(process.stdout!, 'data');
  return { outcome: String(said).trim(), process };
}

test('The first instance is notified of a second one, whatever path it uses for the folder', async () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const other = join(folder, 'link');
  symlinkSync(home, other);
  const onSecondStart = vi.fn();
  expect(await claimInstance(home, '', onSecondStart)).toBe('first');
  expect(onSecondStart).not.toHaveBeenCalled();
  expect((await claimElsewhere(other)).outcome).toBe('second');
  await expect.poll(() => onSecondStart).toHaveBeenCalledExactlyOnceWith('');
  expect(await claimInstance(mkdtempSync(join(folder, 'home-')), '', onSecondStart)).toBe('first');
});

test('A killed process no longer holds the claim', async () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const { outcome, process } = await claimElsewhere(home);
  expect(outcome).toBe('first');
  const onSecondStart = vi.fn();
  expect(await claimInstance(home, '', onSecondStart)).toBe('second');
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
  expect(await claimInstance(home, '', onSecondStart)).toBe('first');
});

describe('the message of a second instance', () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const onSecondStart = vi.fn();
  beforeAll(() => claimInstance(home, '', onSecondStart));
  beforeEach(() => onSecondStart.mockClear());

  /** Writes to the first start, as any program could, and waits until it stops listening. */
  async function say(...pieces: (string | Buffer)[]): Promise<void> {
    const name = createHash('sha256').update(home).digest('hex');
    const connection = connect(`\0Saykey-${process.getuid?.()}-${name}`);
    connection.on('error', () => {});
    const closed = once(connection, 'close');
    for (const piece of pieces) connection.write(piece);
    connection.end();
    connection.resume();
    await closed;
  }

  test('reaches the first one', async () => {
    const link = 'saykey://setup?token=ä';
    expect((await claimElsewhere(home, link)).outcome).toBe('second');
    await expect.poll(() => onSecondStart).toHaveBeenCalledExactlyOnceWith(link);
  });

  test('reaches it even in pieces and with invalid bytes', async () => {
    await say('saykey:', Buffer.from([0xff, 0x00]));
    expect(onSecondStart).toHaveBeenCalledExactlyOnceWith('saykey:\ufffd\u0000');
  });

  test('is ignored if it is longer than a link', async () => {
    await say('x'.repeat(8_193));
    await say('x'.repeat(8_192));
    expect(onSecondStart.mock.calls.map(([message]) => message.length)).toEqual([8_192]);
  });
});

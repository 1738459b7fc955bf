import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, test } from 'vitest';
import { runWatched } from './watched-check.ts';

const ONE = { id: 'one', says: 'it is so', verdict: 'holds', because: '' };
const CLAIMS = { one: 'it is so', paste: 'it comes' };
const TELLS_ONE = `console.log(${JSON.stringify(JSON.stringify(ONE))});`;

/** Runs a program of one line in place of a check. `onLine`: what the test does when something is printed. */
async function watch(code: string, onLine: (clock: FakeClock) => void = () => {}) {
  const clock = new FakeClock();
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    onLine(clock);
  };
  const judged = await runWatched({
    command: [process.execPath, '-e', code],
    claims: CLAIMS,
    clock,
    silenceMs: 1_000,
    print,
  });
  expect(clock.scheduledCount).toBe(0);
  return { judged, lines };
}

test('What a check has judged is told, and its lines are shown', async () => {
  const { judged, lines } = await watch(`console.log('holds one'); ${TELLS_ONE}`);
  expect([judged, lines]).toEqual([[ONE], ['holds one']]);
});

test('A check that hangs is ended, and where it hung is told', async () => {
  const hangs = `console.log('… key-state'); process.stdout.once('drain', () => {}); setTimeout(() => { for (;;); }, 1)`;
  // Two turns of the loop later, since the watch begins anew with each line.
  const { judged } = await watch(hangs, (clock) => setImmediate(() => clock.advance(2_000)));
  expect(judged[0]).toMatchObject({ verdict: 'refuted', because: 'it hung after “… key-state”' });
});

test('A check that crashes is told with its end; what it judged before counts, and the rest was not seen', async () => {
  const { judged, lines } = await watch(`${TELLS_ONE} console.log('… paste'); process.kill(process.pid, 'SIGSEGV')`);
  expect(judged).toMatchObject([
    ONE,
    { id: 'process', verdict: 'refuted', because: 'it ended with SIGSEGV after “… paste”' },
    { id: 'paste', verdict: 'unseen', because: 'the check had ended' },
  ]);
  expect(lines.at(-1)).toBe('unseen   paste: it comes (the check had ended)');
});

test('A program that is not there is told', async () => {
  const clock = new FakeClock();
  const command = ['/no/such/program'] as const;
  const judged = await runWatched({ command, claims: CLAIMS, clock, silenceMs: 1_000, print: () => {} });
  expect(judged[0]).toMatchObject({ verdict: 'refuted', because: expect.stringContaining('ENOENT') });
});

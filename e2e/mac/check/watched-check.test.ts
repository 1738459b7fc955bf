import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, test } from 'vitest';
import { runWatched } from './watched-check.ts';

const ONE = { id: 'one', says: 'it is so', verdict: 'holds', because: '' };
const CLAIMS = { one: 'it is so', paste: 'it comes' };
const REPORTS_ONE = `console.log(${JSON.stringify(JSON.stringify(ONE))});`;

/** Runs a one-line program in place of a check. `onLine` is called when something is printed. */
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

test('A check’s verdicts are returned, and its output is shown', async () => {
  const { judged, lines } = await watch(`console.log('holds one'); ${REPORTS_ONE}`);
  expect([judged, lines]).toEqual([[ONE], ['holds one']]);
});

test('A check that hangs is killed, and the report says where it hung', async () => {
  const hangs = `console.log('… key-state'); process.stdout.once('drain', () => {}); setTimeout(() => { for (;;); }, 1)`;
  // Two event-loop turns later, since each line restarts the timer.
  const { judged } = await watch(hangs, (clock) => setImmediate(() => clock.advance(2_000)));
  expect(judged[0]).toMatchObject({ verdict: 'refuted', because: 'it hung after “… key-state”' });
});

test('A crashed check is reported with its signal; its earlier verdicts count, and the other claims are unseen', async () => {
  const { judged, lines } = await watch(`${REPORTS_ONE} console.log('… paste'); process.kill(process.pid, 'SIGSEGV')`);
  expect(judged).toMatchObject([
    ONE,
    { id: 'process', verdict: 'refuted', because: 'it ended with SIGSEGV after “… paste”' },
    { id: 'paste', verdict: 'unseen', because: 'the check had ended' },
  ]);
  expect(lines.at(-1)).toBe('unseen   paste: it comes (the check had ended)');
});

test('A missing program is reported', async () => {
  const clock = new FakeClock();
  const command = ['/no/such/program'] as const;
  const judged = await runWatched({ command, claims: CLAIMS, clock, silenceMs: 1_000, print: () => {} });
  expect(judged[0]).toMatchObject({ verdict: 'refuted', because: expect.stringContaining('ENOENT') });
});

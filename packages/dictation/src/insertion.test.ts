import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { describe, expect, it } from 'vitest';
import { composeInsertion, InsertionQueue } from './insertion.ts';
import type { InsertionOutcome, InsertionTarget } from './ports.ts';
import { settlePromises } from './testing/simulated-world.ts';
import { INSERTION } from './tuning.ts';

const EDITOR: InsertionTarget = { id: 'editor', kind: 'multi-line' };

/** A queue before fields whose answers a test gives. */
function fields() {
  const clock = new FakeClock();
  const wallClock = Object.assign(clock, { wallTime: () => 0, timeZone: () => 'UTC' });
  const asked: { text: string; answer(outcome: InsertionOutcome): void }[] = [];
  const reads: ((text: string | undefined) => void)[] = [];
  const done: [InsertionOutcome, string][] = [];
  const joined: string[] = [];
  let readsAtOnce = true;
  const queue = new InsertionQueue(
    {
      clock: wallClock,
      inserter: {
        captureTarget: () => Promise.resolve(EDITOR),
        textBefore: () => (readsAtOnce ? Promise.resolve(undefined) : new Promise((resolve) => reads.push(resolve))),
        insert: (_target, text) => new Promise((answer) => asked.push({ text, answer })),
        leaveOnClipboard: async (text) => joined.push(text) > 0,
      },
    },
    () => [],
  );
  return {
    clock,
    queue,
    asked,
    reads,
    done,
    joined,
    readSlowly: () => {
      readsAtOnce = false;
    },
    add: (take: number, text: string, target = EDITOR) =>
      queue.add(take, {
        text,
        target: Promise.resolve(target),
        onDone: (outcome, composed) => done.push([outcome, composed]),
      }),
    async answer(outcome: InsertionOutcome) {
      asked.at(-1)?.answer(outcome);
      await settlePromises();
    },
  };
}

describe('text on its way into a field', () => {
  it('is replaced, made safe for the field, and spaced from what stands before the caret', () => {
    const replacements = [{ from: 'new line', to: '\n' }];
    const text = 'first new line second';
    expect(composeInsertion(text, { kind: 'multi-line', textBefore: 'So:' }, replacements)).toBe(' first \n second');
    expect(composeInsertion(text, { kind: 'terminal', textBefore: '$ ' }, replacements)).toBe('first second');
  });

  it('is inserted one text after the other, in the order of the takes', async () => {
    const { queue, add, asked, answer } = fields();
    queue.open(1);
    queue.open(2);
    add(2, 'second');
    await settlePromises();
    expect(asked).toEqual([]);
    add(1, 'first');
    queue.close(1);
    await settlePromises();
    expect(asked.map(({ text }) => text)).toEqual(['first']);
    await answer('inserted');
    expect(asked.map(({ text }) => text)).toEqual(['first', ' second']);
  });

  it('keeps to a take that was closed and has more to say after all', async () => {
    const { queue, add, asked } = fields();
    queue.open(1);
    queue.close(1);
    add(1, 'late');
    await settlePromises();
    expect(asked.map(({ text }) => text)).toEqual(['late']);
  });

  it('is spaced from our own last text in the same field, for two minutes', async () => {
    const { clock, queue, add, asked, answer } = fields();
    queue.open(1);
    for (const waitMs of [0, INSERTION.ownTextMs, INSERTION.ownTextMs + 1]) {
      clock.advance(waitMs);
      add(1, 'text');
      await settlePromises();
      await answer('inserted');
    }
    add(1, 'text', { id: 'other', kind: 'multi-line' });
    await settlePromises();
    expect(asked.map(({ text }) => text)).toEqual(['text', ' text', 'text', 'text']);
  });

  it('joins the text that waits on the clipboard, if it was spoken before the user could know of that', async () => {
    const { clock, queue, add, joined, answer } = fields();
    queue.open(1);
    queue.open(2);
    for (const [take, text, outcome] of [
      [1, 'One.', 'on-clipboard'],
      [1, 'In the field.', 'inserted'],
      [1, 'Two.', 'secure-field'],
      [1, 'Not even there.', 'failed'],
    ] as const) {
      clock.advance(1);
      add(take, text);
      await settlePromises();
      await answer(outcome);
    }
    queue.close(1);
    add(2, 'Three.');
    await settlePromises();
    await answer('on-clipboard');
    queue.close(2);
    expect(joined).toEqual(['One. Two.', 'One. Two. Three.']);

    clock.advance(1);
    queue.open(3);
    add(3, 'Later.');
    await settlePromises();
    await answer('on-clipboard');
    expect(joined).toHaveLength(2);
  });

  it('joins nothing that is forgotten', async () => {
    const { queue, add, joined, answer } = fields();
    queue.open(1);
    add(1, 'One.');
    await settlePromises();
    await answer('on-clipboard');
    queue.forget();
    add(1, 'Two.');
    await settlePromises();
    await answer('on-clipboard');
    expect(joined).toEqual([]);
  });

  it('is not inserted any more when its take is dropped while the field is being read', async () => {
    const { queue, add, asked, reads, done, readSlowly } = fields();
    readSlowly();
    queue.open(1);
    add(1, 'unwanted');
    await settlePromises();
    queue.drop(1);
    reads[0]?.('before');
    await settlePromises();
    expect({ asked, done }).toEqual({ asked: [], done: [] });
  });

  it('has failed when the field does not answer in time, and is not inserted later', async () => {
    const { clock, queue, add, asked, reads, done, readSlowly } = fields();
    readSlowly();
    queue.open(1);
    add(1, 'too late');
    await settlePromises();
    clock.advance(INSERTION.limitMs);
    await settlePromises();
    expect(done).toEqual([['failed', 'too late']]);
    reads[0]?.(undefined);
    await settlePromises();
    expect(asked).toEqual([]);
  });
});

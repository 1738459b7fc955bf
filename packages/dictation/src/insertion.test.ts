import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import { HeldKey } from './held-key.ts';
import { InsertionQueue } from './insertion.ts';
import type { InsertionOutcome, InsertionTarget, Postponable, TextAround } from './ports.ts';
import { INSERTION } from './tuning.ts';
import { AS_RECOGNIZED, type WritingSettings } from './writing.ts';

const EDITOR: InsertionTarget = { id: 'editor', kind: 'multi-line' };

/** A queue for fields whose answers the test gives. */
function fields(writing: Partial<WritingSettings> = {}) {
  const clock = new FakeClock();
  const wallClock = Object.assign(clock, { wallTime: () => 0, timeZone: () => 'UTC' });
  const heldKey = new HeldKey();
  const asked: { text: string; answer(outcome: Postponable<InsertionOutcome>): void }[] = [];
  const reads: ((around: TextAround | undefined) => void)[] = [];
  const done: [InsertionOutcome, string][] = [];
  const returnsSpoken: boolean[] = [];
  const presses: { target: InsertionTarget; isWanted(): boolean; answer(isPressed: Postponable<boolean>): void }[] = [];
  const pressed: boolean[] = [];
  const joined: string[] = [];
  let readsAtOnce = true;
  const queue = new InsertionQueue(
    {
      clock: wallClock,
      heldKey,
      inserter: {
        focusedApp: () => Promise.resolve(undefined),
        captureTarget: () => Promise.resolve(EDITOR),
        textAround: () => (readsAtOnce ? Promise.resolve(undefined) : new Promise((resolve) => reads.push(resolve))),
        insert: (_target, text) => new Promise((answer) => asked.push({ text, answer })),
        pressReturn: (target, isWanted) => new Promise((answer) => presses.push({ target, isWanted, answer })),
        leaveOnClipboard: async (text) => joined.push(text) > 0,
      },
    },
    () => ({ ...AS_RECOGNIZED, ...writing }),
  );
  return {
    clock,
    heldKey,
    queue,
    asked,
    reads,
    done,
    returnsSpoken,
    presses,
    pressed,
    joined,
    readSlowly: () => {
      readsAtOnce = false;
    },
    add: (take: number, text: string, target = EDITOR) =>
      queue.add(take, {
        phrases: [text],
        languages: writing.languages ?? [],
        target: Promise.resolve(target),
        isPart: false,
        onCleanUp: () => undefined,
        onDone: ({ outcome, text: composed, pressReturn }) => {
          done.push([outcome, composed]);
          returnsSpoken.push(pressReturn);
        },
      }),
    addReturn: (take: number) =>
      queue.addReturn(take, { target: EDITOR, onDone: (isPressed) => pressed.push(isPressed) }),
    async answer(outcome: Postponable<InsertionOutcome>) {
      asked.at(-1)?.answer(outcome);
      await settlePromises();
    },
  };
}

describe('text on its way into a field', () => {
  it('is inserted one text at a time, in take order', async () => {
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

  it('is inserted even if its take is already closed', async () => {
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

  it('joins text left on the clipboard if it was spoken before the user could notice that', async () => {
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

  it('doesn’t join text that was forgotten', async () => {
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

  it('is not inserted if its take is dropped while the field is being read', async () => {
    const { queue, add, asked, reads, done, readSlowly } = fields();
    readSlowly();
    queue.open(1);
    add(1, 'unwanted');
    await settlePromises();
    queue.drop(1);
    reads[0]?.({ before: 'before' });
    await settlePromises();
    expect({ asked, done }).toEqual({ asked: [], done: [] });
  });

  it('does not time out because the machine slept during insertion', async () => {
    const { clock, queue, add, done, answer } = fields();
    queue.open(1);
    add(1, 'text');
    await settlePromises();
    clock.sleep(60_000);
    await answer('inserted');
    expect(done).toEqual([['inserted', 'text']]);
  });

  it('fails if the field does not answer in time, and is not inserted later', async () => {
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

describe('a text or Return that is postponed while a key is held', () => {
  const postponed = async (writing: Partial<WritingSettings> = {}) => {
    const held = fields(writing);
    held.heldKey.set(true);
    held.queue.open(1);
    return held;
  };

  it('is retried after the release, however late, and still before later text', async () => {
    const { clock, heldKey, queue, add, asked, done, answer } = await postponed();
    queue.open(2);
    add(1, 'first');
    queue.close(1);
    add(2, 'second');
    await settlePromises();
    await answer('postponed');
    clock.advance(INSERTION.limitMs);
    await settlePromises();
    expect(asked.map(({ text }) => text)).toEqual(['first']);
    heldKey.set(false);
    await settlePromises();
    await answer('inserted');
    expect(asked.map(({ text }) => text)).toEqual(['first', 'first', ' second']);
    expect(done).toEqual([['inserted', 'first']]);
  });

  it('is retried at once if the key was released meanwhile', async () => {
    const { heldKey, add, asked, answer } = await postponed();
    add(1, 'first');
    await settlePromises();
    heldKey.set(false);
    await answer('postponed');
    expect(asked).toHaveLength(2);
  });

  it('is postponed again if the key is held again', async () => {
    const { heldKey, add, asked, answer } = await postponed();
    add(1, 'first');
    await settlePromises();
    await answer('postponed');
    heldKey.set(false);
    heldKey.set(true);
    await settlePromises();
    await answer('postponed');
    await settlePromises();
    expect(asked).toHaveLength(2);
    heldKey.set(false);
    await settlePromises();
    expect(asked).toHaveLength(3);
  });

  it('is not inserted if its take is dropped while it waits', async () => {
    const { heldKey, queue, add, asked, done, answer } = await postponed();
    add(1, 'unwanted');
    await settlePromises();
    await answer('postponed');
    queue.drop(1);
    heldKey.set(false);
    await settlePromises();
    expect(asked).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it('contains a held-back command once', async () => {
    const { heldKey, add, asked, answer } = await postponed({ spokenCommands: true });
    add(1, 'Hello. Press enter.');
    await settlePromises();
    await answer('postponed');
    heldKey.set(false);
    await settlePromises();
    await answer('inserted');
    add(1, 'Not yet.');
    await settlePromises();
    expect(asked.map(({ text }) => text)).toEqual(['Hello.', 'Hello.', ' Press enter. Not yet.']);
  });

  it('is pressed after the release', async () => {
    const { heldKey, addReturn, presses, pressed } = await postponed();
    addReturn(1);
    await settlePromises();
    presses[0]?.answer('postponed');
    await settlePromises();
    expect({ presses: presses.length, pressed }).toEqual({ presses: 1, pressed: [] });
    heldKey.set(false);
    await settlePromises();
    presses[1]?.answer(true);
    await settlePromises();
    expect(pressed).toEqual([true]);
  });
});

describe('Return after the texts of a take', () => {
  it('is pressed shortly after the last of them, and before the texts of a later take', async () => {
    const { clock, queue, add, addReturn, asked, presses, pressed, answer } = fields();
    queue.open(1);
    queue.open(2);
    add(2, 'later');
    add(1, 'first');
    addReturn(1);
    queue.close(1);
    await settlePromises();
    await answer('inserted');
    expect(presses).toHaveLength(0);
    clock.advance(INSERTION.returnPauseMs);
    await settlePromises();
    expect({ presses: presses.length, asked: asked.length }).toEqual({ presses: 1, asked: 1 });
    expect(presses[0]?.isWanted()).toBe(true);
    presses[0]?.answer(true);
    await settlePromises();
    expect(pressed).toEqual([true]);
    expect(asked.map(({ text }) => text)).toEqual(['first', 'later']);
  });

  it.each([
    ['while it waits', 0, []],
    ['while it is about to be pressed', INSERTION.returnPauseMs, [false]],
  ])('is no longer wanted once its take is dropped %s', async (_, delayMs, wanted) => {
    const { clock, queue, add, addReturn, presses, pressed, answer } = fields();
    queue.open(1);
    add(1, 'text');
    addReturn(1);
    await settlePromises();
    await answer('inserted');
    clock.advance(delayMs);
    await settlePromises();
    queue.drop(1);
    clock.advance(INSERTION.returnPauseMs);
    await settlePromises();
    expect(presses.map(({ isWanted }) => isWanted())).toEqual(wanted);
    expect(pressed).toEqual([]);
  });

  it('makes the next text begin without a space', async () => {
    const { clock, queue, add, addReturn, asked, presses, answer } = fields();
    queue.open(1);
    add(1, 'sent');
    addReturn(1);
    await settlePromises();
    await answer('inserted');
    clock.advance(INSERTION.returnPauseMs);
    await settlePromises();
    presses[0]?.answer(true);
    add(1, 'next');
    await settlePromises();
    expect(asked.map(({ text }) => text)).toEqual(['sent', 'next']);
  });

  it('is given up if the field does not answer in time, and does not hold up later texts', async () => {
    const { clock, queue, add, addReturn, asked, presses, pressed } = fields();
    queue.open(1);
    queue.open(2);
    addReturn(1);
    queue.close(1);
    add(2, 'next');
    await settlePromises();
    clock.advance(INSERTION.limitMs);
    await settlePromises();
    expect(pressed).toEqual([false]);
    expect(presses[0]?.isWanted()).toBe(false);
    expect(asked.map(({ text }) => text)).toEqual(['next']);
  });
});

describe('spoken commands across several texts', () => {
  it('hold "press enter" back until it is known whether more is said', async () => {
    const { queue, add, asked, returnsSpoken, answer } = fields({ spokenCommands: true, removeFillers: true });
    queue.open(1);
    for (const text of ['Hello. Press enter.', 'Um.', 'Not yet.', 'Press enter.']) {
      add(1, text);
      await settlePromises();
      await answer('inserted');
    }
    expect(asked.map(({ text }) => text)).toEqual(['Hello.', ' Press enter. Not yet.']);
    expect(returnsSpoken).toEqual([true, true, false, true]);
  });

  it('start anew with each take', async () => {
    const { queue, add, asked, answer } = fields({ spokenCommands: true });
    for (const [take, text] of [
      [1, 'Press enter.'],
      [2, 'Hello.'],
    ] as const) {
      queue.open(take);
      add(take, text);
      queue.close(take);
      await settlePromises();
      await answer('inserted');
    }
    expect(asked.map(({ text }) => text)).toEqual(['Hello.']);
  });

  it('retract text that is still waiting, but nothing that is in the field', async () => {
    const { queue, add, asked, done, answer } = fields({ spokenCommands: true });
    queue.open(1);
    queue.open(2);
    add(2, 'One. Two.');
    add(2, 'Three.');
    add(2, 'Scratch that.');
    add(2, 'Scratch that.');
    queue.close(1);
    for (let turn = 0; turn < 4; turn += 1) {
      await settlePromises();
      await answer('inserted');
    }
    add(2, 'Scratch that.');
    await settlePromises();
    expect(asked.map(({ text }) => text)).toEqual(['One.']);
    expect(done.map(([, text]) => text)).toEqual(['One.', '', '', '', '']);
  });
});

describe('the text around the caret', () => {
  async function second(before: string, waitMs = 0): Promise<string | undefined> {
    const { clock, queue, add, asked, reads, answer, readSlowly } = fields({ fitToCaret: true });
    queue.open(1);
    add(1, 'We went home');
    await settlePromises();
    await answer('inserted');
    clock.advance(waitMs);
    readSlowly();
    add(1, 'And then.');
    await settlePromises();
    reads[0]?.({ before, after: '' });
    await settlePromises();
    return asked[1]?.text;
  }

  it('takes precedence over our own last text', async () => {
    expect(await second('We went  home')).toBe(' and then.');
    expect(await second('', INSERTION.settlesMs + 1)).toBe('And then.');
  });

  it('is ignored if our own last text is still missing there', async () => {
    expect(await second('')).toBe(' And then.');
  });
});

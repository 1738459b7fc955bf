import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import { HeldKey } from './held-key.ts';
import { InsertionQueue } from './insertion.ts';
import type { InsertionTarget, TextAround } from './ports.ts';
import { FakeCleaner } from './testing/fake-cleaner.ts';
import { INSERTION } from './tuning.ts';
import { AS_RECOGNIZED, type CleanUp, type WritingSettings } from './writing.ts';

const EDITOR: InsertionTarget = { id: 'editor', kind: 'multi-line' };
const TERMINAL: InsertionTarget = { id: 'terminal', kind: 'terminal' };
const LIMIT_MS = 2_500;

/** A queue for a field that accepts everything immediately, with a cleaner that tidies texts up. */
function tidied(writing: Partial<WritingSettings> = {}, limits: Partial<CleanUp> = {}, around?: TextAround) {
  const clock = new FakeClock();
  const cleaner = new FakeCleaner();
  const inserted: string[] = [];
  const asHeard: (string | undefined)[] = [];
  const states: string[] = [];
  const pressed: boolean[] = [];
  const reads: (() => void)[] = [];
  let readsAtOnce = true;
  const cleanUp: CleanUp = { cleaner, limitMs: LIMIT_MS, byPhrase: true, ...limits };
  const queue = new InsertionQueue(
    {
      clock: Object.assign(clock, { wallTime: () => 0, timeZone: () => 'UTC' }),
      heldKey: new HeldKey(),
      inserter: {
        focusedApp: async () => undefined,
        captureTarget: async () => EDITOR,
        textAround: () =>
          readsAtOnce ? Promise.resolve(around) : new Promise((resolve) => reads.push(() => resolve(around))),
        insert: async (_target, text) => {
          inserted.push(text);
          return 'inserted';
        },
        pressReturn: async () => true,
        leaveOnClipboard: async () => true,
      },
    },
    () => ({ ...AS_RECOGNIZED, languages: ['en'], cleanUp, ...writing }),
  );
  queue.open(1);
  return {
    clock,
    cleaner,
    queue,
    inserted,
    asHeard,
    states,
    pressed,
    reads,
    readSlowly: () => {
      readsAtOnce = false;
    },
    async say(text: string | string[], { take = 1, isPart = false, target = EDITOR } = {}) {
      queue.add(take, {
        phrases: [text].flat(),
        languages: ['en'],
        target: Promise.resolve(target),
        isPart,
        onCleanUp: (host, state) => states.push(`${state} at ${host}`),
        onDone: (result) => asHeard.push(result.asHeard),
      });
      await settlePromises();
    },
    addReturn: () => queue.addReturn(1, { target: EDITOR, onDone: (isPressed) => pressed.push(isPressed) }),
    async answer(text: string | undefined, index = cleaner.asked.length - 1) {
      cleaner.asked[index]?.answer(text);
      await settlePromises();
    },
    async pass(ms: number) {
      clock.advance(ms);
      await settlePromises();
    },
  };
}

describe('a text with clean-up', () => {
  it('is inserted as answered, and remembered as heard', async () => {
    const { cleaner, inserted, asHeard, states, say, answer, clock } = tidied({ vocabulary: ['Saykey'] });
    await say(['so we meet wednesday', 'no thursday']);
    expect(cleaner.asked).toMatchObject([
      { said: 'so we meet wednesday no thursday', context: { languages: ['en'], vocabulary: ['Saykey'] } },
    ]);
    expect(inserted).toEqual([]);
    await answer('So we meet Thursday.');
    expect(inserted).toEqual(['So we meet Thursday.']);
    expect(asHeard).toEqual(['so we meet wednesday no thursday']);
    expect(states).toEqual(['pending at model.example', 'tidied at model.example']);
    expect(clock.scheduledCount).toBe(0);
  });

  it('loses its fillers before clean-up, and gets its replacements and caret fit after it', async () => {
    const replacements = [{ from: 'saykey', to: 'SAYKEY' }];
    const { cleaner, inserted, asHeard, say, answer } = tidied(
      { removeFillers: true, fitToCaret: true, replacements },
      {},
      { before: 'We use', after: ' daily.' },
    );
    await say('Um, the thing saykey, the thing.');
    expect(cleaner.asked.map(({ said }) => said)).toEqual(['The thing saykey, the thing.']);
    await answer('The thing saykey.');
    expect(inserted).toEqual([' the thing SAYKEY']);
    expect(asHeard).toEqual([' the thing SAYKEY, the thing']);
  });

  it('is placed between the dictated line breaks', async () => {
    const { cleaner, inserted, say, answer } = tidied({ spokenCommands: true });
    await say(['New paragraph.', 'words', 'New line.']);
    expect(cleaner.asked.map(({ said }) => said)).toEqual(['words']);
    await answer('Words.\n');
    expect(inserted).toEqual(['\n\nWords.\n']);
  });

  it('contains only what its field accepts', async () => {
    const { inserted, say, answer } = tidied();
    await say('one two three', { target: TERMINAL });
    await answer('- one\n- two\u001b[201~\n- three');
    expect(inserted).toEqual(['- one - two - three']);
  });

  it.each([
    ['there is none', undefined],
    ['it is blank', ' \n'],
    ['it lost a line break that was asked for', 'First. Second.'],
  ])('is inserted as heard if the answer is unusable: %s', async (_why, text) => {
    const { inserted, asHeard, states, say, answer } = tidied({ spokenCommands: true });
    await say(['first.', 'New line.', 'second.']);
    await answer(text);
    expect(inserted).toEqual(['first.\nsecond.']);
    expect(asHeard).toEqual([undefined]);
    expect(states.at(-1)).toBe('as-heard at model.example');
  });

  it('is inserted as heard, and only once, if the answer is late', async () => {
    const { cleaner, inserted, states, say, answer, pass } = tidied();
    await say('words');
    await pass(LIMIT_MS - 1);
    expect(inserted).toEqual([]);
    await pass(1);
    expect(inserted).toEqual(['words']);
    expect(cleaner.asked[0]?.isCancelled).toBe(true);
    await answer('Words.');
    expect(inserted).toEqual(['words']);
    expect(states.at(-1)).toBe('late at model.example');
  });

  it('is inserted as heard if no request can be sent', async () => {
    const { cleaner, inserted, say } = tidied();
    cleaner.onAsked = () => {
      throw new Error('It is broken.');
    };
    await say('words');
    expect(inserted).toEqual(['words']);
  });

  it('is sent for clean-up once final, even while an earlier take is open, and its limit starts then', async () => {
    const { cleaner, queue, inserted, say, answer, pass } = tidied();
    queue.open(2);
    await say('later', { take: 2 });
    expect(cleaner.asked).toHaveLength(1);
    await pass(LIMIT_MS - 100);
    await say('earlier');
    queue.close(1);
    await pass(100);
    await answer('Later.', 0);
    expect(inserted).toEqual([]);
    await answer('Earlier.', 1);
    expect(inserted).toEqual(['Earlier.', ' later']);
  });

  it('has a time limit separate from the field’s', async () => {
    const { inserted, reads, readSlowly, say, answer, pass } = tidied({}, { limitMs: 2 * INSERTION.limitMs });
    readSlowly();
    await say('words');
    await pass(2 * INSERTION.limitMs - 1);
    await answer('Words.');
    await pass(INSERTION.limitMs - 1);
    reads[0]?.();
    await settlePromises();
    expect(inserted).toEqual(['Words.']);
  });

  it('is not inserted if the field does not answer in time after clean-up', async () => {
    const { inserted, asHeard, reads, readSlowly, say, answer, pass, clock } = tidied();
    readSlowly();
    await say('words');
    await answer('Words.');
    await pass(INSERTION.limitMs);
    expect(asHeard).toHaveLength(1);
    reads[0]?.();
    await settlePromises();
    expect(inserted).toEqual([]);
    expect(clock.scheduledCount).toBe(0);
  });

  it('delays the Return that sends it', async () => {
    const { inserted, pressed, say, addReturn, answer, pass } = tidied();
    await say('words');
    addReturn();
    await pass(1_000);
    expect(pressed).toEqual([]);
    await answer('Words.');
    await pass(INSERTION.returnPauseMs);
    expect([inserted, pressed]).toEqual([['Words.'], [true]]);
  });
});

describe('nothing is requested', () => {
  it.each([
    ['nothing but a command', ['Scratch that.'], ''],
    ['a line break', ['New line.'], '\n'],
    ['nothing but fillers', ['Um, uh.'], ''],
  ])('if %s was said', async (_what, phrases, text) => {
    const { cleaner, inserted, say } = tidied({ spokenCommands: true, removeFillers: true });
    await say(phrases);
    expect(cleaner.asked).toEqual([]);
    expect(inserted).toEqual(text === '' ? [] : [text]);
  });

  it('for separate phrases, if the user doesn’t want that', async () => {
    const { cleaner, inserted, say } = tidied({}, { byPhrase: false });
    await say('one', { isPart: true });
    await say('whole');
    expect(cleaner.asked.map(({ said }) => said)).toEqual(['whole']);
    expect(inserted).toEqual(['one']);
  });

  it('and nothing waits if it is turned off', async () => {
    const { inserted, clock, say } = tidied({ cleanUp: undefined });
    await say('words');
    expect(inserted).toEqual(['words']);
    expect(clock.scheduledCount).toBe(0);
  });
});

describe('a text whose clean-up is pending', () => {
  it('can be retracted by a phrase spoken meanwhile', async () => {
    const { cleaner, inserted, say, answer } = tidied({ spokenCommands: true });
    await say('Never mind.', { isPart: true });
    await say('Scratch that.', { isPart: true });
    expect(cleaner.asked[0]?.isCancelled).toBe(true);
    await say('the other thing', { isPart: true });
    await answer('The other thing.');
    expect(inserted).toEqual(['The other thing.']);
  });

  it('is inserted as heard if more is said after "press enter"', async () => {
    const { inserted, say, answer } = tidied({ spokenCommands: true });
    await say('Hello. Press enter.', { isPart: true });
    await say('and go', { isPart: true });
    await answer('And go.');
    expect(inserted.join('')).toBe('Hello. Press enter. And go.');
  });

  it('is not inserted once it is dropped, and its request is canceled', async () => {
    const { cleaner, queue, inserted, asHeard, states, clock, say } = tidied();
    await say('current');
    await say('waiting');
    queue.drop(1);
    await settlePromises();
    expect(cleaner.asked.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
    expect([inserted, asHeard]).toEqual([[], []]);
    expect(states).toEqual(['pending at model.example', 'pending at model.example']);
    expect(clock.scheduledCount).toBe(0);
  });

  it('is inserted as heard once waiting is given up', async () => {
    const { cleaner, queue, inserted, say } = tidied();
    queue.open(2);
    await say('current');
    await say('waiting');
    await say('of another take', { take: 2 });
    queue.close(1);
    queue.endCleanUps(1);
    await settlePromises();
    expect(inserted).toEqual(['current', ' waiting']);
    queue.endCleanUps();
    await settlePromises();
    expect(inserted).toEqual(['current', ' waiting', ' of another take']);
    expect(cleaner.asked.every(({ isCancelled }) => isCancelled)).toBe(true);
  });

  it('is not sent to the model if its field becomes known only after the time limit', async () => {
    const { cleaner, queue, clock } = tidied();
    const { promise, resolve } = Promise.withResolvers<InsertionTarget>();
    queue.add(1, {
      phrases: ['words'],
      languages: ['en'],
      target: promise,
      isPart: false,
      onCleanUp: () => undefined,
      onDone: () => undefined,
    });
    clock.advance(LIMIT_MS);
    resolve(EDITOR);
    await settlePromises();
    expect(cleaner.asked).toEqual([]);
  });
});

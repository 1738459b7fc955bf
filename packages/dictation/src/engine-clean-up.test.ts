import { samplesIn } from '@workspace/speech/samples';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import { FakeCleaner } from './testing/fake-cleaner.ts';
import { FakeWorld, HEALTHY } from './testing/fake-world.ts';
import { AS_RECOGNIZED, type CleanUp, type WritingSettings } from './writing.ts';

const LIMIT_MS = 2_500;

/** A room in which three words are spoken in two phrases, and a cleaner that tidies texts up. */
function room(limits: Partial<CleanUp> = {}, writing: Partial<WritingSettings> = {}) {
  const words = (
    [
      ['one', 500, 900],
      ['two', 1_000, 2_000],
      ['three', 3_500, 4_500],
    ] as const
  ).map(([text, from, to]) => ({ text, from: samplesIn(from), to: samplesIn(to) }));
  const world = new FakeWorld(words);
  const cleaner = new FakeCleaner();
  const cleanUp: CleanUp = { cleaner, limitMs: LIMIT_MS, byPhrase: true, ...limits };
  world.writing = () => ({ ...AS_RECOGNIZED, cleanUp, ...writing });
  return {
    world,
    cleaner,
    engine: world.engine,
    texts: () => world.inserted.map(({ text }) => text),
    said: () => cleaner.asked.map(({ said }) => said),
    async hold(ms: number, manner: { insertsWhileHolding?: boolean } = {}) {
      world.engine.gesture({ type: 'hold-pressed', holdDown: true, ...manner });
      await world.run(ms);
      world.engine.gesture({ type: 'hold-released', holdDown: false });
      await world.run(1_000);
    },
    async answer(text: string | undefined) {
      cleaner.asked.at(-1)?.answer(text);
      await settlePromises();
    },
  };
}

describe('a dictation with clean-up', () => {
  it('is cleaned up once as a whole, reports that, and is remembered as heard', async () => {
    const { world, engine, hold, answer, said, texts } = room();
    await hold(4_600);
    expect(said()).toEqual(['one two three']);
    expect(engine.view().takes).toMatchObject([
      { phase: 'inserting', cleanUp: { host: 'model.example', state: 'pending' } },
    ]);
    await answer('One, two: three.');
    expect(texts()).toEqual(['One, two: three.']);
    expect(engine.view()).toMatchObject({ lastText: 'One, two: three.', lastAsHeard: 'one two three' });
    expect(world.over).toMatchObject([{ phase: 'done', cleanUp: { host: 'model.example', state: 'tidied' } }]);
  });

  it('is not also remembered as heard if it was inserted as heard', async () => {
    const { world, engine, hold, texts } = room();
    await hold(4_600);
    await world.run(LIMIT_MS);
    expect(texts()).toEqual(['one two three']);
    expect(engine.view().lastAsHeard).toBeUndefined();
    expect(world.over).toMatchObject([{ phase: 'done', cleanUp: { state: 'late' } }]);
  });

  it('does not hold up recording of the next one, whose text waits its turn', async () => {
    const { world, hold, cleaner, texts } = room({ limitMs: 30_000 });
    await hold(2_100);
    await hold(1_600);
    expect(cleaner.asked.map(({ said }) => said)).toEqual(['one two', 'three']);
    cleaner.asked[1]?.answer('Three.');
    await settlePromises();
    expect(texts()).toEqual([]);
    cleaner.asked[0]?.answer('One, two.');
    await settlePromises();
    await world.run(100);
    expect(texts()).toEqual(['One, two.', ' Three.']);
  });

  it('is cleaned up phrase by phrase if inserted that way, and remembered as a whole', async () => {
    const { world, engine, answer, texts, said } = room();
    engine.gesture({ type: 'toggle-pressed' });
    await world.run(3_200);
    await answer('One, two.');
    expect(engine.view()).toMatchObject({ capture: 'recording', takes: [{ cleanUp: { state: 'tidied' } }] });
    await world.run(2_000);
    engine.gesture({ type: 'toggle-pressed' });
    await world.run(1_000);
    await answer(undefined);
    expect(said()).toEqual(['one two', 'three']);
    expect(texts()).toEqual(['One, two.', ' three']);
    expect(engine.view().lastAsHeard).toBe('one two three');
    expect(world.over).toMatchObject([{ cleanUp: { state: 'as-heard' } }]);
  });

  it.each([
    ['one two three', { insertWhileHolding: false }],
    [undefined, { insertWhileHolding: true }],
  ])('is cleaned up as a whole or, if the user prefers, not at all (%s)', async (whole, writing) => {
    const { hold, answer, said, texts, world } = room({ byPhrase: false }, writing);
    await hold(4_600, { insertsWhileHolding: true });
    await answer('One, two: three.');
    await world.run(100);
    expect(said()).toEqual(whole === undefined ? [] : [whole]);
    expect(texts()).toEqual(whole === undefined ? ['one two', ' three'] : ['One, two: three.']);
  });

  it('is not cleaned up in parts if it is toggled and the user doesn’t want that', async () => {
    const { world, engine, cleaner, texts } = room({ byPhrase: false });
    engine.gesture({ type: 'toggle-pressed' });
    await world.run(2_900);
    engine.gesture({ type: 'toggle-pressed' });
    await world.run(1_000);
    expect([cleaner.asked, texts()]).toEqual([[], ['one two']]);
  });
});

describe('a text whose clean-up is pending', () => {
  it('is inserted as heard when the machine goes to sleep', async () => {
    const { world, hold, texts } = room();
    await hold(4_600);
    await world.sleep(60_000);
    expect(texts()).toEqual(['one two three']);
  });

  it('is not inserted after everything is forgotten', async () => {
    const { world, engine, cleaner, hold, answer, texts } = room();
    await hold(2_100);
    await answer('One, two.');
    await hold(1_600);
    engine.forget();
    await world.run(LIMIT_MS);
    expect([cleaner.asked[1]?.isCancelled, texts()]).toEqual([true, ['One, two.']]);
    expect(engine.view()).not.toHaveProperty('lastAsHeard');
  });

  /** The first phrase is understood, and the provider refuses the rest. */
  async function failing() {
    const made = room({ limitMs: 30_000 });
    const { world, engine } = made;
    engine.gesture({ type: 'hold-pressed', holdDown: true });
    await world.run(3_200);
    world.mood = { ...HEALTHY, connectMs: 'never' };
    engine.wake();
    await world.run(1_400);
    world.mood = { ...HEALTHY, fails: { kind: 'auth', afterMs: 1 } };
    engine.wake();
    engine.gesture({ type: 'hold-released', holdDown: false });
    await world.run(1_500);
    expect(engine.view().takes).toMatchObject([{ phase: 'failed', cleanUp: { state: 'pending' } }]);
    return made;
  }

  it('is inserted as heard before the text that a retry adds', async () => {
    const { world, engine, cleaner, texts } = await failing();
    world.mood = HEALTHY;
    engine.retry(1);
    await world.run(1_000);
    expect(texts()).toEqual(['one two']);
    cleaner.asked[1]?.answer('Three.');
    await world.run(100);
    expect(texts()).toEqual(['one two', ' Three.']);
  });

  it('is not inserted after a cancel, even if its dictation failed', async () => {
    const { world, engine, cleaner, texts } = await failing();
    engine.gesture({ type: 'cancel-pressed' });
    await world.run(31_000);
    expect([cleaner.asked[0]?.isCancelled, texts()]).toEqual([true, []]);
  });
});

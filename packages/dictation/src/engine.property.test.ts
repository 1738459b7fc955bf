import { samplesIn } from '@workspace/speech/samples';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InsertionOutcome, MicrophoneFailure } from './ports.ts';
import { FakeCleaner } from './testing/fake-cleaner.ts';
import { FakeWorld, HEALTHY, type Mood, type WorldOptions } from './testing/fake-world.ts';
import type { SpokenWord } from './testing/spoken-words.ts';
import { TAKE } from './tuning.ts';
import { AS_RECOGNIZED } from './writing.ts';

type Command =
  | { do: 'press-hold' }
  | { do: 'release-hold' }
  | { do: 'press-toggle' }
  | { do: 'dictate'; ms: number }
  | { do: 'wait'; ms: number }
  | { do: 'provider'; mood: Mood }
  | { do: 'sleep'; ms: number }
  | { do: 'jump-wall-time'; ms: number }
  | { do: 'break-microphone'; failure: MicrophoneFailure }
  | { do: 'open-microphone-after'; ms: number }
  | { do: 'focus'; on: string };

const mood: fc.Arbitrary<Mood> = fc.record(
  {
    connectMs: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 2_500 }) }, fc.constant('never' as const)),
    finalMs: fc.integer({ min: 1, max: 4_000 }),
    fails: fc.record({
      kind: fc.constantFrom('network', 'timeout', 'expired', 'server', 'protocol', 'rate-limit', 'auth', 'quota'),
      afterMs: fc.integer({ min: 1, max: 6_000 }),
    }),
    reorders: fc.boolean(),
    repeats: fc.boolean(),
    mute: fc.constantFrom(false, false, false, true),
  },
  { requiredKeys: ['connectMs', 'finalMs', 'reorders', 'repeats', 'mute'] },
);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Command>({ do: 'press-hold' }) },
  { weight: 4, arbitrary: fc.constant<Command>({ do: 'release-hold' }) },
  { weight: 2, arbitrary: fc.constant<Command>({ do: 'press-toggle' }) },
  { weight: 6, arbitrary: fc.integer({ min: 1_000, max: 15_000 }).map((ms): Command => ({ do: 'dictate', ms })) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6_000 }).map((ms): Command => ({ do: 'wait', ms })) },
  { weight: 3, arbitrary: mood.map((mood): Command => ({ do: 'provider', mood })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000 }).map((ms): Command => ({ do: 'sleep', ms })) },
  { weight: 1, arbitrary: fc.integer({ min: -9e9, max: 9e9 }).map((ms): Command => ({ do: 'jump-wall-time', ms })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('lost', 'failed', 'denied', 'missing')
      .map((failure: MicrophoneFailure): Command => ({ do: 'break-microphone', failure })),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 2_500 }).map((ms): Command => ({ do: 'open-microphone-after', ms })),
  },
  { weight: 1, arbitrary: fc.constantFrom('editor', 'chat').map((on): Command => ({ do: 'focus', on })) },
);

/** Speech for a minute and a half: phrases of one to eight words, with breaths and long pauses between them. */
const speech: fc.Arbitrary<SpokenWord[]> = fc
  .array(
    fc.record({
      pauseMs: fc.integer({ min: 200, max: 2_000 }),
      words: fc.array(fc.record({ gapMs: fc.integer({ min: 60, max: 180 }), ms: fc.integer({ min: 140, max: 700 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
    }),
    { minLength: 20, maxLength: 40 },
  )
  .map((phrases) => {
    const words: SpokenWord[] = [];
    let ms = 0;
    for (const phrase of phrases) {
      ms += phrase.pauseMs;
      for (const word of phrase.words) {
        ms += word.gapMs;
        words.push({
          text: `w${words.length}`,
          from: 2 * (samplesIn(ms) >> 1),
          to: 2 * (samplesIn(ms + word.ms) >> 1),
        });
        ms += word.ms;
      }
    }
    return words;
  });

const options: fc.Arbitrary<WorldOptions> = fc.record({
  segmentation: fc.constantFrom('client' as const, 'server' as const),
  fallback: fc.boolean(),
});

/** The same, with or without recognition on this computer, and on any platform. */
const anyOptions = fc
  .record({ base: options, backup: fc.boolean(), needsKeysUp: fc.boolean() })
  .map(({ base, ...others }) => ({ ...base, ...others }));

const histories = fc.array(command, { minLength: 5, maxLength: 25, size: 'max' });

async function perform(world: FakeWorld, command: Command): Promise<void> {
  switch (command.do) {
    case 'press-hold':
      world.engine.gesture({ type: 'hold-pressed', holdDown: true });
      break;
    case 'release-hold':
      world.engine.gesture({ type: 'hold-released', holdDown: false });
      break;
    case 'press-toggle':
      world.engine.gesture({ type: 'toggle-pressed' });
      break;
    case 'dictate':
      world.engine.gesture({ type: 'hold-pressed', holdDown: true });
      await world.run(command.ms);
      world.engine.gesture({ type: 'hold-released', holdDown: false });
      break;
    case 'wait':
      await world.run(command.ms);
      break;
    case 'provider':
      world.mood = command.mood;
      break;
    case 'sleep':
      await world.sleep(command.ms);
      break;
    case 'jump-wall-time':
      world.jumpWallTime(command.ms);
      break;
    case 'break-microphone':
      world.breakMicrophone(command.failure);
      break;
    case 'open-microphone-after':
      world.microphoneOpensAfterMs = command.ms;
      break;
    case 'focus':
      world.focus = command.on;
      break;
  }
}

/** Releases all keys, and switches off whatever is on. */
async function letGo(world: FakeWorld): Promise<void> {
  world.engine.gesture({ type: 'hold-read', holdDown: false });
  world.engine.gesture({ type: 'sleep' });
  await world.run(4_000);
}

/** Restores the provider, and retries everything until it is through. */
async function recover(world: FakeWorld): Promise<void> {
  world.mood = HEALTHY;
  await world.run(50_000);
  for (const take of world.engine.view().takes) world.engine.retry(take.id);
  await world.run(20_000);
}

/** Plays a history in a new world, then releases all keys and restores the provider. */
async function live(words: SpokenWord[], options: WorldOptions, commands: Command[]): Promise<FakeWorld> {
  const world = new FakeWorld(words, options);
  for (const command of commands) await perform(world, command);
  await letGo(world);
  await recover(world);
  return world;
}

describe('an engine, whatever happens', () => {
  it('inserts every word that was recorded, exactly once, and leaves nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(speech, anyOptions, histories, async (words, options, commands) => {
        const world = await live(words, options, commands);
        const recorded = [...world.captured.keys()].flatMap((take) => world.wordsCaptured(take));
        expect(world.wordsInserted.toSorted()).toEqual(recorded.toSorted());

        // In the order of speaking, except for takes that failed: their rest comes with the retry.
        const failed = new Set(world.over.filter(({ phase }) => phase === 'failed').map(({ id }) => id));
        const inOrder = [...world.captured.keys()]
          .filter((take) => !failed.has(take))
          .flatMap((take) => world.wordsCaptured(take));
        expect(world.wordsInserted.filter((word) => inOrder.includes(word))).toEqual(inOrder);

        // Seconds count once for each take that became text.
        const withText = [...world.captured.keys()].filter((take) => world.wordsCaptured(take).length > 0);
        expect(world.usage).toHaveLength(withText.length);

        await world.run(TAKE.keepFailedMs);
        expect(world.engine.view()).toMatchObject({ capture: 'idle', takes: [] });
        expect(world).toMatchObject({ openMicrophones: 0, openSessions: 0 });
        expect(world.clock.scheduledCount).toBe(0);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('presses Return only right after a confirmed text, in its field, and once per dictation', async () => {
    const fields = fc.array(
      fc.constantFrom<InsertionOutcome>('inserted', 'inserted', 'unconfirmed', 'on-clipboard', 'failed'),
      { minLength: 1, maxLength: 6 },
    );
    const keys = fc.record({ key: fc.constantFrom('hold', 'send'), insertsWhileHolding: fc.boolean() });
    const settings = fc.record({
      pressReturn: fc.constantFrom('never', 'always'),
      insertWhileHolding: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(speech, anyOptions, histories, fields, keys, settings, async (...history) => {
        const [words, options, commands, outcomes, key, settings] = history;
        const world = new FakeWorld(words, options);
        world.writing = (app) => ({ ...AS_RECOGNIZED, ...(app === 'editor' && settings) });
        let presses = 0;
        for (const [index, command] of commands.entries()) {
          world.insertionOutcome = outcomes[index % outcomes.length] ?? 'inserted';
          if (command.do === 'press-hold') world.engine.gesture({ type: 'hold-pressed', holdDown: true, ...key });
          else await perform(world, command);
          presses += command.do === 'dictate' || command.do.startsWith('press') ? 1 : 0;
        }
        await letGo(world);
        await recover(world);
        const returns = world.fieldLog.filter((entry) => entry.startsWith('Return'));
        expect(returns.length).toBeLessThanOrEqual(presses);
        for (const [index, entry] of world.fieldLog.entries()) {
          if (!entry.startsWith('Return')) continue;
          expect(world.fieldLog[index - 1]).toBe(entry.replace('Return', 'inserted'));
        }
        const isWanted = key.key === 'send' || settings.pressReturn === 'always';
        if (!isWanted) expect(returns).toEqual([]);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('sends and inserts nothing more after a cancel', async () => {
    await fc.assert(
      fc.asyncProperty(speech, anyOptions, histories, async (words, options, commands) => {
        const world = new FakeWorld(words, options);
        world.writing = () => ({ ...AS_RECOGNIZED, pressReturn: 'always' });
        for (const command of commands) await perform(world, command);
        world.engine.gesture({ type: 'cancel-pressed' });
        await settlePromises();
        const before = { pushed: world.pushed, inserted: world.fieldLog.length };
        await world.run(40_000);
        expect({ pushed: world.pushed, inserted: world.fieldLog.length }).toEqual(before);
        expect(world).toMatchObject({ openMicrophones: 0, openSessions: 0 });
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('requests no clean-up after a cancel, aborts pending requests, and inserts nothing more', async () => {
    await fc.assert(
      fc.asyncProperty(speech, anyOptions, histories, async (words, options, commands) => {
        const world = new FakeWorld(words, options);
        const cleaner = new FakeCleaner();
        world.writing = () => ({ ...AS_RECOGNIZED, cleanUp: { cleaner, limitMs: 30_000, byPhrase: true } });
        for (const command of commands) await perform(world, command);
        world.engine.gesture({ type: 'cancel-pressed' });
        await settlePromises();
        expect(cleaner.asked.every(({ isCancelled }) => isCancelled)).toBe(true);
        const before = { asked: cleaner.asked.length, inserted: world.inserted.length };
        await world.run(40_000);
        expect({ asked: cleaner.asked.length, inserted: world.inserted.length }).toEqual(before);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('inserts every word once, as heard or as cleaned up in time, whatever happens to the clean-up', async () => {
    const answer = fc.record({
      ms: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.constant('never' as const)),
      kind: fc.constantFrom('tidied', 'tidied', 'none', 'blank', 'rejected'),
    });
    const limits = fc.record({ limitMs: fc.integer({ min: 1, max: 4_000 }), byPhrase: fc.boolean() });
    const answers = fc.array(answer, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        speech,
        anyOptions,
        histories,
        answers,
        limits,
        fc.boolean(),
        async (words, options, commands, answers, limits, insertWhileHolding) => {
          const world = new FakeWorld(words, options);
          const { clock } = world;
          const awakeMs = () => clock.now() - clock.sleptMs;
          const cleaner = new FakeCleaner(awakeMs);
          const askedAt: number[] = [];
          cleaner.onAsked = (asked) => {
            const index = askedAt.push(awakeMs()) - 1;
            const { ms, kind } = answers[index % answers.length]!;
            if (ms === 'never') return;
            clock.schedule(ms, () => {
              if (kind === 'rejected') asked.fail(new Error('It failed.'));
              else asked.answer(kind === 'tidied' ? `tidied${index}` : kind === 'blank' ? ' ' : undefined);
            });
          };
          world.writing = () => ({ ...AS_RECOGNIZED, insertWhileHolding, cleanUp: { cleaner, ...limits } });
          for (const command of commands) {
            if (command.do === 'press-hold')
              world.engine.gesture({ type: 'hold-pressed', holdDown: true, insertsWhileHolding: true });
            else await perform(world, command);
          }
          await letGo(world);
          await recover(world);
          await world.run(5_000);

          const isInTime = (index: number) => {
            const { ms } = answers[index % answers.length]!;
            return ms !== 'never' && ms <= limits.limitMs;
          };
          const used = world.wordsInserted.flatMap((word) => /^tidied(\d+)$/.exec(word)?.[1] ?? []).map(Number);
          expect(used.every(isInTime)).toBe(true);
          const said = world.wordsInserted.flatMap((word) => {
            const [, index] = /^tidied(\d+)$/.exec(word) ?? [];
            return index === undefined ? [word] : cleaner.asked[Number(index)]!.said.split(' ');
          });
          const recorded = [...world.captured.keys()].flatMap((take) => world.wordsCaptured(take));
          expect(said.toSorted()).toEqual(recorded.toSorted());
          const failed = new Set(world.over.filter(({ phase }) => phase === 'failed').map(({ id }) => id));
          const inOrder = [...world.captured.keys()]
            .filter((take) => !failed.has(take))
            .flatMap((take) => world.wordsCaptured(take));
          expect(said.filter((word) => inOrder.includes(word))).toEqual(inOrder);

          // No answer is awaited beyond the limit, not counting the machine's sleep.
          for (const [index, { cancelledAt }] of cleaner.asked.entries()) {
            if (!isInTime(index)) expect(cancelledAt! - askedAt[index]!).toBeLessThanOrEqual(limits.limitMs);
          }
          expect(world.engine.view().takes).toEqual([]);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('loses no word that is spoken within the tail, and inserts each once and in order', async () => {
    const lengths = fc.record({
      word: fc.integer({ min: 300, max: 3_000 }),
      silence: fc.integer({ min: 200, max: 1_500 }),
      /** The last word: it begins while samples from before the release may still be in flight. */
      lateBy: fc.integer({ min: -60, max: 80 }),
      last: fc.integer({ min: 100, max: 380 }),
    });
    const answers = fc.record({
      finalMs: fc.integer({ min: 1, max: 600 }),
      connectMs: fc.integer({ min: 1, max: 3_000 }),
    });
    const modes = fc.constantFrom('hold' as const, 'toggle' as const);
    await fc.assert(
      fc.asyncProperty(
        lengths,
        answers,
        options,
        modes,
        async ({ word, silence, lateBy, last }, answers, options, mode) => {
          const release = 500 + word + silence;
          const words = [
            { text: 'first', from: samplesIn(500), to: samplesIn(500 + word) },
            { text: 'last', from: samplesIn(release + lateBy), to: samplesIn(release + lateBy + last) },
          ];
          const world = new FakeWorld(words, options);
          world.mood = { ...HEALTHY, ...answers };
          world.engine.gesture({ type: mode === 'hold' ? 'hold-pressed' : 'toggle-pressed' });
          await world.run(release);
          world.engine.gesture({ type: mode === 'hold' ? 'hold-released' : 'toggle-pressed' });
          await world.run(6_000);
          expect(world.wordsInserted).toEqual(['first', 'last']);
          expect(world.over).toMatchObject([{ phase: 'done', text: 'first last' }]);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('gives up on an unresponsive provider, keeps the audio, and recognizes it later', async () => {
    await fc.assert(
      fc.asyncProperty(
        speech,
        options,
        mood,
        fc.integer({ min: 3_000, max: 20_000 }),
        async (words, options, bad, ms) => {
          const world = new FakeWorld(words, options);
          world.mood = { ...bad, mute: true };
          await perform(world, { do: 'dictate', ms });
          await world.run(60_000);
          const spoken = world.wordsCaptured(1);
          expect(world.wordsInserted).toEqual([]);
          expect(world.engine.view().takes.map(({ phase }) => phase)).toEqual(spoken.length > 0 ? ['failed'] : []);
          await recover(world);
          expect(world.wordsInserted).toEqual(spoken);
        },
      ),
      { numRuns: 30, endOnFailure: true },
    );
  });
});

describe('an engine with a backup on this computer', () => {
  const WITHIN_MS = 6_000;
  const withBackup = options.map((chosen): WorldOptions => ({ ...chosen, backup: true }));

  it('inserts every word within six seconds of the release, exactly once and in order, however the provider fails', async () => {
    const trouble = fc.record(
      {
        connectMs: fc.oneof(
          { weight: 3, arbitrary: fc.integer({ min: 1, max: 1_200 }) },
          fc.constant('never' as const),
        ),
        finalMs: fc.integer({ min: 1, max: 4_000 }),
        fails: fc.record(
          {
            kind: fc.constantFrom('network', 'timeout', 'expired', 'server', 'protocol', 'rate-limit', 'auth', 'quota'),
            afterMs: fc.integer({ min: 1, max: 6_000 }),
            retryAfterMs: fc.integer({ min: 1, max: 60_000 }),
          },
          { requiredKeys: ['kind', 'afterMs'] },
        ),
        reorders: fc.boolean(),
        repeats: fc.boolean(),
        mute: fc.boolean(),
        silent: fc.boolean(),
      },
      { requiredKeys: ['connectMs', 'finalMs', 'reorders', 'repeats', 'mute'] },
    );
    const troubled = fc.oneof(
      { weight: 2, arbitrary: fc.integer({ min: 1_000, max: 20_000 }).map((ms): Command => ({ do: 'dictate', ms })) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 6_000 }).map((ms): Command => ({ do: 'wait', ms })) },
      { weight: 3, arbitrary: trouble.map((mood): Command => ({ do: 'provider', mood })) },
    );
    const troubles = fc.array(troubled, { minLength: 2, maxLength: 12, size: 'max' });
    await fc.assert(
      fc.asyncProperty(speech, withBackup, troubles, async (words, options, commands) => {
        const world = new FakeWorld(words, options);
        const releasedAt: number[] = [];
        for (const command of commands) {
          await perform(world, command);
          if (command.do === 'dictate') releasedAt.push(world.clock.now());
        }
        await world.run(WITHIN_MS);
        expect(world.wordsInserted).toEqual([...world.captured.keys()].flatMap((take) => world.wordsCaptured(take)));
        expect(world.over.filter(({ phase }) => phase !== 'done')).toEqual([]);
        for (const [index, at] of releasedAt.entries()) {
          expect(world.overAt.get(index + 1)).toBeLessThanOrEqual(at + WITHIN_MS);
        }
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('needs no retry by the user, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(speech, withBackup, histories, async (words, options, commands) => {
        const world = new FakeWorld(words, options);
        for (const command of commands) await perform(world, command);
        await letGo(world);
        await world.run(10_000);
        expect(world.wordsInserted).toEqual([...world.captured.keys()].flatMap((take) => world.wordsCaptured(take)));
        expect(world.over.filter(({ phase }) => phase !== 'done')).toEqual([]);
        expect(world).toMatchObject({ openMicrophones: 0, openSessions: 0 });
        expect(world.clock.scheduledCount).toBe(0);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('does not use the backup while the provider works', async () => {
    const fine = fc.record({
      connectMs: fc.integer({ min: 1, max: 800 }),
      finalMs: fc.integer({ min: 1, max: 2_000 }),
      reorders: fc.constant(false),
      repeats: fc.boolean(),
      mute: fc.constant(false),
    });
    await fc.assert(
      fc.asyncProperty(speech, withBackup, fine, histories, async (words, options, fine, commands) => {
        const world = new FakeWorld(words, options);
        world.mood = fine;
        for (const command of commands) if (command.do !== 'provider') await perform(world, command);
        await letGo(world);
        await world.run(5_000);
        expect(world.backup).toMatchObject({ sessions: 0, pushed: 0 });
        expect(world.over.filter(({ backup, backupSeconds }) => backup || backupSeconds > 0)).toEqual([]);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});

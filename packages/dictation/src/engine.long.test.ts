// More than an hour of dictation, with faults.
import { samplesIn } from '@workspace/speech/samples';
import { describe, expect, it } from 'vitest';
import { FakeWorld, HEALTHY, type Mood, type WorldOptions } from './testing/fake-world.ts';
import type { SpokenWord } from './testing/spoken-words.ts';

/** A two-second word every minute. */
const everyMinute = Array.from({ length: 62 }, (_, minute): SpokenWord => {
  const startMs = minute * 60_000 + 1_000;
  return { text: `m${minute}`, from: samplesIn(startMs), to: samplesIn(startMs + 2_000) };
});

function world(options: WorldOptions, mood: Partial<Mood>): FakeWorld {
  const made = new FakeWorld(everyMinute, options);
  made.mood = { ...HEALTHY, ...mood };
  return made;
}

describe('a long dictation', () => {
  it.each(['network', 'auth'] as const)(
    'keeps its first hour until the release, even if the provider fails (%s)',
    async (kind) => {
      const room = world({}, { fails: { kind, afterMs: 59 * 60_000 } });
      room.engine.gesture({ type: 'hold-pressed', holdDown: true });
      await room.run(58 * 60_000, 1_000);
      room.mood = { ...HEALTHY, fails: { kind, afterMs: 1 } };
      await room.run(17 * 60_000, 1_000);
      room.mood = HEALTHY;
      room.engine.gesture({ type: 'hold-released', holdDown: false });
      await room.run(4_000);
      for (const { id } of room.engine.view().takes) room.engine.retry(id);
      await room.run(4_000);
      expect(room.wordsInserted).toEqual(everyMinute.map(({ text }) => text));
    },
  );

  it('is recognized completely by the backup, over the full length of a take', async () => {
    const room = world({ backup: true }, { fails: { kind: 'network', afterMs: 1 } });
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(62 * 60_000, 1_000);
    room.engine.gesture({ type: 'hold-released', holdDown: false });
    await room.run(6_000);
    expect(room.wordsInserted).toEqual(everyMinute.map(({ text }) => text));
    expect(room.over.map(({ phase }) => phase)).toEqual(['done', 'done']);
  });
});

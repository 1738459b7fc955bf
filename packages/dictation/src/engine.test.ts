import { samplesIn } from '@workspace/speech/samples';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import { FakeWorld, HEALTHY, type Mood, type WorldOptions } from './testing/fake-world.ts';
import type { SpokenWord } from './testing/spoken-words.ts';
import { CAPTURE, GESTURE, INSERTION, TAKE } from './tuning.ts';
import { AS_RECOGNIZED, type WritingSettings } from './writing.ts';

/** Words at their times: `[text, fromMs, toMs]`. */
function spoken(...words: readonly [string, number, number][]): SpokenWord[] {
  return words.map(([text, from, to]) => ({ text, from: samplesIn(from), to: samplesIn(to) }));
}

const TWO_PHRASES = spoken(['one', 500, 900], ['two', 1_000, 2_000], ['three', 3_500, 4_500]);

function world(words = TWO_PHRASES, options: WorldOptions = {}, mood: Partial<Mood> = {}): FakeWorld {
  const made = new FakeWorld(words, options);
  made.mood = { ...HEALTHY, ...mood };
  return made;
}

async function hold(world: FakeWorld, ms: number): Promise<void> {
  world.engine.gesture({ type: 'hold-pressed', holdDown: true });
  await world.run(ms);
  world.engine.gesture({ type: 'hold-released', holdDown: false });
}

const toggle = (world: FakeWorld) => world.engine.gesture({ type: 'toggle-pressed' });
const texts = (world: FakeWorld) => world.inserted.map(({ text }) => text);

describe('holding the key', () => {
  it('inserts everything at once, after the release', async () => {
    const room = world();
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(4_600);
    expect(room.engine.view().takes[0]?.text).toContain('one two');
    expect(texts(room)).toEqual([]);
    room.engine.gesture({ type: 'hold-released', holdDown: false });
    await room.run(1_000);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.usage).toEqual([{ startedAt: '2026-09-21T14:13:20.000Z', seconds: 4.66, timezone: 'Europe/Berlin' }]);
  });

  it('keeps a word that is being spoken at the release, up to half a second of it', async () => {
    const room = world(spoken(['yes', 300, 1_300]));
    await hold(room, 1_000);
    await room.run(1_000);
    expect(texts(room)).toEqual(['yes']);
    const long = world(spoken(['endless', 300, 9_000]));
    await hold(long, 1_000);
    await long.run(520);
    expect(long.engine.view().capture).toBe('idle');
  });

  it('stops once the microphone is open if the key is released before that', async () => {
    const room = world();
    room.microphoneOpensAfterMs = 2_000;
    await hold(room, 100);
    await room.run(1_800);
    expect(room.engine.view().capture).toBe('starting');
    await room.run(400);
    expect(room.engine.view().capture).toBe('idle');
    expect(room.openMicrophones).toBe(0);
  });

  it('never latches, however quickly the key is pressed', async () => {
    const room = world();
    for (let press = 0; press < 50; press += 1) {
      await hold(room, 20 + (press % 5) * 20);
      await room.run((press % 3) * 20);
    }
    await room.run(CAPTURE.tailMaxMs + 100);
    expect(room.engine.view()).toMatchObject({ capture: 'idle' });
    expect(room.openMicrophones).toBe(0);
  });

  it('begins a new take at once while earlier text is pending, and inserts in the order of speaking', async () => {
    const room = world(TWO_PHRASES, {}, { finalMs: 3_000 });
    await hold(room, 2_100);
    await room.run(1_000);
    room.mood = HEALTHY;
    await hold(room, 1_600);
    await room.run(200);
    expect(room.engine.view().takes.map(({ phase }) => phase)).toEqual(['finishing', 'finishing']);
    await room.run(5_000);
    expect(texts(room)).toEqual(['one two', ' three']);
  });

  it('postpones earlier text that cannot be inserted while the key is held, without ending the dictation', async () => {
    const room = world(TWO_PHRASES, { needsKeysUp: true }, { finalMs: 3_000 });
    await hold(room, 2_100);
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(INSERTION.limitMs + 5_000);
    expect(texts(room)).toEqual([]);
    expect(room.engine.view()).toMatchObject({ capture: 'recording' });
    room.engine.gesture({ type: 'hold-released', holdDown: false });
    await room.run(5_000);
    expect(texts(room)).toEqual(['one two', ' three']);
  });

  it('sends nothing if nothing is said', async () => {
    const room = world([]);
    await hold(room, 3_000);
    await room.run(1_000);
    expect(room).toMatchObject({ pushed: 0, inserted: [], usage: [] });
    expect(room.over.map(({ phase }) => phase)).toEqual(['done']);
  });
});

describe.each(['client', 'server'] as const)(
  'the tail of a release in silence, if the %s segments the audio',
  (segmentation) => {
    const words = (...afterwards: [string, number, number][]) =>
      world(spoken(['one', 500, 900], ['two', 1_000, 2_000], ...afterwards), { segmentation }, { finalMs: 5 });

    it.each(['hold', 'toggle'] as const)('delays no text (%s)', async (mode) => {
      const room = words();
      room.engine.gesture({ type: mode === 'hold' ? 'hold-pressed' : 'toggle-pressed' });
      await room.run(2_240);
      expect(texts(room)).toEqual([]);
      room.engine.gesture({ type: mode === 'hold' ? 'hold-released' : 'toggle-pressed' });
      await room.run(40);
      expect(room.engine.view().capture).toBe('tail');
      expect(texts(room)).toEqual(['one two']);
      await room.run(200);
      expect(room.over.map(({ phase, audioSeconds }) => [phase, audioSeconds])).toEqual([['done', 2.3]]);
      expect(room).toMatchObject({ sessionsStarted: 1, openSessions: 0, usage: [{ seconds: 2.3 }] });
    });

    it('does not move the text to a field that gets the focus during it', async () => {
      const room = words();
      await hold(room, 2_240);
      await settlePromises();
      room.focus = 'chat';
      await room.run(40);
      expect(room.inserted).toEqual([{ target: 'editor', text: 'one two' }]);
    });

    it('does not split a text whose phrases are all final at the release', async () => {
      const room = words(['three', 3_500, 4_500]);
      await hold(room, 6_000);
      await room.run(40);
      expect(texts(room)).toEqual(['one two three']);
    });

    it('includes a word that begins during it', async () => {
      const room = words(['three', 2_280, 2_600]);
      await hold(room, 2_240);
      await room.run(1_000);
      expect(texts(room)).toEqual(['one two', ' three']);
      expect(room.over.map(({ phase }) => phase)).toEqual(['done']);
    });

    it('inserts a word that begins during it together with the others, if their text takes longer', async () => {
      const room = words(['three', 2_280, 2_600]);
      room.mood = { ...HEALTHY, finalMs: 200 };
      await hold(room, 2_240);
      await room.run(1_500);
      expect(texts(room)).toEqual(['one two three']);
    });

    it('belongs to the earlier dictation if the next one begins during it', async () => {
      const room = words(['three', 2_400, 3_000]);
      await hold(room, 2_240);
      await room.run(60);
      expect(texts(room)).toEqual(['one two']);
      await hold(room, 1_000);
      await room.run(1_000);
      expect(texts(room)).toEqual(['one two', ' three']);
      expect(room.over.map(({ id, phase }) => [id, phase])).toEqual([
        [1, 'done'],
        [2, 'done'],
      ]);
    });

    it('leaves the inserted text alone if it is canceled', async () => {
      const room = words(['three', 2_280, 2_600]);
      await hold(room, 2_240);
      await room.run(60);
      room.engine.gesture({ type: 'cancel-pressed' });
      await room.run(2_000);
      expect(texts(room)).toEqual(['one two']);
      expect(room.usage).toHaveLength(1);
    });
  },
);

describe('the tail of a release in speech', () => {
  it('commits as soon as voice has been absent for long enough, though samples may still be in flight', async () => {
    const room = world(spoken(['one', 500, 2_000]), {}, { finalMs: 5 });
    await hold(room, 2_160);
    await room.run(80);
    expect(room.engine.view().capture).toBe('tail');
    expect(texts(room)).toEqual(['one']);
  });

  it('neither cuts off the beginning of a word nor treats a possible word as silence', async () => {
    const room = world(spoken(['one', 500, 1_500], ['two', 2_800, 3_150]), {}, { finalMs: 5 });
    await hold(room, 2_840);
    await room.run(1_000);
    expect(texts(room)).toEqual(['one', ' two']);
  });
});

describe('delayed sound from before the release', () => {
  const WORDS = spoken(['one', 500, 900], ['two', 1_300, 1_700], ['three', 2_100, 2_500], ['four', 2_900, 3_300]);

  /** Holds the key while sound is held up from `fromMs` on; it arrives `lateByMs` after the release. */
  async function holdWhileHeldUp(room: FakeWorld, { fromMs, lateByMs }: { fromMs: number; lateByMs: number }) {
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(fromMs);
    room.isSoundHeldUp = true;
    await room.run(3_340 - fromMs);
    room.engine.gesture({ type: 'hold-released', holdDown: false });
    await room.run(lateByMs);
    room.isSoundHeldUp = false;
    await room.run(3_000);
  }

  it.each([
    ['in the middle of a dictation', 1_000],
    ['from its very beginning, so that the key is let go before anything was heard', 0],
  ])('is included: %s', async (_, fromMs) => {
    const room = world(WORDS);
    await holdWhileHeldUp(room, { fromMs, lateByMs: 600 });
    expect(room.wordsInserted).toEqual(['one', 'two', 'three', 'four']);
    expect(room.over.map(({ phase }) => phase)).toEqual(['done']);
    expect(room.openMicrophones).toBe(0);
  });

  it('is waited for only up to a limit', async () => {
    const room = world(WORDS);
    await holdWhileHeldUp(room, { fromMs: 1_000, lateByMs: CAPTURE.catchUpLimitMs });
    expect(room.wordsInserted).toEqual(['one']);
    expect(room.engine.view().capture).toBe('idle');
  });
});

describe('canceling', () => {
  it('also drops a text that is waiting for an earlier take', async () => {
    const room = world(TWO_PHRASES, {}, { finalMs: 5_000 });
    await hold(room, 2_100);
    await room.run(1_000);
    room.mood = HEALTHY;
    await hold(room, 1_600);
    await room.run(1_000);
    expect(room.engine.view().takes.map(({ phase }) => phase)).toEqual(['finishing', 'inserting']);
    room.engine.gesture({ type: 'cancel-pressed' });
    await room.run(10_000);
    expect(texts(room)).toEqual([]);
  });

  it('keeps phrases that are already inserted, and counts them', async () => {
    const room = world();
    toggle(room);
    await room.run(3_600);
    room.engine.gesture({ type: 'cancel-pressed' });
    await room.run(10_000);
    expect(texts(room)).toEqual(['one two']);
    expect(room.usage).toHaveLength(1);
  });
});

describe('holding', () => {
  it('inserts into the field that had the focus at the release, not when the last audio arrived', async () => {
    const room = world();
    await hold(room, 4_600);
    await settlePromises();
    room.focus = 'chat';
    await room.run(1_500);
    expect(room.inserted).toEqual([{ target: 'editor', text: 'one two three' }]);
  });
});

describe('toggling', () => {
  it('inserts each phrase while the next is spoken, in the field that had the focus when the phrase ended', async () => {
    const room = world();
    toggle(room);
    await room.run(3_400);
    expect(room.inserted).toEqual([{ target: 'editor', text: 'one two' }]);
    room.focus = 'chat';
    await room.run(1_200);
    toggle(room);
    await room.run(1_000);
    expect(room.inserted[1]).toEqual({ target: 'chat', text: 'three' });
  });

  it('warns after two minutes of silence, stops after five, and keeps the text', async () => {
    const room = world();
    toggle(room);
    await room.run(4_500 + CAPTURE.silenceWarningMs + 100);
    expect(room.notices).toEqual([{ type: 'silence' }]);
    await room.run(CAPTURE.silenceStopMs - CAPTURE.silenceWarningMs);
    expect(room.notices[1]).toEqual({ type: 'recording-stopped', take: 1, by: 'silence' });
    expect(room.engine.view().capture).toBe('idle');
    expect(room.wordsInserted).toEqual(['one', 'two', 'three']);
    toggle(room);
    expect(room.engine.view().capture).toBe('starting');
  });
});

describe('sending', () => {
  async function send(room: FakeWorld, ms: number): Promise<void> {
    room.engine.gesture({ type: 'hold-pressed', key: 'send', holdDown: true });
    await room.run(ms);
    room.engine.gesture({ type: 'hold-released', key: 'send', holdDown: false });
  }

  const always = (): WritingSettings => ({ ...AS_RECOGNIZED, pressReturn: 'always' });

  it('presses Return once the text is confirmed', async () => {
    const room = world();
    await send(room, 4_600);
    await room.run(1_000);
    expect(room.fieldLog).toEqual(['inserted in editor', 'Return in editor']);
    expect(room.over.map(({ phase }) => phase)).toEqual(['done']);
  });

  it('does not press Return with the other key unless the settings say so', async () => {
    const room = world();
    await hold(room, 2_200);
    await room.run(1_000);
    expect(room.fieldLog).toEqual(['inserted in editor']);
    room.writing = always;
    await hold(room, 1_500);
    await room.run(1_000);
    expect(room.fieldLog.slice(1)).toEqual(['inserted in editor', 'Return in editor']);
  });

  it('presses Return only at the end if text is inserted phrase by phrase', async () => {
    const room = world();
    room.writing = always;
    toggle(room);
    await room.run(5_000);
    expect(room.fieldLog).toEqual(['inserted in editor']);
    toggle(room);
    await room.run(1_000);
    expect(room.fieldLog).toEqual(['inserted in editor', 'inserted in editor', 'Return in editor']);
  });

  it.each(['unconfirmed', 'on-clipboard', 'secure-field', 'failed', 'throws', 'hangs'] as const)(
    'does not press Return unless the insertion is confirmed (%s), and reports an unconfirmed one',
    async (outcome) => {
      const room = world();
      room.insertionOutcome = outcome;
      await send(room, 4_600);
      await room.run(12_000);
      expect(room.fieldLog).toEqual([`${outcome} in editor`]);
      const missed = room.notices.filter(({ type }) => type === 'return-missed');
      expect(missed).toEqual(outcome === 'unconfirmed' ? [{ type: 'return-missed', take: 1, why: 'unconfirmed' }] : []);
    },
  );

  it('does not press Return if the focus has moved since the text was inserted, and reports that', async () => {
    const room = world();
    await send(room, 4_600);
    while (room.fieldLog.length === 0) await room.run(20);
    room.focus = 'other';
    await room.run(1_000);
    expect(room.fieldLog).toEqual(['inserted in editor']);
    expect(room.notices).toEqual([{ type: 'return-missed', take: 1, why: 'refused' }]);
  });

  it('does not press Return after a cancel, even if the text is already inserted', async () => {
    const room = world();
    await send(room, 4_600);
    while (room.fieldLog.length === 0) await room.run(20);
    expect(room.engine.view().takes.map(({ phase }) => phase)).toEqual(['inserting']);
    room.engine.gesture({ type: 'cancel-pressed' });
    await room.run(INSERTION.returnPauseMs + 1_000);
    expect(room.fieldLog).toEqual(['inserted in editor']);
  });

  it('does not press Return if nothing was said, or if the user did not end the dictation', async () => {
    const room = world(spoken(['one', 2_000, 2_900]));
    room.writing = always;
    await send(room, 1_000);
    await room.run(500);
    toggle(room);
    await room.run(1_900);
    room.breakMicrophone('lost');
    await room.run(1_000);
    expect(room.fieldLog).toEqual(['inserted in editor']);
  });

  it('presses Return after the text that a retry adds', async () => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'auth', afterMs: 3_300 } });
    await send(room, 4_600);
    await room.run(1_000);
    expect(room.fieldLog).toEqual(['inserted in editor']);
    room.mood = HEALTHY;
    room.engine.retry(1);
    await room.run(3_000);
    expect(room.fieldLog).toEqual(['inserted in editor', 'inserted in editor', 'Return in editor']);
  });
});

describe('holding a key that doesn’t interfere with typing', () => {
  const WRITING: WritingSettings = { ...AS_RECOGNIZED, insertWhileHolding: true };
  const press = (room: FakeWorld) =>
    room.engine.gesture({ type: 'hold-pressed', holdDown: true, insertsWhileHolding: true });
  const release = (room: FakeWorld) => room.engine.gesture({ type: 'hold-released', holdDown: false });

  it('inserts each phrase while the next is spoken, into the field that had the focus when it ended', async () => {
    const room = world();
    room.writing = () => WRITING;
    press(room);
    await room.run(3_200);
    expect(room.inserted).toEqual([{ target: 'editor', text: 'one two' }]);
    room.focus = 'chat';
    await room.run(1_400);
    release(room);
    await room.run(1_000);
    expect(room.inserted).toEqual([
      { target: 'editor', text: 'one two' },
      { target: 'chat', text: 'three' },
    ]);
    expect(room.over.map(({ phase, mode }) => [phase, mode])).toEqual([['done', 'hold']]);
  });

  it.each([
    ['where that is not wanted', AS_RECOGNIZED, true],
    ['where the key would disturb it', WRITING, false],
  ])('inserts everything at once after the release %s', async (_, writing, insertsWhileHolding) => {
    const room = world();
    room.writing = () => writing;
    room.engine.gesture({ type: 'hold-pressed', holdDown: true, insertsWhileHolding });
    await room.run(4_600);
    expect(room.inserted).toEqual([]);
    room.focus = 'chat';
    release(room);
    await room.run(1_000);
    expect(room.inserted).toEqual([{ target: 'chat', text: 'one two three' }]);
  });

  it('waits for the release, starting with the first phrase whose app disables insertion while holding', async () => {
    const room = world(spoken(['one', 500, 1_500], ['two', 2_500, 3_500], ['three', 4_500, 5_500]));
    room.writing = (app) => (app === 'chat' ? AS_RECOGNIZED : WRITING);
    press(room);
    await room.run(2_200);
    room.focus = 'chat';
    await room.run(2_000);
    room.focus = 'editor';
    await room.run(2_300);
    expect(room.inserted).toEqual([{ target: 'editor', text: 'one' }]);
    room.focus = 'chat';
    release(room);
    await room.run(1_000);
    expect(room.inserted.slice(1)).toEqual([{ target: 'chat', text: 'two three' }]);
  });
});

describe('the app that has the focus at the press', () => {
  it('decides which languages are recognized even if the focus moves, anew for each dictation', async () => {
    const room = world();
    room.writing = (app) => ({ ...AS_RECOGNIZED, languages: app === 'chat' ? ['de'] : ['en'] });
    const held = hold(room, 2_200);
    room.focus = 'chat';
    await held;
    await room.run(1_000);
    await hold(room, 1_500);
    await room.run(1_000);
    expect(room.languagesAsked).toEqual([['en'], ['de']]);
  });

  it('decides the languages of commands and fillers; everything else is up to the app that gets the text', async () => {
    for (const [spokenCommands, text] of [
      [true, 'tschüs\n'],
      [false, 'tschüs neue Zeile'],
    ] as const) {
      const room = world(spoken(['tschüs', 300, 900], ['neue Zeile', 2_500, 3_100]));
      room.writing = (app) => ({
        ...AS_RECOGNIZED,
        languages: app === 'editor' ? ['de'] : ['en'],
        spokenCommands: (app === 'chat') === spokenCommands,
      });
      const held = hold(room, 4_000);
      room.focus = 'chat';
      await held;
      await room.run(1_000);
      expect(room.inserted).toEqual([{ target: 'chat', text }]);
    }
  });
});

describe('a long dictation', () => {
  const everyMinute = Array.from({ length: 62 }, (_, minute): [string, number, number] => [
    `m${minute}`,
    minute * 60_000 + 1_000,
    minute * 60_000 + 3_000,
  ]);

  it('continues in a new take after 60 minutes, loses nothing, and is sent once', async () => {
    const room = world(spoken(...everyMinute, ['across', 3_599_500, 3_601_500]));
    room.engine.gesture({ type: 'hold-pressed', key: 'send', holdDown: true });
    await room.run(62 * 60_000, 1_000);
    expect(texts(room)).toEqual([]);
    room.engine.gesture({ type: 'hold-released', key: 'send', holdDown: false });
    await room.run(3_000);
    expect(room.over.map(({ phase }) => phase)).toEqual(['done', 'done']);
    expect(room.fieldLog).toEqual(['inserted in editor', 'inserted in editor', 'Return in editor']);
    expect(room.wordsInserted).toEqual(everyMinute.map(([text]) => text));
    expect(room.usage.map(({ seconds }) => seconds)).toEqual([3_600, expect.closeTo(120, -1)]);
  });

  it('replaces a session before it expires, between two phrases', async () => {
    const room = world(spoken(...everyMinute.slice(0, 10)), { maxSessionMs: 5 * 60_000 });
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(10 * 60_000, 200);
    room.engine.gesture({ type: 'hold-released', holdDown: false });
    await room.run(2_000);
    expect(room.sessionsStarted).toBe(2);
    expect(room.wordsInserted).toHaveLength(10);
  });
});

describe('a failing provider', () => {
  it.each([2_000, 20_000])('loses no word if it is unreachable for %i ms', async (awayMs) => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'network', afterMs: 1 } });
    await hold(room, 4_600);
    await room.run(awayMs);
    room.mood = HEALTHY;
    await room.run(4_000);
    expect(texts(room)).toEqual(['one two three']);
  });

  it('is resent only unrecognized audio after the connection drops', async () => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'network', afterMs: 4_000 } });
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(4_100);
    room.mood = HEALTHY;
    await room.run(500);
    room.engine.gesture({ type: 'hold-released', holdDown: false });
    await room.run(2_000);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.pushed).toBeLessThan(samplesIn(7_000));
  });

  it('is reported at once, while recording continues', async () => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'auth', afterMs: 200 } });
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(300);
    expect(room.engine.view().takes[0]).toMatchObject({ phase: 'recording', error: { kind: 'auth' } });
  });

  it('is not retried automatically if only the user can help; the take is kept for a retry', async () => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'auth', afterMs: 200 } });
    await hold(room, 4_600);
    await room.run(1_000);
    expect(room.engine.view().takes[0]).toMatchObject({ phase: 'failed', error: { kind: 'auth' } });
    expect(room.sessionsStarted).toBe(1);
    room.mood = HEALTHY;
    room.engine.retry(1);
    await room.run(2_000);
    expect(texts(room)).toEqual(['one two three']);
  });

  it('is reported within four seconds of the release, even if it stays silent', async () => {
    const room = world(TWO_PHRASES, {}, { mute: true });
    await hold(room, 4_600);
    await room.run(4_000);
    expect(room.engine.view().takes[0]).toMatchObject({ phase: 'finishing', slow: true });
  });

  it('leaves the recognized part inserted when the take is given up, and a retry adds the rest', async () => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'network', afterMs: 4_000 } });
    room.engine.gesture({ type: 'hold-pressed', holdDown: true });
    await room.run(3_800);
    room.mood = { ...HEALTHY, connectMs: 'never' };
    await room.run(800);
    room.engine.gesture({ type: 'hold-released', holdDown: false });
    await room.run(60_000);
    expect(texts(room)).toEqual(['one two']);
    expect(room.engine.view().takes[0]?.phase).toBe('failed');
    expect(room.clock.scheduledCount).toBe(1);
    room.mood = HEALTHY;
    room.engine.retry(1);
    await room.run(2_000);
    expect(texts(room)).toEqual(['one two', ' three']);
    expect(room.usage).toHaveLength(1);
  });

  it('leaves a failed take in memory for ten minutes', async () => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'quota', afterMs: 200 } });
    await hold(room, 4_600);
    await room.run(TAKE.keepFailedMs);
    expect(room.engine.view().takes).toHaveLength(1);
    await room.run(1_000);
    expect(room.engine.view().takes).toEqual([]);
    room.engine.retry(1);
    await room.run(1_000);
    expect(texts(room)).toEqual([]);
  });

  it('is reported with its stream’s error if the fallback is unreachable', async () => {
    const room = world(TWO_PHRASES, { fallback: true }, { fails: { kind: 'network', afterMs: 1 } });
    room.fallbackMood = { ...HEALTHY, fails: { kind: 'bad-config', afterMs: 50 } };
    await hold(room, 4_600);
    await room.run(15_000);
    expect(room.engine.view().takes[0]).toMatchObject({ phase: 'finishing', error: { kind: 'network' } });
    room.mood = HEALTHY;
    await room.run(5_000);
    expect(texts(room)).toEqual(['one two three']);
  });

  it('is replaced by the fallback once its stream has failed twice', async () => {
    const room = world(TWO_PHRASES, { fallback: true }, { fails: { kind: 'server', afterMs: 50 } });
    room.fallbackMood = HEALTHY;
    await hold(room, 4_600);
    await room.run(5_000);
    expect(texts(room)).toEqual(['one two three']);
  });
});

describe('a backup on this computer', () => {
  const withBackup = (mood: Partial<Mood> = {}, options: WorldOptions = {}, words = TWO_PHRASES) =>
    world(words, { ...options, backup: true }, mood);
  const press = (room: FakeWorld) => room.engine.gesture({ type: 'hold-pressed', holdDown: true });
  const release = (room: FakeWorld) => room.engine.gesture({ type: 'hold-released', holdDown: false });

  it('loads at the first drop, and is not used if reconnecting succeeds', async () => {
    const room = withBackup({ fails: { kind: 'network', afterMs: 4_000 } });
    press(room);
    await room.run(3_900);
    expect(room.backup.prepared).toBe(0);
    await room.run(200);
    room.mood = HEALTHY;
    await room.run(500);
    release(room);
    await room.run(2_000);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.backup).toMatchObject({ prepared: 1, sessions: 0 });
    expect(room.over[0]).not.toHaveProperty('backup');
    expect(room.over[0]).toMatchObject({ backupSeconds: 0 });
  });

  it('recognizes the rest once reconnecting has failed too; the provider is not used again', async () => {
    const room = withBackup({ fails: { kind: 'network', afterMs: 3_700 } });
    press(room);
    await room.run(3_600);
    room.mood = { ...HEALTHY, fails: { kind: 'server', afterMs: 50 } };
    await room.run(1_000);
    room.mood = HEALTHY;
    expect(room.engine.view().takes[0]).toMatchObject({ backup: { reason: { kind: 'server' } }, reconnecting: false });
    expect(room.engine.view().takes[0]).not.toHaveProperty('error');
    release(room);
    await room.run(1_500);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.sessionsStarted).toBe(2);
    expect(room.over[0]).toMatchObject({ host: 'speech.example', backup: { reason: { kind: 'server' } } });
    expect(room.over[0]).not.toHaveProperty('error');
    // The first phrase, up to 2.5 s, was the provider's.
    expect(room.over[0]?.backupSeconds).toBeCloseTo(4.64 - 2.46, 1);
    expect(room.backup.pushed).toBe(samplesIn((room.over[0]?.backupSeconds ?? 0) * 1_000));
  });

  it.each(['auth', 'permission', 'quota', 'bad-config', 'timeout'] as const)(
    'takes over at once from a provider that fails with %s, and reports why',
    async (kind) => {
      const room = withBackup({ fails: { kind, afterMs: 1_000 } });
      press(room);
      await room.run(1_040);
      expect(room.engine.view().takes[0]).toMatchObject({ phase: 'recording', backup: { reason: { kind } } });
      await room.run(3_560);
      release(room);
      await room.run(1_000);
      expect(texts(room)).toEqual(['one two three']);
      expect(room.sessionsStarted).toBe(1);
    },
  );

  it('takes over at once if the provider asks for a long pause, but not for a short one', async () => {
    const room = withBackup({ fails: { kind: 'rate-limit', afterMs: 1_000, retryAfterMs: 5_001 } });
    press(room);
    await room.run(1_040);
    expect(room.engine.view().takes[0]).toMatchObject({ backup: { reason: { kind: 'rate-limit' } } });
    const other = withBackup({ fails: { kind: 'rate-limit', afterMs: 1_000, retryAfterMs: 2_000 } });
    press(other);
    await other.run(1_040);
    other.mood = HEALTHY;
    await other.run(3_560);
    release(other);
    await other.run(1_000);
    expect(texts(other)).toEqual(['one two three']);
    expect(other.backup.sessions).toBe(0);
  });

  it('takes over at the first failure after the release', async () => {
    const room = withBackup({ finalMs: 10_000, fails: { kind: 'network', afterMs: 5_000 } });
    await hold(room, 4_600);
    await room.run(380);
    expect(room.backup.sessions).toBe(0);
    await room.run(1_500);
    expect(texts(room)).toEqual(['one two three']);
  });

  it('takes over three seconds after the release if the provider stays silent, and loads meanwhile', async () => {
    const room = withBackup({ silent: true });
    await hold(room, 2_300);
    await room.run(1_480);
    expect(room.backup).toMatchObject({ prepared: 0, sessions: 0 });
    await room.run(60);
    expect(room.backup).toMatchObject({ prepared: 1, sessions: 0 });
    await room.run(1_440);
    expect(room.backup.sessions).toBe(0);
    await room.run(300);
    expect(texts(room)).toEqual(['one two']);
    expect(room.over[0]).toMatchObject({ backup: { reason: { kind: 'timeout' } }, slow: false });
  });

  it('takes over if a phrase has no answer for five seconds', async () => {
    const room = withBackup({ silent: true });
    press(room);
    // The phrase ends at 2.5 s.
    await room.run(7_480);
    expect(room.backup.sessions).toBe(0);
    await room.run(40);
    expect(room.engine.view().takes[0]).toMatchObject({ phase: 'recording', backup: { reason: { kind: 'timeout' } } });
  });

  it('does not count an opening connection as an answer', async () => {
    const room = withBackup({ connectMs: 2_900 });
    room.mood = { ...room.mood, silent: true };
    await hold(room, 2_300);
    await room.run(3_500);
    expect(texts(room)).toEqual(['one two']);
  });

  it('takes over while recording from a provider that segments the audio itself and never answers', async () => {
    const long = spoken(['endless', 500, 20_000]);
    const room = withBackup({ silent: true }, { segmentation: 'server' }, long);
    press(room);
    await room.run(500 + 3_000 + 5_200);
    expect(room.engine.view().takes[0]).toHaveProperty('backup');
  });

  it('is used for the rest of the dictation; the next one uses the provider again', async () => {
    const room = withBackup(
      { fails: { kind: 'auth', afterMs: 100 } },
      {},
      spoken(['one', 500, 1_500], ['two', 4_500, 5_500]),
    );
    await hold(room, 2_000);
    room.mood = HEALTHY;
    await room.run(2_000);
    await hold(room, 2_000);
    await room.run(1_000);
    expect(texts(room)).toEqual(['one', ' two']);
    expect(room.over.map(({ backup }) => backup?.reason.kind)).toEqual(['auth', undefined]);
    expect(room.backup.sessions).toBe(1);
  });

  it('inserts each phrase while the next is spoken, in order', async () => {
    const room = withBackup({ fails: { kind: 'network', afterMs: 1 } });
    toggle(room);
    await room.run(3_400);
    expect(texts(room)).toEqual(['one two']);
    await room.run(1_200);
    toggle(room);
    await room.run(1_000);
    expect(texts(room)).toEqual(['one two', ' three']);
  });

  it('is retried if it fails, while the provider’s error is shown', async () => {
    const room = withBackup({ fails: { kind: 'auth', afterMs: 100 } });
    room.backupFails = { kind: 'server', afterMs: 10 };
    await hold(room, 4_600);
    await room.run(1_000);
    expect(room.engine.view().takes[0]).toMatchObject({ phase: 'finishing', error: { kind: 'auth' } });
    room.backupFails = undefined;
    await room.run(3_000);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.over[0]).not.toHaveProperty('error');
  });

  it.each(['unavailable', 'server'] as const)(
    'leaves the take for a retry, with the provider’s error, if it fails too (%s)',
    async (kind) => {
      const room = withBackup({ fails: { kind: 'network', afterMs: 100 } });
      room.backupFails = { kind, afterMs: 10 };
      await hold(room, 4_600);
      await room.run(TAKE.giveUpMs + 5_000);
      expect(room.engine.view().takes[0]).toMatchObject({ phase: 'failed', error: { kind: 'network' } });
      expect(room.sessionsStarted).toBe(2);
      room.mood = HEALTHY;
      room.engine.retry(1);
      await room.run(1_000);
      expect(texts(room)).toEqual(['one two three']);
      expect(room.over.at(-1)).toMatchObject({ phase: 'done', backupSeconds: 0 });
      expect(room.over.at(-1)).not.toHaveProperty('backup');
    },
  );

  it('does not mistake sleep for the provider’s silence', async () => {
    const room = withBackup({ silent: true });
    await hold(room, 4_600);
    await room.run(1_000);
    room.mood = { ...HEALTHY, finalMs: 1_000 };
    await room.sleep(20_000);
    await room.run(2_000);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.backup.sessions).toBe(0);
  });

  it('continues after sleep', async () => {
    const room = withBackup({ fails: { kind: 'auth', afterMs: 100 } });
    press(room);
    await room.run(4_600);
    await room.sleep(60_000);
    await room.run(2_000);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.sessionsStarted).toBe(1);
  });

  it('gets no more audio after a cancel', async () => {
    const room = withBackup({ fails: { kind: 'auth', afterMs: 100 } });
    await hold(room, 4_600);
    room.engine.gesture({ type: 'cancel-pressed' });
    const { pushed } = room.backup;
    await room.run(5_000);
    expect(room.backup.pushed).toBe(pushed);
    expect(room).toMatchObject({ inserted: [], openSessions: 0 });
  });
});

describe('a failing field', () => {
  it.each(['on-clipboard', 'failed'] as const)('is reported if the insertion outcome is %s', async (outcome) => {
    const room = world();
    room.insertionOutcome = outcome;
    await hold(room, 4_600);
    await room.run(1_000);
    expect(room.notices).toEqual([{ type: 'not-inserted', take: 1, outcome, text: 'one two three' }]);
    expect(room.engine.view().lastText).toBe('one two three');
  });

  it('is reported with all phrases of the dictation so far, so that none is lost', async () => {
    const room = world();
    room.insertionOutcome = 'failed';
    toggle(room);
    await room.run(4_600);
    toggle(room);
    await room.run(1_000);
    expect(room.notices).toEqual([
      { type: 'not-inserted', take: 1, outcome: 'failed', text: 'one two' },
      { type: 'not-inserted', take: 1, outcome: 'failed', text: 'one two three' },
    ]);
  });

  it.each(['hangs', 'throws'] as const)('does not hold up the next text if it %s', async (trouble) => {
    const room = world();
    room.insertionOutcome = trouble;
    await hold(room, 2_100);
    await room.run(1_000);
    room.insertionOutcome = 'inserted';
    await hold(room, 1_600);
    await room.run(12_000);
    expect(room.notices).toEqual([{ type: 'not-inserted', take: 1, outcome: 'failed', text: 'one two' }]);
    expect(texts(room)).toEqual(['one two', 'three']);
  });
});

describe('a failing microphone', () => {
  it('ends the recording when it is disconnected, and keeps the text', async () => {
    const room = world();
    toggle(room);
    await room.run(2_200);
    room.breakMicrophone('lost');
    await room.run(1_000);
    expect(room.notices).toEqual([{ type: 'recording-stopped', take: 1, by: 'lost' }]);
    expect(texts(room)).toEqual(['one two']);
  });

  it('counts as lost if its samples stop', async () => {
    const room = world();
    toggle(room);
    await room.run(2_200);
    room.muteMicrophone();
    await room.run(2 * CAPTURE.stalledMs);
    expect(room.notices).toEqual([{ type: 'recording-stopped', take: 1, by: 'lost' }]);
    expect(texts(room)).toEqual(['one two']);
  });

  it('counts as failed if it never opens', async () => {
    const room = world();
    room.microphoneOpensAfterMs = Number.POSITIVE_INFINITY;
    toggle(room);
    await room.run(CAPTURE.startLimitMs + 100);
    expect(room.notices).toEqual([{ type: 'recording-stopped', take: 1, by: 'failed' }]);
    expect(room.engine.view()).toMatchObject({ capture: 'idle', takes: [] });
  });
});

describe('the playback of a recording', () => {
  const played = () => world(spoken(['one', 24_000, 24_700], ['two', 400_000, 400_700]), { isPlayback: true });

  it('continues beyond five minutes of silence', async () => {
    const room = played();
    toggle(room);
    await room.run(403_000);
    expect(texts(room)).toEqual(['one', 'two']);
    expect(room.notices).toEqual([]);
  });

  it('is waited for, however slow it is', async () => {
    const room = played();
    room.microphoneOpensAfterMs = CAPTURE.startLimitMs + 5_000;
    toggle(room);
    await room.run(24_300);
    room.isSoundHeldUp = true;
    await room.run(5 * CAPTURE.stalledMs);
    room.isSoundHeldUp = false;
    await room.run(2_000);
    expect(texts(room)).toEqual(['one']);
    expect(room.notices).toEqual([]);
  });
});

describe('invented text', () => {
  it('is discarded if nothing was said', async () => {
    const room = world(spoken(['one', 1_000, 2_700]), { segmentation: 'server' }, { invents: 'Thank you.' });
    await hold(room, 3_500);
    await room.run(1_000);
    expect(texts(room)).toEqual(['one']);
  });
});

describe('the vocabulary', () => {
  it('is discarded if the provider merely repeats it', async () => {
    const room = world(spoken(['Saturn,', 500, 1_500], ['Jupiter', 1_600, 2_200]));
    room.keywords = ['Saturn', 'Jupiter'];
    await hold(room, 2_500);
    await room.run(1_000);
    expect(texts(room)).toEqual([]);
  });
});

describe('forgetting everything', () => {
  it('leaves no take and no text', async () => {
    const room = world(TWO_PHRASES, {}, { fails: { kind: 'quota', afterMs: 200 } });
    await hold(room, 4_600);
    await room.run(1_000);
    room.engine.forget();
    expect(room.engine.view()).toEqual({ capture: 'idle', level: -100, takes: [] });
    expect(room.clock.scheduledCount).toBe(0);
  });

  it('ends the live dictation: the next press starts over, without a space before its text', async () => {
    const room = world();
    toggle(room);
    await room.run(3_400);
    room.engine.forget();
    toggle(room);
    expect(room.engine.view().capture).toBe('starting');
    await room.run(1_600);
    toggle(room);
    await room.run(1_000);
    expect(texts(room)).toEqual(['one two', 'three']);
  });
});

describe('a key shared with other shortcuts', () => {
  const press = (room: FakeWorld) =>
    room.engine.gesture({ type: 'hold-pressed', holdDown: true, shared: true, insertsWhileHolding: true });
  const release = (room: FakeWorld) => room.engine.gesture({ type: 'hold-released', holdDown: false });
  const combine = (room: FakeWorld) => room.engine.gesture({ type: 'combined', key: 'hold' });
  const traces = ({ over, notices, usage, inserted, openMicrophones, openSessions, engine }: FakeWorld) => ({
    over,
    notices,
    usage,
    inserted,
    openMicrophones,
    openSessions,
    view: engine.view(),
  });
  const NONE = {
    over: [],
    notices: [],
    usage: [],
    inserted: [],
    openMicrophones: 0,
    openSessions: 0,
    view: { capture: 'idle', level: -100, takes: [] },
  };

  it('records from the press, but shows and sends nothing until the tentative period is over', async () => {
    const room = world();
    press(room);
    expect(room.openMicrophones).toBe(1);
    await room.run(GESTURE.tentativeMs - 1);
    expect(room.engine.view()).toMatchObject({ capture: 'idle', takes: [] });
    expect(room.sessionsStarted).toBe(0);
    await room.run(1);
    expect(room.engine.view()).toMatchObject({ capture: 'recording', takes: [{ phase: 'recording' }] });
    expect(room.sessionsStarted).toBe(1);
    await room.run(4_400);
    release(room);
    await room.run(1_000);
    expect(texts(room)).toEqual(['one two three']);
  });

  it('sends nothing before the tentative period is over, even if released earlier', async () => {
    const room = world();
    press(room);
    await room.run(100);
    release(room);
    await room.run(GESTURE.tentativeMs - 101);
    expect(room.sessionsStarted).toBe(0);
    await room.run(1_000);
    expect(room.engine.view()).toMatchObject({ capture: 'idle', takes: [] });
  });

  it('leaves no trace if it is only tapped and nothing is said', async () => {
    const room = world([]);
    press(room);
    await room.run(GESTURE.tentativeMs - 50);
    release(room);
    await room.run(5_000);
    expect(traces(room)).toEqual(NONE);
  });

  it('inserts what was said during a tap', async () => {
    const room = world(spoken(['yes', 150, 450]));
    press(room);
    await room.run(GESTURE.tentativeMs - 50);
    release(room);
    await room.run(3_000);
    expect(texts(room)).toEqual(['yes']);
  });

  it('leaves no trace if it turns out to be part of a combination, however late', async () => {
    for (const ms of [0, GESTURE.tentativeMs - 1, 3_000, 10_000]) {
      const room = world();
      press(room);
      await room.run(ms);
      combine(room);
      expect(traces(room)).toEqual(NONE);
      release(room);
      await room.run(20_000);
      expect(traces(room)).toEqual(NONE);
      expect(room.pushed > 0).toBe(ms > 1_000);
    }
  });

  it('reports a microphone failure only once the tentative period is over', async () => {
    const room = world();
    press(room);
    room.breakMicrophone('denied');
    expect(room.notices).toEqual([]);
    combine(room);
    release(room);
    await room.run(1_000);
    expect(traces(room)).toEqual(NONE);
    press(room);
    room.breakMicrophone('denied');
    await room.run(GESTURE.tentativeMs);
    expect(room.notices).toMatchObject([{ type: 'recording-stopped', by: 'denied' }]);
  });

  it('leaves the earlier dictation alone', async () => {
    const room = world();
    await hold(room, 4_600);
    await room.run(CAPTURE.tailMaxMs);
    press(room);
    await room.run(50);
    combine(room);
    release(room);
    await room.run(1_000);
    expect(texts(room)).toEqual(['one two three']);
    expect(room.over.map(({ phase }) => phase)).toEqual(['done']);
  });

  it('also drops what an hour-long hold recorded before', async () => {
    const everyMinute = Array.from({ length: 61 }, (_, minute) => minute * 60_000);
    const room = world(spoken(...everyMinute.map((ms): [string, number, number] => ['word', ms, ms + 1_000])));
    press(room);
    await room.run(CAPTURE.takeLimitMs + 5_000, 1_000);
    expect(room.engine.view().takes).toHaveLength(2);
    combine(room);
    await room.run(20_000);
    // What was understood of the full hour had been counted by then.
    expect({ ...traces(room), usage: [] }).toEqual(NONE);
  });
});

describe('a tap that keeps recording', () => {
  it('inserts phrase by phrase, like a toggle, until the next tap', async () => {
    const room = world();
    const tap = async () => {
      room.engine.gesture({ type: 'hold-pressed', holdDown: true, tapLatches: true });
      await room.run(GESTURE.tapMs - 20);
      room.engine.gesture({ type: 'hold-released', holdDown: false });
    };
    await tap();
    await room.run(3_200);
    expect(texts(room)).toEqual(['one two']);
    await room.run(1_500);
    await tap();
    await room.run(1_000);
    expect(texts(room)).toEqual(['one two', ' three']);
    expect(room.engine.view().capture).toBe('idle');
  });
});

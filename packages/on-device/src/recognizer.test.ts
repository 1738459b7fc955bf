import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { describe, expect, test } from 'vitest';
import { RECOGNIZER } from './limits.ts';
import { Recognizer, type RecognizerState } from './recognizer.ts';
import { loadError, stoppedError } from './recognizer-errors.ts';
import { FakeLauncher, type FakeRecognizerProcess } from './testing/fake-recognizer-process.ts';

const AUDIO_MS = 1_000;
/** How long an answer to a sound of `AUDIO_MS` may take. */
const ANSWER_MS = RECOGNIZER.answerMs + RECOGNIZER.answerPerAudio * AUDIO_MS;

function setUp() {
  const clock = new FakeClock();
  const launcher = new FakeLauncher();
  const states: RecognizerState[] = [];
  const recognizer = new Recognizer({ clock, launch: launcher.launch }, (state) => states.push(state));
  /** The results of all sounds, in the order reported. */
  const answers: string[] = [];
  const ask = (name: string, then = () => {}) =>
    recognizer.recognize(
      { samples: new Int16Array(24 * AUDIO_MS), draft: [], final: true },
      {
        onText: (text) => {
          answers.push(`${name}: ${text}`);
          then();
        },
        onError: ({ code }) => {
          answers.push(`${name} failed: ${code}`);
          then();
        },
      },
    );
  const idsOf = (process: FakeRecognizerProcess) => process.jobs.map(({ id }) => id);
  return { clock, launcher, states, recognizer, answers, ask, idsOf };
}

/** The same, with the model loaded. */
function setUpReady() {
  const set = setUp();
  set.recognizer.prepare();
  set.launcher.last.say({ type: 'ready' });
  return set;
}

describe('The recognizer', () => {
  test('is loaded once, however often it is prepared and used', () => {
    const { launcher, recognizer, ask, states } = setUp();
    recognizer.prepare();
    recognizer.prepare();
    ask('a');
    launcher.last.say({ type: 'ready' });
    recognizer.use();
    ask('b');
    expect(launcher.processes).toHaveLength(1);
    expect(states).toEqual(['loading', 'ready']);
  });

  test('passes on requests made while it loads, and each answer once to its caller', () => {
    const { launcher, answers, ask } = setUp();
    ask('a');
    ask('b');
    const [a, b] = launcher.last.jobs;
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(b!.id, 'second');
    launcher.last.answer(a!.id, 'first');
    launcher.last.answer(a!.id, 'again');
    expect(answers).toEqual(['b: second', 'a: first']);
  });

  test('passes on the sound, its draft, and whether its text is final', () => {
    const { launcher, recognizer } = setUp();
    const samples = Int16Array.of(1, 2, 3);
    recognizer.recognize({ samples, draft: [7], final: false }, { onText: () => {}, onError: () => {} });
    expect(launcher.last.jobs).toEqual([{ type: 'recognize', id: 1, samples, draft: [7], final: false }]);
  });

  test('cancels a job that is no longer needed', () => {
    const { launcher, answers, ask } = setUpReady();
    const callOff = ask('a');
    ask('b');
    callOff();
    callOff();
    const [, , ...calledOff] = launcher.last.received;
    expect(calledOff).toEqual([{ type: 'cancel', id: 1 }]);
    // Its answer was already on its way.
    launcher.last.answer(1, 'late');
    launcher.last.answer(2, 'text');
    expect(answers).toEqual(['b: text']);
  });
});

describe('If the recognizer’s process crashes', () => {
  test('a new one does all unanswered jobs, in the same order', () => {
    const { launcher, answers, ask, idsOf } = setUpReady();
    ask('a');
    const callOff = ask('b');
    ask('c');
    ask('d');
    launcher.last.answer(1, 'one');
    callOff();
    launcher.last.crash();
    expect(launcher.processes).toHaveLength(2);
    expect(idsOf(launcher.last)).toEqual([3, 4]);
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(3, 'three');
    launcher.last.answer(4, 'four');
    expect(answers).toEqual(['a: one', 'c: three', 'd: four']);
  });

  test('no new one is started while there are no jobs, and the next request starts one', () => {
    const { launcher, recognizer, ask, answers } = setUpReady();
    launcher.last.crash();
    expect(launcher.processes).toHaveLength(1);
    expect(recognizer.state).toBe('freed');
    ask('a');
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(1, 'text');
    expect(answers).toEqual(['a: text']);
  });

  test('repeatedly at the same sound, that sound fails, and the others are recognized', () => {
    const { launcher, answers, ask, idsOf } = setUpReady();
    ask('a');
    ask('b');
    ask('c');
    for (let crashes = 0; crashes < RECOGNIZER.maxCrashes; crashes += 1) {
      expect(answers).toEqual([]);
      launcher.last.say({ type: 'ready' });
      launcher.last.crash();
    }
    expect(answers).toEqual([`a failed: ${stoppedError().code}`]);
    expect(idsOf(launcher.last)).toEqual([2, 3]);
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(2, 'two');
    launcher.last.answer(3, 'three');
    expect(answers.slice(1)).toEqual(['b: two', 'c: three']);
  });

  test('at a different sound each time, all are recognized', () => {
    const { launcher, answers, ask } = setUpReady();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      ask(name);
      launcher.last.crash();
      launcher.last.say({ type: 'ready' });
      launcher.last.answer(launcher.last.jobs[0]!.id, 'text');
    }
    expect(answers).toEqual(['a: text', 'b: text', 'c: text', 'd: text', 'e: text']);
  });

  test('before the model is loaded, it does not count as a crash of the sound', () => {
    const { launcher, answers, ask } = setUp();
    ask('a');
    for (let crashes = 1; crashes < RECOGNIZER.maxCrashes; crashes += 1) {
      launcher.last.crash();
      launcher.last.say({ type: 'ready' });
      launcher.last.crash();
    }
    launcher.last.crash();
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(1, 'text');
    expect(answers).toEqual(['a: text']);
  });

  test('repeatedly before the model is loaded, all callers fail, and the next call tries again', () => {
    const { launcher, states, answers, ask } = setUp();
    ask('a');
    ask('b');
    for (let crashes = 0; crashes < RECOGNIZER.maxCrashes; crashes += 1) launcher.last.crash();
    expect(answers).toEqual([`a failed: ${stoppedError().code}`, `b failed: ${stoppedError().code}`]);
    expect(launcher.processes).toHaveLength(RECOGNIZER.maxCrashes);
    expect(states.at(-1)).toBe('failed');
    ask('c');
    launcher.last.crash();
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(3, 'text');
    expect(answers.slice(2)).toEqual(['c: text']);
  });

  test('or stalls, later messages of that process are ignored', () => {
    const { launcher, answers, ask, recognizer, clock } = setUpReady();
    ask('a');
    clock.advance(ANSWER_MS);
    const [stalled, fresh] = launcher.processes;
    stalled!.isOver = false;
    stalled!.answer(1, 'from the dead');
    stalled!.crash();
    expect(answers).toEqual([]);
    expect(recognizer.state).toBe('loading');
    expect(fresh!.isOver).toBe(false);
  });
});

describe('If the model cannot be loaded', () => {
  test.for(['missing', 'damaged', 'memory'] as const)(
    'all callers are notified (%s), and the next call tries again',
    (failure) => {
      const { launcher, states, answers, ask, recognizer } = setUp();
      ask('a');
      ask('b');
      launcher.last.say({ type: 'load-failed', failure });
      const { code } = loadError(failure);
      expect(answers).toEqual([`a failed: ${code}`, `b failed: ${code}`]);
      expect(states).toEqual(['loading', 'failed']);
      expect(launcher.last.isOver).toBe(true);
      recognizer.prepare();
      expect(launcher.processes).toHaveLength(2);
      ask('c');
      launcher.last.say({ type: 'ready' });
      launcher.last.answer(3, 'text');
      expect(answers.slice(2)).toEqual(['c: text']);
    },
  );

  test('a call made while failures are being reported is accepted', () => {
    const { launcher, answers, ask } = setUp();
    ask('a', () => ask('again'));
    launcher.last.say({ type: 'load-failed', failure: 'memory' });
    expect(launcher.processes).toHaveLength(2);
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(2, 'text');
    expect(answers.at(-1)).toBe('again: text');
  });
});

describe('A recognizer’s process', () => {
  test('is replaced once an answer is overdue', () => {
    const { clock, launcher, answers, ask, idsOf } = setUpReady();
    ask('a');
    clock.advance(ANSWER_MS - 1);
    expect(launcher.processes).toHaveLength(1);
    clock.advance(1);
    expect(launcher.processes.map(({ isOver }) => isOver)).toEqual([true, false]);
    expect(idsOf(launcher.last)).toEqual([1]);
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(1, 'text');
    expect(answers).toEqual(['a: text']);
  });

  test('is not replaced while it answers one sound after the other', () => {
    const { clock, launcher, answers, ask } = setUpReady();
    for (const name of ['a', 'b', 'c']) ask(name);
    for (const id of [1, 2, 3]) {
      clock.advance(ANSWER_MS - 1);
      launcher.last.answer(id, 'text');
    }
    expect(launcher.processes).toHaveLength(1);
    expect(answers).toHaveLength(3);
    clock.advance(ANSWER_MS);
    expect(launcher.processes).toHaveLength(1);
  });

  test('is replaced if the model does not load, for which it gets time in addition to the answer', () => {
    const { clock, launcher, recognizer, ask } = setUp();
    recognizer.prepare();
    clock.advance(RECOGNIZER.loadingMs);
    expect(launcher.last.isOver).toBe(true);
    expect(launcher.processes).toHaveLength(1);
    ask('a');
    clock.advance(RECOGNIZER.loadingMs + ANSWER_MS - 1);
    expect(launcher.last.isOver).toBe(false);
    clock.advance(1);
    expect(launcher.processes.map(({ isOver }) => isOver)).toEqual([true, true, false]);
  });

  test('is not replaced because the machine slept', () => {
    const { clock, launcher, answers, ask } = setUpReady();
    ask('a');
    clock.advance(1_000);
    clock.sleep(3_600_000);
    expect(launcher.processes).toHaveLength(1);
    clock.advance(ANSWER_MS - 1);
    launcher.last.answer(1, 'text');
    expect(launcher.processes).toHaveLength(1);
    expect(answers).toEqual(['a: text']);
  });

  test('that stalls after the machine slept is replaced', () => {
    const { clock, launcher, ask } = setUpReady();
    ask('a');
    clock.sleep(3_600_000);
    clock.advance(ANSWER_MS);
    expect(launcher.processes).toHaveLength(2);
  });

  test('is not replaced if it does not answer a canceled job', () => {
    const { clock, launcher, ask } = setUpReady();
    ask('a')();
    clock.advance(ANSWER_MS);
    expect(launcher.processes).toHaveLength(1);
    expect(launcher.last.isOver).toBe(false);
  });
});

describe('The recognizer’s memory', () => {
  test('is freed five minutes after its last use', () => {
    const { clock, launcher, recognizer, ask, states } = setUpReady();
    const stopUsing = recognizer.use();
    clock.advance(RECOGNIZER.keepMs);
    expect(launcher.last.isOver).toBe(false);
    stopUsing();
    clock.advance(RECOGNIZER.keepMs - 1_000);
    ask('a');
    launcher.last.answer(1, 'text');
    clock.advance(RECOGNIZER.keepMs - 1);
    expect(launcher.last.isOver).toBe(false);
    clock.advance(1);
    expect(launcher.last.isOver).toBe(true);
    expect(states).toEqual(['loading', 'ready', 'freed']);
    expect(clock.scheduledCount).toBe(0);
  });

  test('is freed five minutes after it was prepared without being used', () => {
    const { clock, launcher } = setUpReady();
    clock.advance(RECOGNIZER.keepMs);
    expect(launcher.last.isOver).toBe(true);
  });

  test('is freed after its only job is canceled', () => {
    const { clock, launcher, ask } = setUpReady();
    ask('a')();
    clock.advance(RECOGNIZER.keepMs);
    expect(launcher.last.isOver).toBe(true);
  });

  test('is not freed while anyone uses it', () => {
    const { clock, launcher, recognizer } = setUpReady();
    const [stopFirst, stopSecond] = [recognizer.use(), recognizer.use()];
    stopFirst();
    stopFirst();
    clock.advance(2 * RECOGNIZER.keepMs);
    expect(launcher.last.isOver).toBe(false);
    stopSecond();
    clock.advance(RECOGNIZER.keepMs);
    expect(launcher.last.isOver).toBe(true);
  });

  test('is freed at once on request, without answering pending jobs', () => {
    const { clock, launcher, recognizer, answers, ask } = setUpReady();
    ask('a');
    recognizer.free();
    expect(launcher.last.isOver).toBe(true);
    expect(clock.scheduledCount).toBe(0);
    clock.advance(3_600_000);
    expect(launcher.processes).toHaveLength(1);
    expect(answers).toEqual([]);
  });

  test('is allocated again when it is needed again', () => {
    const { clock, launcher, answers, ask } = setUpReady();
    clock.advance(RECOGNIZER.keepMs);
    ask('a');
    launcher.last.say({ type: 'ready' });
    launcher.last.answer(1, 'text');
    expect(launcher.processes).toHaveLength(2);
    expect(answers).toEqual(['a: text']);
  });
});

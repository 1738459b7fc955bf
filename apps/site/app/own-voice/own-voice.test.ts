import { beforeEach, describe, expect, it } from 'vitest';
import { FakeVisitor } from './testing/fake-visitor.ts';
import { PRESS_LIMIT_MS } from './voice-state.ts';

let visitor: FakeVisitor;
const view = () => visitor.voice.view();

beforeEach(() => {
  visitor = new FakeVisitor();
});

describe('the visitor’s own voice', () => {
  it('shows words while they are spoken, inserts them into the note on release, and appends the next ones', async () => {
    await visitor.getReady();
    visitor.voice.press(false);
    await visitor.speak(2_000);
    expect(view()).toMatchObject({ isOn: true, isHeld: true, work: 'listening', words: 'word word', text: '' });
    await visitor.letGo();
    expect(view()).toMatchObject({ work: 'idle', outcome: 'inserted', text: 'word word' });
    visitor.voice.press(false);
    await visitor.speak(1_000);
    await visitor.letGo();
    expect(view().text).toBe('word word word');
    expect(visitor.isHeard).toBe(false);
  });

  it('is held from one click to the next for programs that can only click', async () => {
    await visitor.getReady();
    visitor.voice.press(true);
    await visitor.speak(1_000);
    visitor.voice.release();
    expect(view().isHeld).toBe(true);
    visitor.voice.press(true);
    await visitor.sayNothing(1_000);
    await visitor.settle();
    expect(view()).toMatchObject({ isHeld: false, text: 'word' });
  });

  it('stops after two minutes and keeps its text', async () => {
    await visitor.getReady();
    visitor.voice.press(false);
    await visitor.speak(1_000);
    await visitor.sayNothing(PRESS_LIMIT_MS - 1_000);
    expect(view().isHeld).toBe(false);
    await visitor.sayNothing(1_000);
    await visitor.settle();
    expect(view()).toMatchObject({ ending: 'time-up', text: 'word' });
    expect(visitor.isHeard).toBe(false);
  });

  it('closes the microphone immediately if the page is hidden, and keeps its text', async () => {
    await visitor.getReady();
    visitor.voice.press(false);
    await visitor.speak(1_000);
    visitor.voice.hide();
    expect(visitor.isHeard).toBe(false);
    await visitor.settle();
    expect(view()).toMatchObject({ isOn: true, isHeld: false, ending: 'hidden', text: 'word' });
    visitor.voice.press(false);
    expect(view().isHeld).toBe(true);
  });

  it('keeps what was said before the microphone was lost', async () => {
    await visitor.getReady();
    visitor.voice.press(false);
    await visitor.speak(1_000);
    visitor.lose('lost');
    await visitor.settle();
    expect(view()).toMatchObject({ isOn: true, isHeld: false, ending: 'lost', text: 'word' });
  });

  it('discards the current dictation on cancel', async () => {
    await visitor.getReady();
    visitor.voice.press(false);
    await visitor.speak(1_000);
    visitor.voice.cancel();
    await visitor.settle();
    expect(view()).toMatchObject({ isHeld: false, outcome: 'cancelled', text: '' });
    expect(visitor.isHeard).toBe(false);
  });

  it.each([
    ['a tap', 100, 'too-short'],
    ['silence', 2_000, 'nothing'],
  ])('distinguishes %s from speech', async (_, ms, outcome) => {
    await visitor.getReady();
    visitor.voice.press(false);
    await visitor.sayNothing(ms);
    await visitor.letGo();
    expect(view()).toMatchObject({ outcome, text: '' });
  });

  it('reports a failure if the recognizer crashes, and works again on the next press', async () => {
    await visitor.getReady();
    visitor.crashes = true;
    visitor.voice.press(false);
    await visitor.speak(1_000);
    await visitor.letGo();
    await visitor.settle(60_000);
    expect(view()).toMatchObject({ isOn: true, outcome: 'failed' });
    visitor.crashes = false;
    visitor.voice.press(false);
    await visitor.speak(1_000);
    await visitor.letGo();
    expect(view()).toMatchObject({ outcome: 'inserted', text: 'word' });
  });

  it.each<[string, (at: FakeVisitor) => void]>([
    ['unsupported', (at) => Object.assign(at, { isSupported: false })],
    ['connection', (at) => Object.assign(at, { isOffline: true })],
    ['denied', (at) => Object.assign(at, { refusal: 'denied' })],
    ['missing', (at) => Object.assign(at, { refusal: 'missing' })],
    [
      'recognizer',
      (at) => {
        at.launcher.onLaunch = (process) =>
          at.clock.schedule(1, () => process.say({ type: 'load-failed', failure: 'memory' }));
      },
    ],
  ])('leaves the key to the script if it fails to start: %s', async (by, arrange) => {
    arrange(visitor);
    await visitor.getReady();
    expect(view()).toMatchObject({ isOn: false, stage: { type: 'stopped', by } });
    visitor.voice.press(false);
    expect(view().isHeld).toBe(false);
  });

  it('returns the key to the script if the microphone is denied later, and keeps the note', async () => {
    await visitor.getReady();
    visitor.voice.press(false);
    await visitor.speak(1_000);
    await visitor.letGo();
    visitor.refusal = 'denied';
    visitor.voice.press(false);
    await visitor.settle();
    expect(view()).toMatchObject({ isOn: false, isHeld: false, stage: { type: 'stopped', by: 'denied' } });
    visitor.refusal = undefined;
    await visitor.getReady();
    expect(view()).toMatchObject({ isOn: true, text: 'word' });
  });

  it('starts no recognizer, or ends it and closes the microphone, once the visitor has left', async () => {
    visitor.voice.begin();
    visitor.voice.end();
    await visitor.settle();
    expect([view().isOn, visitor.launcher.processes]).toEqual([false, []]);
    const other = new FakeVisitor();
    await other.getReady();
    other.voice.press(false);
    await other.speak(100);
    other.voice.end();
    expect([other.isHeard, other.launcher.last.isOver]).toEqual([false, true]);
  });
});

import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { EngineView } from '@workspace/dictation/engine';
import type { TakeView } from '@workspace/dictation/take-view';
import { sttError } from '@workspace/speech/error-messages';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { describe, expect, it } from 'vitest';
import type { HudView } from '../../ipc/hud-messages.ts';
import { HudPresenter } from './hud-presenter.ts';

const HOST = 'speech.example';
const ERROR = sttError('network', { host: HOST, key: '' });

function presenter(missing?: 'microphone' | 'accessibility', cleanUpProblem?: string) {
  const clock = new FakeClock();
  const shown: (HudView | null)[] = [];
  const hud = new HudPresenter({
    clock,
    show: (view) => shown.push(view),
    cancelChord: () => 'Ctrl+Shift+C',
    cleanUpProblem: () => cleanUpProblem,
    canAskFor: (permission) => permission === missing,
  });
  return { hud, clock, shown, last: () => shown.at(-1) };
}

const take = (changes: Partial<TakeView> = {}): TakeView => ({
  id: 1,
  mode: 'hold',
  phase: 'recording',
  host: HOST,
  text: 'Good morn',
  pieces: [],
  audioSeconds: 1.5,
  backupSeconds: 0,
  reconnecting: false,
  slow: false,
  ...changes,
});

const engine = (capture: EngineView['capture'], ...takes: TakeView[]): EngineView => ({ capture, level: -20, takes });

describe('while text is being tidied up', () => {
  const tidying = { host: 'model.example', state: 'pending' } as const;

  it('shows that, and the host that gets the text', () => {
    const { hud, clock, last } = presenter();
    hud.engineChanged(engine('idle', take({ phase: 'finishing' })));
    expect(last()).toMatchObject({ title: 'Finishing', host: HOST });
    clock.advance(50);
    hud.engineChanged(engine('idle', take({ phase: 'inserting', cleanUp: tidying })));
    expect(last()).toMatchObject({ title: 'Tidying up', host: 'model.example', cancelChord: 'Ctrl+Shift+C' });
  });

  it('shows that host next to the speech host while the recording continues', () => {
    const { hud, last } = presenter();
    hud.engineChanged(engine('recording', take({ mode: 'toggle', cleanUp: tidying })));
    expect(last()).toMatchObject({
      title: 'Listening',
      host: HOST,
      detail: 'Tidying up at model.example',
      trouble: false,
    });
  });

  const REFUSED = 'model.example refused the API key.';

  it.each([
    ['tidied', REFUSED, null],
    ['as-heard', REFUSED, `As you said it. ${REFUSED}`],
    ['as-heard', undefined, null],
    ['late', undefined, 'As you said it: model.example took too long to tidy it up.'],
  ] as const)(
    'says afterwards why the text is as heard, if it is late or the user can fix it (%s, %s)',
    (state, why, detail) => {
      const { hud, last } = presenter(undefined, why);
      hud.takeOver(take({ phase: 'done', cleanUp: { ...tidying, state } }), engine('idle'));
      expect(last()).toMatchObject({ state: 'done', title: 'Inserted', detail });
    },
  );

  it('says nothing about tidying up if no request was made', () => {
    const { hud, last } = presenter(undefined, REFUSED);
    hud.takeOver(take({ phase: 'done' }), engine('idle'));
    expect(last()).toMatchObject({ title: 'Inserted', detail: null });
  });
});

describe('while a dictation is recorded', () => {
  it('shows state, level, time, text, host and the cancel chord', () => {
    const { hud, last } = presenter();
    hud.engineChanged(engine('recording', take()));
    expect(last()).toEqual({
      state: 'listening',
      mode: 'hold',
      title: 'Listening',
      detail: null,
      trouble: false,
      level: -20,
      seconds: 1.5,
      text: 'Good morn',
      host: HOST,
      actions: [],
      cancelChord: 'Ctrl+Shift+C',
    });
  });

  it('updates at most 20 times a second, and always shows the last state', () => {
    const { hud, clock, shown, last } = presenter();
    for (let ms = 0; ms < 1_000; ms += 10) {
      hud.engineChanged(engine('recording', take({ audioSeconds: ms / 1_000 })));
      clock.advance(10);
    }
    clock.advance(100);
    expect(shown.length).toBeLessThanOrEqual(21);
    expect(last()?.seconds).toBe(0.99);
  });

  it('shows trouble that does not stop it', () => {
    const { hud, clock, last } = presenter();
    hud.engineChanged(engine('recording', take({ reconnecting: true, error: ERROR })));
    expect(last()).toMatchObject({
      state: 'listening',
      trouble: true,
      detail: `${ERROR.message} Trying again. Nothing is lost.`,
    });
    hud.engineChanged(engine('recording', take()));
    clock.advance(50);
    expect(last()).toMatchObject({ trouble: false, detail: null });
  });

  it('shows a silence warning until the recording ends', () => {
    const { hud, clock, last } = presenter();
    hud.engineChanged(engine('recording', take({ mode: 'toggle' })));
    hud.notice({ type: 'silence' });
    clock.advance(50);
    expect(last()?.detail).toMatch(/^Nothing heard for two minutes\./);
    hud.engineChanged(engine('idle'));
    clock.advance(50);
    expect(last()).toBeNull();
  });
});

describe('after a dictation', () => {
  it('shows that the text is awaited, then that it is inserted, then nothing', () => {
    const { hud, clock, last } = presenter();
    hud.engineChanged(engine('idle', take({ phase: 'finishing' })));
    expect(last()).toMatchObject({ state: 'finishing', title: 'Finishing', cancelChord: 'Ctrl+Shift+C' });
    clock.advance(50);
    hud.engineChanged(engine('idle'));
    hud.takeOver(take({ phase: 'done' }), engine('idle'));
    clock.advance(50);
    expect(last()).toMatchObject({ state: 'done', title: 'Inserted' });
    clock.advance(2_000);
    expect(last()).toBeNull();
    expect(clock.scheduledCount).toBe(0);
  });

  it('says that nothing was heard', () => {
    const { hud, last } = presenter();
    hud.takeOver(take({ phase: 'done', text: '' }), engine('idle'));
    expect(last()).toMatchObject({ state: 'notice', title: 'No speech was heard' });
  });

  it('says the same if there were only fillers, and “Nothing to insert” after commands only', () => {
    for (const [unwritten, title] of [
      ['silence', 'No speech was heard'],
      ['commands', 'Nothing to insert'],
    ] as const) {
      const { hud, last } = presenter();
      hud.takeOver(take({ phase: 'done', text: 'Um.', unwritten }), engine('idle'));
      expect(last()).toMatchObject({ state: 'notice', title });
    }
  });

  it('shows a failure immediately, for over eight seconds, with advice', () => {
    const { hud, clock, last } = presenter();
    hud.engineChanged(engine('idle', take({ phase: 'failed', error: ERROR })));
    hud.takeOver(take({ phase: 'failed', error: ERROR }), engine('idle'));
    expect(last()).toMatchObject({
      state: 'failed',
      title: ERROR.message,
      actions: [{ id: 'retry' }, { id: 'dismiss' }],
    });
    expect(last()?.detail).toContain(ERROR.advice);
    clock.advance(8_000);
    expect(last()?.state).toBe('failed');
    hud.dismiss();
    clock.advance(50);
    expect(last()).toBeNull();
  });

  it('shows a failure for its full time again after the next dictation, and mentions it meanwhile', () => {
    const { hud, clock, last } = presenter();
    hud.takeOver(take({ phase: 'failed', error: ERROR }), engine('idle'));
    clock.advance(7_000);
    hud.engineChanged(engine('recording', take({ id: 2 })));
    expect(last()).toMatchObject({ state: 'listening', detail: `Previous dictation: ${ERROR.message}` });
    clock.advance(30_000);
    hud.engineChanged(engine('idle'));
    clock.advance(50);
    expect(last()?.state).toBe('failed');
    clock.advance(8_000);
    expect(last()?.state).toBe('failed');
    clock.advance(8_000);
    expect(last()).toBeNull();
  });

  it('says where a text is that could not be inserted', () => {
    const { hud, clock, last } = presenter();
    hud.takeOver(take({ phase: 'done' }), engine('idle'));
    hud.notice({ type: 'not-inserted', take: 1, outcome: 'on-clipboard', text: 'Good morning' });
    clock.advance(1_000);
    expect(last()).toMatchObject({ state: 'notice', title: 'The text is on the clipboard', text: '' });
    clock.advance(8_000);
    expect(last()?.state).toBe('notice');
  });

  it('says why a recording ended by itself, but not that the user ended it', () => {
    const { hud, clock, last, shown } = presenter();
    hud.notice({ type: 'recording-stopped', take: 1, by: 'end' });
    expect(shown).toEqual([]);
    hud.notice({ type: 'recording-stopped', take: 1, by: 'missing' });
    clock.advance(50);
    expect(last()?.title).toBe('No microphone found');
  });
});

describe('when recognition on this computer takes over', () => {
  const backup = { reason: ERROR };
  const refusal = sttError('auth', { host: HOST, key: '' });

  it('shows that while it lasts, and that the audio stays on this computer', () => {
    const { hud, clock, last } = presenter();
    const detail = `${ERROR.message} Recognized on this computer instead.`;
    hud.engineChanged(engine('recording', take({ backup })));
    expect(last()).toMatchObject({ state: 'listening', trouble: true, detail, host: 'On this computer' });
    hud.engineChanged(engine('idle', take({ phase: 'finishing', backup, error: ERROR })));
    clock.advance(50);
    expect(last()).toMatchObject({ state: 'finishing', trouble: true, detail, host: 'On this computer' });
  });

  it('shows that at the end, long enough to be read, if the trouble is temporary', () => {
    const { hud, clock, last } = presenter();
    hud.takeOver(take({ phase: 'done', backup }), engine('idle'));
    const detail = `Recognized on this computer. ${ERROR.message}`;
    expect(last()).toMatchObject({ state: 'done', title: 'Inserted', detail });
    clock.advance(3_900);
    expect(last()?.title).toBe('Inserted');
    clock.advance(200);
    expect(last()).toBeNull();
    hud.takeOver(take({ phase: 'done', text: '', backup }), engine('idle'));
    expect(last()).toMatchObject({ title: 'No speech was heard', detail });
  });

  it.each(['inserted', 'on the clipboard'])('still reports what only the user can fix (text %s)', (fate) => {
    const { hud, clock, last } = presenter();
    if (fate === 'on the clipboard') hud.notice({ type: 'not-inserted', take: 1, outcome: 'on-clipboard', text: 'a' });
    hud.takeOver(take({ phase: 'done', backup: { reason: refusal } }), engine('idle'));
    clock.advance(50);
    if (fate === 'inserted') expect(last()).toMatchObject({ title: 'Inserted', detail: null });
    else expect(hud.dismiss().take).toBe(1);
    clock.advance(1_000);
    expect(last()).toMatchObject({
      state: 'notice',
      title: refusal.message,
      detail: `${refusal.advice} Until then, this computer recognizes what you say.`,
      actions: [{ id: 'settings' }, { id: 'dismiss' }],
    });
    clock.advance(10_000);
    expect(last()?.title).toBe(refusal.message);
  });

  it('says so if it failed too', () => {
    const { hud, last } = presenter();
    hud.takeOver(take({ phase: 'failed', backup, error: ERROR }), engine('idle'));
    expect(last()).toMatchObject({ state: 'failed', title: ERROR.message, host: HOST });
    expect(last()?.detail).toContain('Recognition on this computer failed too.');
  });
});

describe('when takes overlap', () => {
  const missed = { type: 'not-inserted', take: 1, outcome: 'failed', text: 'Good morning' } as const;

  it('does not show a text as inserted that was not, even if another take ended meanwhile', () => {
    const { hud, clock, last } = presenter();
    hud.notice(missed);
    hud.takeOver(take({ id: 2, phase: 'cancelled' }), engine('idle', take({ phase: 'inserting' })));
    hud.takeOver(take({ id: 1, phase: 'done' }), engine('idle'));
    clock.advance(50);
    expect(last()).toMatchObject({ state: 'cancelled' });
    clock.advance(10_000);
    expect(last()).toMatchObject({ state: 'notice', title: 'Couldn’t insert the text' });
  });

  it('shows a take as inserted even if the previous one failed', () => {
    const { hud, clock, last } = presenter();
    hud.takeOver(take({ id: 1, phase: 'failed', error: ERROR }), engine('idle'));
    hud.notice(missed);
    hud.takeOver(take({ id: 2, phase: 'done' }), engine('idle'));
    clock.advance(50);
    expect(last()?.title).toBe('Inserted');
  });

  it('shows one message for each text that could not be inserted', () => {
    const { hud, clock, last } = presenter();
    hud.notice(missed);
    hud.notice({ ...missed, take: 2, text: 'Good evening' });
    expect(hud.dismiss()).toEqual({ take: 1, text: 'Good morning' });
    clock.advance(50);
    expect(last()?.title).toBe('Couldn’t insert the text');
    expect(hud.dismiss()).toEqual({ take: 2, text: 'Good evening' });
  });

  it('shows a message only once if it is the same for all of them', () => {
    const { hud, last } = presenter();
    for (const id of [1, 2, 3]) hud.notice({ type: 'recording-stopped', take: id, by: 'denied' });
    expect(last()?.title).toBe(`${PRODUCT_NAME} isn’t allowed to use the microphone`);
    expect(hud.dismiss().take).toBe(3);
    expect(hud.dismiss().take).toBeUndefined();
  });

  it('does not attribute a failed phrase of the live take to the previous one', () => {
    const { hud, clock, last } = presenter();
    hud.engineChanged(engine('recording', take({ mode: 'toggle' })));
    hud.notice(missed);
    clock.advance(50);
    expect(last()?.detail).toBe('Couldn’t insert the text');
    hud.engineChanged(engine('recording', take({ id: 2 })));
    clock.advance(50);
    expect(last()?.detail).toBe('Previous dictation: Couldn’t insert the text');
  });

  it('no longer shows a take as failed while it is retried', () => {
    const { hud, clock, last } = presenter();
    const failed = [1, 2].map((id) => take({ id, phase: 'failed', error: ERROR }));
    for (const one of failed) hud.takeOver(one, engine('idle', ...failed));
    expect(hud.dismiss()).toMatchObject({ take: 1 });
    hud.engineChanged(engine('idle', take({ id: 1, phase: 'finishing' }), take({ id: 2, phase: 'finishing' })));
    hud.engineChanged(engine('idle'));
    clock.advance(100);
    expect(last()).toBeNull();
    expect(clock.scheduledCount).toBe(0);
  });
});

it('lets a brief message interrupt one that must be read, which is then shown again', () => {
  const { hud, clock, last } = presenter();
  hud.takeOver(take({ phase: 'failed', error: ERROR }), engine('idle'));
  clock.advance(10_000);
  hud.takeOver(take({ id: 2, phase: 'cancelled' }), engine('idle'));
  expect(last()?.state).toBe('cancelled');
  clock.advance(2_000);
  expect(last()?.state).toBe('failed');
  clock.advance(12_000);
  expect(last()?.state).toBe('failed');
});

it('forgets everything', () => {
  const { hud, clock, last } = presenter();
  hud.takeOver(take({ phase: 'failed', error: ERROR }), engine('idle'));
  hud.notice({ type: 'not-inserted', take: 1, outcome: 'failed', text: 'Good morning' });
  hud.forget();
  clock.advance(100);
  expect(last()).toBeNull();
  expect(clock.scheduledCount).toBe(0);
});

describe('the button to allow a missing permission', () => {
  it('is shown if the microphone is denied', () => {
    const { hud, last } = presenter('microphone');
    hud.notice({ type: 'recording-stopped', take: 1, by: 'denied' });
    expect(last()).toMatchObject({
      title: `${PRODUCT_NAME} isn’t allowed to use the microphone`,
      actions: [{ id: 'allow' }, { id: 'dismiss' }],
    });
  });

  it('is shown if the text could not be inserted for lack of it', () => {
    const { hud, last } = presenter('accessibility');
    hud.notice({ type: 'not-inserted', take: 1, outcome: 'on-clipboard', text: 'Good morning' });
    expect(last()).toMatchObject({
      detail: 'Saykey isn’t allowed to type into other apps yet. Paste it wherever you like.',
      actions: [{ id: 'allow' }, { id: 'dismiss' }],
    });
  });

  it('is not shown in a password field, where it would not help', () => {
    const { hud, last } = presenter('accessibility');
    hud.notice({ type: 'not-inserted', take: 1, outcome: 'secure-field', text: 'Good morning' });
    expect(last()).toMatchObject({
      title: `${PRODUCT_NAME} doesn’t type into password fields`,
      detail: 'The text is on the clipboard. Paste it wherever you like.',
      actions: [{ id: 'dismiss' }],
    });
  });

  it('is not shown if another app has secure input on', () => {
    const { hud, last } = presenter('accessibility');
    hud.notice({ type: 'not-inserted', take: 1, outcome: 'secure-input', text: 'Good morning' });
    expect(last()).toMatchObject({ title: 'The text may not have arrived', actions: [{ id: 'dismiss' }] });
  });

  it('is not shown if the app cannot request the permission', () => {
    const { hud, last } = presenter();
    hud.notice({ type: 'recording-stopped', take: 1, by: 'denied' });
    expect(last()?.actions).toEqual([{ id: 'dismiss', label: 'Dismiss' }]);
  });
});

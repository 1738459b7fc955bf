import { USED_UP, usedUpDetail } from '@workspace/desktop/app/account/allowance-messages';
import { HudPresenter } from '@workspace/desktop/app/hud/hud-presenter';
import { openedWarning, silenceWarning } from '@workspace/desktop/app/microphone/microphone-warnings';
import { FakeWallClock } from '@workspace/desktop/app/testing/fake-wall-clock';
import type { HudView } from '@workspace/desktop/ipc/hud-messages';
import type { EngineView } from '@workspace/dictation/engine';
import type { TakeView } from '@workspace/dictation/take-view';
import { ON_THIS_COMPUTER, type SttErrorKind } from '@workspace/speech/provider';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { LISTENING } from './listening-view.ts';
import { errorOf } from './product-texts.ts';

const HOST = 'api.openai.com';
export const LONG_TEXT = 'The first word, then many others, one after the other. '.repeat(40);
const LONG_NAME = new Array(4).fill('Microphone of the conference room on the second floor').join(', ');

/** A dictation while its key is held. */
function take(changes: Partial<TakeView> = {}): TakeView {
  const sound = { audioSeconds: LISTENING.seconds, backupSeconds: 0 };
  const still = { reconnecting: false, slow: false };
  return { id: 1, mode: 'hold', phase: 'recording', host: HOST, text: '', pieces: [], ...sound, ...still, ...changes };
}

/** What the product shows after something happened. */
function shownAfter(happen: (hud: HudPresenter) => void, canAskFor = false): HudView {
  const clock = new FakeClock();
  const hud = new HudPresenter({
    clock,
    show: () => {},
    cancelChord: () => LISTENING.cancelChord,
    cleanUpProblem: () => 'api.openai.com refused the API key.',
    canAskFor: () => canAskFor,
  });
  happen(hud);
  clock.advance(100);
  if (!hud.shown) throw new Error('The HUD shows nothing.');
  return hud.shown;
}

/** The HUD's view of an ongoing dictation. `remark`: a note shown beside it. */
export function during(
  capture: EngineView['capture'],
  changes: Partial<TakeView> = {},
  remark: (hud: HudPresenter) => void = () => {},
): HudView {
  return shownAfter((hud) => {
    hud.engineChanged({ capture, level: LISTENING.level, takes: [take(changes)] });
    remark(hud);
  });
}

/** What it shows when a dictation is over. */
function after(changes: Partial<TakeView>): HudView {
  return shownAfter((hud) => hud.takeOver(take(changes), { capture: 'idle', level: -100, takes: [] }));
}

const BUILT_IN = { label: 'Built-in', reason: 'built-in-with-bluetooth' } as const;
const remarkBuiltIn = (hud: HudPresenter) => hud.remark(openedWarning(BUILT_IN, undefined)!.text);
const chosenIsGone = openedWarning({ label: LONG_NAME, reason: 'fallback' }, LONG_NAME)!.text;
const USED_UP_ALLOWANCE = {
  plan: 'beta' as const,
  limitSeconds: 3_600,
  usedSeconds: 3_600,
  resetsAt: '2026-03-05T14:05:00Z',
};
const takenOver = (kind: SttErrorKind) => ({ backup: { reason: errorOf(kind) } });

/** The HUD in every state, as the app produces it. */
export const VIEWS = {
  starting: during('starting', { audioSeconds: 0 }),
  'listening while held': during('recording'),
  'listening until stopped': during('recording', { mode: 'toggle', text: 'Dear Anna,' }),
  'listening to a long dictation': during('recording', { text: `${LONG_TEXT}And the last.` }),
  'listening with trouble': during('recording', { text: LONG_TEXT, reconnecting: true }),
  'listening with a remark': during('recording', { text: LONG_TEXT }, remarkBuiltIn),
  'listening with a remark, to nothing yet': during('recording', {}, remarkBuiltIn),
  'listening with much trouble': during('recording', { text: LONG_TEXT }, (hud) => hud.warn(chosenIsGone)),
  'listening to a silent microphone': during('recording', {}, (hud) => hud.warn(silenceWarning(BUILT_IN))),
  finishing: during('idle', { phase: 'finishing', text: 'Dear Anna,' }),
  'finishing late': during('idle', { phase: 'finishing', slow: true }),
  'listening on this computer': during('recording', { host: ON_THIS_COMPUTER, text: 'Dear Anna,' }),
  'taken over': during('idle', { phase: 'finishing', text: LONG_TEXT, ...takenOver('timeout') }),
  'tidying up': during('idle', {
    phase: 'inserting',
    text: 'Dear Anna,',
    cleanUp: { host: 'model.example', state: 'pending' },
  }),
  'done as heard': after({ phase: 'done', text: 'Dear Anna,', cleanUp: { host: HOST, state: 'as-heard' } }),
  'done as heard, too late': after({ phase: 'done', text: 'Dear Anna,', cleanUp: { host: HOST, state: 'late' } }),
  done: after({ phase: 'done', text: 'Dear Anna,' }),
  'done after this computer took over': after({ phase: 'done', text: 'Dear Anna,', ...takenOver('network') }),
  'refused, though nothing is lost': shownAfter((hud) => {
    const done = take({ phase: 'done', text: 'Dear Anna,', ...takenOver('permission') });
    hud.takeOver(done, { capture: 'idle', level: -100, takes: [] });
    // The HUD first says that the text is inserted.
    hud.dismiss();
  }),
  cancelled: after({ phase: 'cancelled' }),
  failed: after({ phase: 'failed', error: errorOf('network') }),
  notice: shownAfter((hud) => hud.notifyNotInserted('failed', { take: 1, text: 'Dear Anna,' })),
  'keys kept by another app': shownAfter((hud) =>
    hud.notifyNotInserted('secure-input', { take: 1, text: 'Dear Anna,' }),
  ),
  'Return not pressed': shownAfter((hud) => hud.notice({ type: 'return-missed', take: 1, why: 'unconfirmed' })),
  'allowance used up': shownAfter((hud) => {
    const detail = usedUpDetail(USED_UP_ALLOWANCE, new FakeWallClock());
    hud.notify({ tone: 'notice', title: USED_UP, detail, host: null, actions: [{ id: 'upgrade', label: 'Upgrade' }] });
  }),
  'not allowed to type': shownAfter((hud) => hud.notifyNotInserted('on-clipboard', { take: 1 }), true),
} satisfies Record<string, HudView>;

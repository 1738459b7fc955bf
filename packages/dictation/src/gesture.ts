/**
 * What key presses mean: a reducer from the keys that dictation has, and from what the keyboard itself says, to starts
 * and stops.
 *
 * Key events alone can't be trusted. A release may never arrive, the system repeats a held key (as further presses, or
 * as pairs of release and press), and a repeat may be handled after the key went up. So the reading of a key's real
 * state decides wherever there is one, and a key that went down stays down until it is known to be up, also when
 * its dictation is over: otherwise its repeats would start another one.
 *
 * Hold and send are alike; send has the text sent. Of several keys the one that was pressed last decides: pressed during
 * a dictation it takes that over, which then ends at its release, to be sent if it is the send key.
 *
 * What is said to the edit key is an instruction: it never turns into a dictation, nor a dictation into one. While one is
 * live, the keys of the other do nothing.
 *
 * Keys that others combine with theirs (a lone modifier, a mouse button) may turn out to be a part of such a
 * combination while they are down. Then it is as if they had not been pressed.
 */
import { GESTURE } from './tuning.ts';

/** How the user keeps a dictation going: by holding a key down, or until one is pressed again. */
export type DictationMode = 'hold' | 'toggle';

/** A key that a dictation lives by. */
export type DictationKey = HoldKey | 'toggle';

/** Those that are held. */
export type HoldKey = 'hold' | 'send' | 'edit';

/** How a dictation was started, or goes on since another key took it over. */
export interface DictationManner {
  readonly mode: DictationMode;
  /** Return is to be pressed after its text. */
  readonly send: boolean;
  /** What is said is an instruction for what is selected, and no text. */
  readonly edit: boolean;
  /** The key that is held doesn't disturb typing: text may be inserted while it is down. */
  readonly insertsWhileHolding: boolean;
}

interface LiveDictation {
  readonly manner: DictationManner;
  /** The key that went down last and is down, if its release matters; the dictation ends by it or goes on from it. */
  readonly key: DictationKey | undefined;
  /** When that key went down, if a tap of it goes on recording. */
  readonly tapFrom: number | undefined;
  /** The dictation that the key took over; undefined if its press began it. */
  readonly before: LiveDictation | undefined;
}

export interface GestureState {
  readonly live: LiveDictation | undefined;
  /** The keys that are down as far as known. While they are, their real state must be read again and again. */
  readonly down: readonly DictationKey[];
  /** Those of them that are a part of somebody else's combination: they mean nothing any more. */
  readonly combined: readonly DictationKey[];
}

export type GestureEvent =
  | {
      type: 'hold-pressed';
      /** `hold` if it isn't named. */
      key?: HoldKey | undefined;
      /** The key's real state, read as the event is handled; absent if it can't be read. */
      holdDown?: boolean | undefined;
      /** Others combine this key with theirs. */
      shared?: boolean | undefined;
      /** It doesn't disturb typing while it is down. */
      insertsWhileHolding?: boolean | undefined;
      /** A tap goes on recording until the next press. */
      tapLatches?: boolean | undefined;
    }
  | { type: 'hold-released'; key?: HoldKey | undefined; holdDown?: boolean | undefined }
  /** A key's real state, read while it is in `GestureState.down`; absent if it can't be read. */
  | { type: 'hold-read'; key?: DictationKey | undefined; holdDown?: boolean | undefined }
  /**
   * `repeat`: the system repeats a chord that stays down. Only the platform knows; there is no release to detect it by.
   * `shared`: others combine this key with theirs; its release will be reported.
   */
  | { type: 'toggle-pressed'; repeat?: boolean | undefined; shared?: boolean | undefined }
  | { type: 'toggle-released' }
  /** A shared key that is down is a part of somebody else's combination. */
  | { type: 'combined'; key: DictationKey }
  | { type: 'cancel-pressed' }
  /** The machine goes to sleep, or the screen is locked. */
  | { type: 'sleep' }
  /** The live dictation ended by itself. */
  | { type: 'ended' };

export type GestureOutput =
  /** `tentative`: it may yet turn out that nobody meant to dictate. */
  | { type: 'start'; manner: DictationManner; tentative: boolean }
  /** The live dictation goes on in another manner. */
  | { type: 'change'; manner: DictationManner }
  /** The live dictation's speech is over; its text is wanted. */
  | { type: 'stop' }
  /** Nobody meant to dictate: the live dictation is to leave no trace. */
  | { type: 'drop' }
  /** Whatever is live, or over and still awaited, is not wanted. */
  | { type: 'cancel' };

export interface GestureStep {
  state: GestureState;
  outputs: GestureOutput[];
}

export const INITIAL_GESTURE_STATE: GestureState = { live: undefined, down: [], combined: [] };

/** The next state, and what is to be done, in order. `now`: the clock's time in milliseconds. */
export function reduceGesture(state: GestureState, event: GestureEvent, now: number): GestureStep {
  switch (event.type) {
    case 'hold-pressed': {
      const isRepeat = state.down.includes(event.key ?? 'hold');
      return isRepeat || event.holdDown === false ? unchanged(state) : pressHold(state, event, now);
    }
    case 'hold-released':
      // Down all the same: the first half of a repeat. The real release will be read.
      return event.holdDown === true ? unchanged(state) : release(state, event.key ?? 'hold', now);
    case 'hold-read':
      return event.holdDown === false ? release(state, event.key ?? 'hold', now) : unchanged(state);
    case 'toggle-pressed':
      // Also while a hold key is down: a hold never turns into a toggle by accident. One that is a part of a combination
      // may be a part of this chord, but for the toggle key itself: it is down, so this is a repeat.
      return event.repeat === true || state.down.some((key) => key === 'toggle' || !state.combined.includes(key))
        ? unchanged(state)
        : pressToggle(state, event.shared === true);
    case 'toggle-released':
      return release(state, 'toggle', now);
    case 'combined':
      return combine(state, event.key);
    case 'cancel-pressed':
      return { state: { ...state, live: undefined }, outputs: [{ type: 'cancel' }] };
    case 'sleep':
      return stop(state);
    case 'ended':
      return { state: { ...state, live: undefined }, outputs: [] };
  }
}

function unchanged(state: GestureState): GestureStep {
  return { state, outputs: [] };
}

function pressHold(
  state: GestureState,
  event: Extract<GestureEvent, { type: 'hold-pressed' }>,
  now: number,
): GestureStep {
  const { key = 'hold', shared = false, insertsWhileHolding = false, tapLatches = false } = event;
  const { live, down, combined } = state;
  const pressed: GestureState = { live, down: [...down, key], combined };
  const send = key === 'send';
  const edit = key === 'edit';
  if (!live) {
    const manner: DictationManner = { mode: 'hold', send, edit, insertsWhileHolding: insertsWhileHolding && !edit };
    const begun = { manner, key, tapFrom: tapLatches ? now : undefined, before: undefined };
    return { state: { ...pressed, live: begun }, outputs: [{ type: 'start', manner, tentative: shared }] };
  }
  if (live.manner.edit !== edit) return unchanged(pressed);
  const othersDisturb = down.length > 0 && !live.manner.insertsWhileHolding;
  const inserts = insertsWhileHolding && !othersDisturb && !edit;
  const manner = { ...live.manner, send, insertsWhileHolding: inserts };
  const taken = { manner, key, tapFrom: undefined, before: live };
  return { state: { ...pressed, live: taken }, outputs: changeOf(live, manner) };
}

function pressToggle(state: GestureState, shared: boolean): GestureStep {
  const { live } = state;
  const pressed: GestureState = shared ? { ...state, down: [...state.down, 'toggle'] } : state;
  const key = shared ? 'toggle' : undefined;
  if (!live) {
    const manner: DictationManner = { mode: 'toggle', send: false, edit: false, insertsWhileHolding: false };
    const begun = { manner, key, tapFrom: undefined, before: undefined } as const;
    return { state: { ...pressed, live: begun }, outputs: [{ type: 'start', manner, tentative: shared }] };
  }
  // What is pressed to stop may be a part of a combination: that shows by its release.
  return shared ? unchanged({ ...pressed, live: { ...live, key: 'toggle', before: live } }) : stop(state);
}

function release(state: GestureState, key: DictationKey, now: number): GestureStep {
  const { live } = state;
  const without = (keys: readonly DictationKey[]) => keys.filter((other) => other !== key);
  const released: GestureState = { live, down: without(state.down), combined: without(state.combined) };
  if (live?.key !== key) return unchanged(released);
  const goesOn = key === 'toggle' && !live.before;
  const isTap = live.tapFrom !== undefined && now - live.tapFrom < GESTURE.tapMs;
  if (!goesOn && !isTap) return stop(released);
  const manner: DictationManner = { ...live.manner, mode: 'toggle' };
  const latched: LiveDictation = { manner, key: undefined, tapFrom: undefined, before: undefined };
  return { state: { ...released, live: latched }, outputs: changeOf(live, manner) };
}

/** The key stays down, and means nothing any more. */
function combine(state: GestureState, key: DictationKey): GestureStep {
  const { live, down } = state;
  const isNew = down.includes(key) && !state.combined.includes(key);
  const combined: GestureState = isNew ? { ...state, combined: [...state.combined, key] } : state;
  if (!live || !livesBy(live, key)) return unchanged(combined);
  const rest = withoutKey(live, key);
  if (!rest) return { state: { ...combined, live: undefined }, outputs: [{ type: 'drop' }] };
  const returned: GestureState = { ...combined, live: rest };
  // The key that it was held by was let go meanwhile.
  if (rest.key !== undefined && !down.includes(rest.key)) return stop(returned);
  return { state: returned, outputs: changeOf(live, rest.manner) };
}

function livesBy(live: LiveDictation, key: DictationKey): boolean {
  return live.key === key || (live.before !== undefined && livesBy(live.before, key));
}

/** The dictation as if the key had not been pressed; undefined if its press began it. */
function withoutKey(live: LiveDictation, key: DictationKey): LiveDictation | undefined {
  if (live.key === key) return live.before;
  const before = live.before && withoutKey(live.before, key);
  return before && { ...live, before };
}

function changeOf({ manner: before }: LiveDictation, manner: DictationManner): GestureOutput[] {
  const isSame =
    before.mode === manner.mode &&
    before.send === manner.send &&
    before.insertsWhileHolding === manner.insertsWhileHolding;
  return isSame ? [] : [{ type: 'change', manner }];
}

function stop(state: GestureState): GestureStep {
  return state.live === undefined
    ? unchanged(state)
    : { state: { ...state, live: undefined }, outputs: [{ type: 'stop' }] };
}

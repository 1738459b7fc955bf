/**
 * What key presses mean: a reducer from dictation's key events, and from readings of the keyboard itself, to starts and
 * stops.
 *
 * Key events alone can't be trusted. A release may never arrive, the system repeats a held key (as further presses, or
 * as pairs of release and press), and a repeat may be handled after the key went up. So a reading of the key's real
 * state decides wherever there is one, and a key that went down counts as down until it is known to be up, even after
 * its dictation is over: otherwise its repeats would start another one.
 *
 * Hold and send work alike, but send also sends the text. Of several keys, the last one pressed decides: pressed during
 * a dictation, it takes over; the dictation then ends at its release, and is sent if it is the send key.
 *
 * Speech with the edit key is an instruction: it never turns into a dictation, nor a dictation into one. While one is
 * live, the keys of the other do nothing.
 *
 * Keys that other shortcuts also use (a lone modifier, a mouse button) may turn out, while down, to be part of a
 * combination. Then it is as if they had never been pressed.
 */
import { GESTURE } from './tuning.ts';

/** How the user keeps a dictation going: by holding a key, or until a key is pressed again. */
export type DictationMode = 'hold' | 'toggle';

/** A key that keeps a dictation going. */
export type DictationKey = HoldKey | 'toggle';

/** The keys that are held. */
export type HoldKey = 'hold' | 'send' | 'edit';

/** How a dictation was started, or continues since another key took over. */
export interface DictationManner {
  readonly mode: DictationMode;
  /** Return is pressed after its text. */
  readonly send: boolean;
  /** What is said is an instruction for the selection, not text. */
  readonly edit: boolean;
  /** The held key doesn't interfere with typing: text may be inserted while it is down. */
  readonly insertsWhileHolding: boolean;
}

interface LiveDictation {
  readonly manner: DictationManner;
  /** The last key pressed and still down, if its release matters: it ends the dictation or latches it. */
  readonly key: DictationKey | undefined;
  /** When that key went down, if tapping it keeps recording. */
  readonly tapFrom: number | undefined;
  /** The dictation the key took over; undefined if its press started it. */
  readonly before: LiveDictation | undefined;
}

export interface GestureState {
  readonly live: LiveDictation | undefined;
  /** The keys that are down, as far as known. Until they are up, their real state must be polled. */
  readonly down: readonly DictationKey[];
  /** Those of them that are part of another combination, and no longer mean anything. */
  readonly combined: readonly DictationKey[];
}

export type GestureEvent =
  | {
      type: 'hold-pressed';
      /** Defaults to `hold`. */
      key?: HoldKey | undefined;
      /** The key's real state, read as the event is handled; absent if it can't be read. */
      holdDown?: boolean | undefined;
      /** Other shortcuts use this key too. */
      shared?: boolean | undefined;
      /** It doesn't interfere with typing while it is down. */
      insertsWhileHolding?: boolean | undefined;
      /** A tap keeps recording until the next press. */
      tapLatches?: boolean | undefined;
    }
  | { type: 'hold-released'; key?: HoldKey | undefined; holdDown?: boolean | undefined }
  /** A key's real state, read while it is in `GestureState.down`; absent if it can't be read. */
  | { type: 'hold-read'; key?: DictationKey | undefined; holdDown?: boolean | undefined }
  /**
   * `repeat`: the system repeats a chord that stays down. Only the platform knows; there is no release to detect it by.
   * `shared`: other shortcuts use this key too; its release will be reported.
   */
  | { type: 'toggle-pressed'; repeat?: boolean | undefined; shared?: boolean | undefined }
  | { type: 'toggle-released' }
  /** A shared key that is down is part of another combination. */
  | { type: 'combined'; key: DictationKey }
  | { type: 'cancel-pressed' }
  /** The machine goes to sleep, or the screen is locked. */
  | { type: 'sleep' }
  /** The live dictation ended on its own. */
  | { type: 'ended' };

export type GestureOutput =
  /** `tentative`: the press may turn out not to be meant as dictation. */
  | { type: 'start'; manner: DictationManner; tentative: boolean }
  /** The live dictation continues in another manner. */
  | { type: 'change'; manner: DictationManner }
  /** The live dictation's speech is over; its text is wanted. */
  | { type: 'stop' }
  /** Nobody meant to dictate: the live dictation must leave no trace. */
  | { type: 'drop' }
  /** Whatever is live, or over with its text still awaited, is unwanted. */
  | { type: 'cancel' };

export interface GestureStep {
  state: GestureState;
  outputs: GestureOutput[];
}

export const INITIAL_GESTURE_STATE: GestureState = { live: undefined, down: [], combined: [] };

/** Returns the next state, and the outputs in order. `now`: clock time in milliseconds. */
export function reduceGesture(state: GestureState, event: GestureEvent, now: number): GestureStep {
  switch (event.type) {
    case 'hold-pressed': {
      const isRepeat = state.down.includes(event.key ?? 'hold');
      return isRepeat || event.holdDown === false ? unchanged(state) : pressHold(state, event, now);
    }
    case 'hold-released':
      // Still down: the first half of a repeat. The real release will be read.
      return event.holdDown === true ? unchanged(state) : release(state, event.key ?? 'hold', now);
    case 'hold-read':
      return event.holdDown === false ? release(state, event.key ?? 'hold', now) : unchanged(state);
    case 'toggle-pressed':
      // Ignored while a hold key is down, too: a hold never turns into a toggle by accident. A key that is part of a
      // combination may be part of this chord, except the toggle key itself: if it is down, this is a repeat.
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

/** Whether a key keeps the dictation going that changes the meaning of keys simulated while it is down. */
export function isInterfering({ live }: GestureState): boolean {
  return live?.key !== undefined && !live.manner.insertsWhileHolding;
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
  // A press to stop may be part of a combination: its release will tell.
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

/** Marks a key as part of another combination: it stays down, and no longer means anything. */
function combine(state: GestureState, key: DictationKey): GestureStep {
  const { live, down } = state;
  const isNew = down.includes(key) && !state.combined.includes(key);
  const combined: GestureState = isNew ? { ...state, combined: [...state.combined, key] } : state;
  if (!live || !livesBy(live, key)) return unchanged(combined);
  const rest = withoutKey(live, key);
  if (!rest) return { state: { ...combined, live: undefined }, outputs: [{ type: 'drop' }] };
  const returned: GestureState = { ...combined, live: rest };
  // The key that held it was released meanwhile.
  if (rest.key !== undefined && !down.includes(rest.key)) return stop(returned);
  return { state: returned, outputs: changeOf(live, rest.manner) };
}

function livesBy(live: LiveDictation, key: DictationKey): boolean {
  return live.key === key || (live.before !== undefined && livesBy(live.before, key));
}

/** Returns the dictation as if the key had never been pressed; undefined if its press started it. */
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

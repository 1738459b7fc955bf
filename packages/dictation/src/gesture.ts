/**
 * What key presses mean: a reducer from the three chords, and from what the keyboard itself says, to starts and stops.
 *
 * Key events alone can't be trusted. A release may never arrive, the system repeats a held key (as further presses, or
 * as pairs of release and press), and a repeat may be handled after the key went up. So the reading of the hold chord's
 * real state decides wherever there is one, and a key that went down stays down until it is known to be up, also when
 * its dictation is over: otherwise its repeats would start another one.
 */

/** How the user keeps a dictation going: by holding the chord down, or until it is pressed again. */
export type DictationMode = 'hold' | 'toggle';

export interface GestureState {
  /** The mode of the dictation that is live. A hold chord pressed during a toggle dictation makes it a hold. */
  readonly live: DictationMode | undefined;
  /** Whether the hold chord is down as far as known. While it is, its real state must be read again and again. */
  readonly holdDown: boolean;
}

export type GestureEvent =
  /** `holdDown` is the chord's real state, read as the event is handled; absent where it can't be read. */
  | { type: 'hold-pressed'; holdDown?: boolean | undefined }
  | { type: 'hold-released'; holdDown?: boolean | undefined }
  /** The hold chord's real state, read while `GestureState.holdDown`; absent where it can't be read. */
  | { type: 'hold-read'; holdDown?: boolean | undefined }
  /** `repeat`: the system repeats a chord that stays down. Only the shell can tell, there is no release to go by. */
  | { type: 'toggle-pressed'; repeat?: boolean | undefined }
  | { type: 'cancel-pressed' }
  /** The machine goes to sleep, or the screen is locked. */
  | { type: 'sleep' }
  /** The live dictation ended by itself. */
  | { type: 'ended' };

export type GestureOutput =
  | { type: 'start'; mode: DictationMode }
  /** The live dictation's speech is over; its text is wanted. */
  | { type: 'stop' }
  /** Whatever is live, or over and still awaited, is not wanted. */
  | { type: 'cancel' };

export interface GestureStep {
  state: GestureState;
  outputs: GestureOutput[];
}

export const INITIAL_GESTURE_STATE: GestureState = { live: undefined, holdDown: false };

/** The next state, and what is to be done, in order. */
export function reduceGesture(state: GestureState, event: GestureEvent): GestureStep {
  switch (event.type) {
    case 'hold-pressed':
      return state.holdDown || event.holdDown === false ? unchanged(state) : pressHold(state);
    case 'hold-released':
      // Down all the same: the first half of a repeat. The real release will be read.
      return event.holdDown === true ? unchanged(state) : releaseHold(state);
    case 'hold-read':
      return event.holdDown === false ? releaseHold(state) : unchanged(state);
    case 'toggle-pressed':
      return event.repeat === true || state.holdDown ? unchanged(state) : pressToggle(state);
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

function pressHold(state: GestureState): GestureStep {
  return {
    state: { live: 'hold', holdDown: true },
    outputs: state.live === undefined ? [{ type: 'start', mode: 'hold' }] : [],
  };
}

function releaseHold(state: GestureState): GestureStep {
  const released: GestureState = { ...state, holdDown: false };
  return state.live === 'hold' ? stop(released) : unchanged(released);
}

function pressToggle(state: GestureState): GestureStep {
  return state.live === undefined
    ? { state: { ...state, live: 'toggle' }, outputs: [{ type: 'start', mode: 'toggle' }] }
    : stop(state);
}

function stop(state: GestureState): GestureStep {
  return state.live === undefined
    ? unchanged(state)
    : { state: { ...state, live: undefined }, outputs: [{ type: 'stop' }] };
}

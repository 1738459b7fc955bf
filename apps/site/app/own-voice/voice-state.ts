/**
 * State machine from the script to the visitor's own voice: `loading → starting → asking → ready`, with every possible
 * interruption. A pure reducer; `OwnVoice` performs the effects.
 */

/** Maximum length of a press, in milliseconds. It then ends automatically, and its text is kept. */
export const PRESS_LIMIT_MS = 2 * 60_000;

/** Why it doesn't work. The script still does. */
export type Problem =
  | 'unsupported'
  /** The connection was lost while files were loading. */
  | 'connection'
  | 'recognizer'
  /** Microphone problems: permission denied, none found, or it couldn't be opened. */
  | 'denied'
  | 'missing'
  | 'failed';

export type Stage =
  | { type: 'offered' }
  /** Files are being fetched; `share` is the downloaded fraction, from 0 to 1. */
  | { type: 'loading'; share: number }
  /** The model is being loaded. */
  | { type: 'starting' }
  /** The browser is asking for microphone permission. */
  | { type: 'asking' }
  /** The key dictates. */
  | { type: 'ready' }
  /** Everything is loaded, but the visitor has gone back to the script. */
  | { type: 'set-aside' }
  | { type: 'stopped'; by: Problem };

/** Result of a dictation. `failed`: the recognizer failed. */
export type Outcome = 'inserted' | 'nothing' | 'too-short' | 'cancelled' | 'failed';

/** Why a press ended without a release. */
export type Ending = 'time-up' | 'hidden' | 'lost';

export interface VoiceState {
  readonly stage: Stage;
  /** Whether the key is held and dictating. */
  readonly isHeld: boolean;
  /** Result of the last dictation. */
  readonly outcome?: Outcome | undefined;
  readonly ending?: Ending | undefined;
}

export type VoiceEvent =
  | { type: 'begin' }
  | { type: 'loaded-so-far'; share: number }
  | { type: 'loaded' }
  | { type: 'started' }
  | { type: 'allowed' }
  | { type: 'stopped'; by: Problem }
  | { type: 'press' }
  | { type: 'release' }
  | { type: 'escape' }
  /** The page became hidden. */
  | { type: 'hidden' }
  | { type: 'time-up' }
  /** The microphone was lost during a press. */
  | { type: 'lost' }
  | { type: 'over'; outcome: Outcome }
  | { type: 'set-aside' };

export type VoiceEffect =
  | 'load'
  | 'start'
  | 'ask'
  /** Press the key; every `hold` is followed by a `let-go`. */
  | 'hold'
  | 'let-go'
  | 'cancel'
  /** Stop recording immediately and keep the text. */
  | 'cut-off'
  | 'start-limit'
  | 'stop-limit';

export interface VoiceStep {
  state: VoiceState;
  effects: readonly VoiceEffect[];
}

/** Initial state. */
export const OFFERED: VoiceState = { stage: { type: 'offered' }, isHeld: false };

/** Returns the next state and the effects to perform, in order. Events that don't apply are ignored. */
export function nextVoice(state: VoiceState, event: VoiceEvent): VoiceStep {
  const { stage, isHeld } = state;
  switch (event.type) {
    case 'begin':
      if (stage.type === 'set-aside') return { state: { ...state, stage: { type: 'ready' } }, effects: [] };
      return stage.type === 'offered' || stage.type === 'stopped'
        ? { state: { stage: { type: 'loading', share: 0 }, isHeld: false }, effects: ['load'] }
        : unchanged(state);
    case 'loaded-so-far':
      return stage.type === 'loading'
        ? unchanged({ ...state, stage: { type: 'loading', share: Math.max(stage.share, event.share) } })
        : unchanged(state);
    case 'loaded':
      return stage.type === 'loading' ? goOn('starting', 'start') : unchanged(state);
    case 'started':
      return stage.type === 'starting' ? goOn('asking', 'ask') : unchanged(state);
    case 'allowed':
      return stage.type === 'asking' ? goOn('ready') : unchanged(state);
    case 'stopped':
      return stage.type === 'stopped' || stage.type === 'set-aside'
        ? unchanged(state)
        : { state: { stage: { type: 'stopped', by: event.by }, isHeld: false }, effects: endOf(state) };
    case 'press':
      return stage.type === 'ready' && !isHeld
        ? { state: { stage, isHeld: true }, effects: ['hold', 'start-limit'] }
        : unchanged(state);
    case 'release':
      return { state: { ...state, isHeld: false }, effects: endOf(state) };
    case 'escape':
      return stage.type === 'ready'
        ? { state: { ...state, isHeld: false }, effects: ['cancel', ...endOf(state)] }
        : unchanged(state);
    case 'hidden':
      return isHeld ? endedBy('hidden', ['cut-off', ...endOf(state)]) : unchanged(state);
    case 'time-up':
    case 'lost':
      return isHeld ? endedBy(event.type, endOf(state)) : unchanged(state);
    case 'over':
      return stage.type === 'ready' ? unchanged({ ...state, outcome: event.outcome }) : unchanged(state);
    case 'set-aside':
      return stage.type === 'ready'
        ? { state: { stage: { type: 'set-aside' }, isHeld: false }, effects: ['cancel', ...endOf(state)] }
        : unchanged(state);
  }
}

function unchanged(state: VoiceState): VoiceStep {
  return { state, effects: [] };
}

function goOn(type: 'starting' | 'asking' | 'ready', ...effects: VoiceEffect[]): VoiceStep {
  return { state: { stage: { type }, isHeld: false }, effects };
}

/** Returns the effects that end the current press, if any. */
function endOf({ isHeld }: VoiceState): VoiceEffect[] {
  return isHeld ? ['let-go', 'stop-limit'] : [];
}

function endedBy(ending: Ending, effects: VoiceEffect[]): VoiceStep {
  return { state: { stage: { type: 'ready' }, isHeld: false, ending }, effects };
}

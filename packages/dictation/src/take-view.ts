import { SAMPLE_RATE, type SttError } from '@workspace/speech/provider';
import type { EditState } from './edit.ts';
import type { DictationMode } from './gesture.ts';
import type { TakeRunner } from './take-runner.ts';
import type { TakePhase } from './take-state.ts';
import type { CleanUpState } from './take-texts.ts';
import { type Piece, textSoFar } from './transcript.ts';

/** A take as shown to the user. */
export interface TakeView {
  id: number;
  mode: DictationMode;
  phase: TakePhase;
  /** The host the audio goes to. */
  host: string;
  /** All text understood so far, including provisional text. */
  text: string;
  /** Final text, in the order of the audio. */
  pieces: readonly Piece[];
  audioSeconds: number;
  /** US dollars per minute of audio, if the model's price is known. */
  pricePerMinute?: number;
  /** The current problem; with `failed`, the reason. */
  error?: SttError;
  /**
   * Recognition on this computer has taken over from the provider, which failed for this reason. Nothing else is wrong.
   */
  backup?: { reason: SttError };
  /** How much of the audio became text on this computer. */
  backupSeconds: number;
  /** Connecting to the provider again, or about to. */
  reconnecting: boolean;
  /** The text is late. */
  slow: boolean;
  /** None of the text is written: it was all spoken commands, or (`silence`) fillers. */
  unwritten?: 'commands' | 'silence';
  /** State or outcome of the clean-up; absent if there was none. */
  cleanUp?: CleanUpState;
  /** State of the edit, if the take is an instruction for the selection. */
  edit?: EditState;
}

export function viewOf(runner: TakeRunner): TakeView {
  const { take, texts, edit } = runner;
  const { provider, config } = runner.recognition;
  const { host } = provider;
  const pricePerMinute = provider.models.find(({ id }) => id === config.model)?.pricePerMinute;
  return {
    id: runner.id,
    mode: take.manner.mode,
    phase: take.phase,
    host,
    text: textSoFar(take.transcript),
    pieces: take.transcript.pieces,
    audioSeconds: take.captured / SAMPLE_RATE,
    backupSeconds: take.backupSamples / SAMPLE_RATE,
    reconnecting:
      !take.backup &&
      (take.connection.type === 'waiting' || (take.connection.type === 'connecting' && take.session > 1)),
    slow: take.slow,
    ...(pricePerMinute !== undefined ? { pricePerMinute } : {}),
    ...(take.error ? { error: take.error } : {}),
    ...(take.backup ? { backup: take.backup } : {}),
    ...(texts.unwritten ? { unwritten: texts.unwritten } : {}),
    ...(texts.cleanUp ? { cleanUp: texts.cleanUp } : {}),
    ...(edit ? { edit: edit.state } : {}),
  };
}

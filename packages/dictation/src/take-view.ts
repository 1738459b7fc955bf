import { SAMPLE_RATE, type SttError } from '@workspace/speech/provider';
import type { EditState } from './edit.ts';
import type { DictationMode } from './gesture.ts';
import type { TakeRunner } from './take-runner.ts';
import type { TakePhase } from './take-state.ts';
import type { CleanUpState } from './take-texts.ts';
import { type Piece, textSoFar } from './transcript.ts';

/** A take as it is shown. */
export interface TakeView {
  id: number;
  mode: DictationMode;
  phase: TakePhase;
  /** The host that audio goes to. */
  host: string;
  /** All text understood so far, the provisional included. */
  text: string;
  /** What has become text, in the order of the audio. */
  pieces: readonly Piece[];
  audioSeconds: number;
  /** US dollars per minute of audio, if the model's price is known. */
  pricePerMinute?: number;
  /** What is wrong at the moment; with `failed`, why. */
  error?: SttError;
  /** Recognition on this computer has taken over from the provider, which failed for this reason. Nothing is wrong but that. */
  backup?: { reason: SttError };
  /** So much of the audio became text on this computer. */
  backupSeconds: number;
  /** Connecting to the provider again, or about to. */
  reconnecting: boolean;
  /** The text is late. */
  slow: boolean;
  /** Nothing is written of the text: it was all spoken commands, or (`silence`) fillers. */
  unwritten?: 'commands' | 'silence';
  /** Text is being tidied up, or how that ended; absent if nobody was asked. */
  cleanUp?: CleanUpState;
  /** Present if it is an instruction for the selection: the state of that edit. */
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

import type { EngineView, TakeView } from '@workspace/dictation/engine';
import { textOf } from '@workspace/dictation/transcript';
import { isRetryable } from '@workspace/speech/provider';
import type { TranscribeArguments } from './arguments.ts';
import { dictateFile, type FileDictation } from './dictate-file.ts';
import { EXIT_CODE, type ExitCode, exitCodeForProvider } from './exit-codes.ts';
import type { Progress } from './progress-line.ts';
import { type RecognitionTimes, timeRecognition } from './recognition-times.ts';

export type TranscribeOptions = Pick<TranscribeArguments, 'model' | 'languages' | 'keywords' | 'json'>;

export interface TranscribeSurroundings extends Omit<FileDictation, 'config' | 'onLook'> {
  progress: { show(progress: Progress): void; notice(text: string): void };
  /** Writes to stdout, in place of the progress, and resolves once the text has left the process. */
  print(text: string): Promise<void>;
}

/** Runs the engine on the file, and prints what was understood, however it ends. */
export async function transcribe(options: TranscribeOptions, surroundings: TranscribeSurroundings): Promise<ExitCode> {
  const { clock, signal, progress, print } = surroundings;
  const { provider, times } = timeRecognition(surroundings.provider, clock);
  const { languages, keywords, model = provider.models[0]?.id ?? '' } = options;
  const tellTrouble = troubleTeller(progress);
  const takes = await dictateFile({
    ...surroundings,
    provider,
    config: { model, languages, keywords },
    onLook: (view, takes) => {
      progress.show(progressOf(view, takes));
      tellTrouble(view);
    },
  });

  const error = signal.aborted ? undefined : takes.find((take) => take.error)?.error;
  const text = textOf(takes);
  if (error) progress.notice(`${error.message} ${error.advice}`);
  else if (text === '' && !signal.aborted) progress.notice('No speech was heard.');
  const output = options.json ? JSON.stringify(asObject(text, takes, times)) : text;
  if (output !== '') await print(`${output}\n`);
  return error ? exitCodeForProvider(error.kind) : EXIT_CODE.success;
}

function progressOf(view: EngineView, takes: readonly TakeView[]): Progress {
  const isReconnecting = view.takes.some(({ reconnecting }) => reconnecting);
  const waiting = view.capture === 'idle' ? 'waiting for text' : 'listening';
  return {
    state: isReconnecting ? 'reconnecting' : waiting,
    audioSeconds: lengthOf(takes),
    level: view.level,
  };
}

/** Tells of each new trouble that the engine is still trying to get round; what it can't get round is told at the end. */
function troubleTeller(progress: TranscribeSurroundings['progress']): (view: EngineView) => void {
  let told: string | undefined;
  return ({ takes }) => {
    const error = takes.find((take) => take.error)?.error;
    if (error && error.message !== told && isRetryable(error.kind)) {
      progress.notice(`${error.message} Trying again …`);
    }
    told = error?.message;
  };
}

function asObject(text: string, takes: readonly TakeView[], times: RecognitionTimes): object {
  const segments = takes.flatMap(({ id, pieces }) =>
    pieces.filter((piece) => piece.text !== '').map((piece) => ({ id: `${id}-${piece.id}`, text: piece.text })),
  );
  return { text, segments, audioSeconds: lengthOf(takes), firstTextMs: times.firstTextMs, finalMs: times.finalMs };
}

function lengthOf(takes: readonly TakeView[]): number {
  return takes.reduce((sum, take) => sum + take.audioSeconds, 0);
}

import type { EngineView } from '@workspace/dictation/engine';
import type { TakeView } from '@workspace/dictation/take-view';
import { textOf } from '@workspace/dictation/transcript';
import { isRetryable } from '@workspace/speech/provider';
import type { TranscribeArguments } from './arguments.ts';
import type { CleanUp } from './clean-up.ts';
import { dictateFile, type FileDictation } from './dictate-file.ts';
import { EXIT_CODE, type ExitCode, exitCodeForProvider } from './exit-codes.ts';
import type { Progress } from './progress-line.ts';
import type { RecognitionTimes } from './recognition-times.ts';

export interface TranscribeDependencies extends Omit<FileDictation, 'onLook'> {
  cleanUp?: CleanUp | undefined;
  progress: { show(progress: Progress): void; notice(text: string): void };
  /** Writes to stdout, in place of the progress, and resolves once the text has left the process. */
  print(text: string): Promise<void>;
}

/** Runs the engine on the file, and prints what was understood, however it ends. Resolves with the exit code. */
export async function transcribe(
  { json, languages, keywords }: Pick<TranscribeArguments, 'json' | 'languages' | 'keywords'>,
  dependencies: TranscribeDependencies,
): Promise<ExitCode> {
  const { signal, progress, print, cleanUp } = dependencies;
  const reportTrouble = troubleReporter(progress);
  const { takes, times } = await dictateFile({
    ...dependencies,
    onLook: (view, takes) => {
      progress.show(progressOf(view, takes));
      reportTrouble(view);
    },
  });

  const error = signal.aborted ? undefined : takes.find((take) => take.error)?.error;
  const takenOver = signal.aborted ? undefined : takes.find((take) => take.backup)?.backup?.reason;
  const heard = textOf(takes);
  const isTidied = cleanUp && heard !== '' && !error && !signal.aborted;
  const context = { languages, vocabulary: keywords, signal, onKept: (why: string) => progress.notice(why) };
  const text = isTidied ? await cleanUp(heard, context) : heard;
  if (error) progress.notice(`${error.message} ${error.advice}`);
  else if (takenOver)
    progress.notice(`${takenOver.message} ${takenOver.advice} The rest was recognized on this computer.`);
  else if (text === '' && !signal.aborted) progress.notice('No speech was heard.');
  const output = json ? JSON.stringify(asObject(text, takes, times)) : text;
  if (output !== '') await print(`${output}\n`);
  if (error) return exitCodeForProvider(error.kind);
  // The text is complete, but the caller must still learn that the key was refused.
  return takenOver && exitCodeForProvider(takenOver.kind) === EXIT_CODE.keyRefused
    ? EXIT_CODE.keyRefused
    : EXIT_CODE.success;
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

/** Returns a function that reports each new problem the engine still works around; others are reported at the end. */
function troubleReporter(progress: TranscribeDependencies['progress']): (view: EngineView) => void {
  let reported: string | undefined;
  return ({ takes }) => {
    const error = takes.find((take) => take.error && !take.backup)?.error;
    if (error && error.message !== reported && isRetryable(error.kind)) {
      progress.notice(`${error.message} Trying again…`);
    }
    reported = error?.message;
  };
}

function asObject(text: string, takes: readonly TakeView[], times: RecognitionTimes): object {
  const segments = takes.flatMap(({ id, pieces }) =>
    pieces
      .filter((piece) => piece.text !== '')
      .map((piece) => ({ id: `${id}-${piece.id}`, text: piece.text, finalMs: times.finalMsOf(id, piece.id) })),
  );
  return { text, segments, audioSeconds: lengthOf(takes), firstTextMs: times.firstTextMs, finalMs: times.finalMs };
}

function lengthOf(takes: readonly TakeView[]): number {
  return takes.reduce((sum, take) => sum + take.audioSeconds, 0);
}

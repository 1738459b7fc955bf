import { Engine, type EngineView, type TakeView } from '@workspace/dictation/engine';
import type { Inserter, Microphone, WallClock } from '@workspace/dictation/ports';
import { joinText } from '@workspace/dictation/spacing';
import { isRetryable, type SttProvider } from '@workspace/speech/provider';
import type { TranscribeArguments } from './arguments.ts';
import { EXIT_CODE, type ExitCode, exitCodeForProvider } from './exit-codes.ts';
import type { Progress } from './progress-line.ts';
import { type RecognitionTimes, timeRecognition } from './recognition-times.ts';

export type TranscribeOptions = Pick<TranscribeArguments, 'model' | 'languages' | 'keywords' | 'json'>;

export interface TranscribeSurroundings {
  provider: SttProvider;
  /** Plays the file. */
  microphone: Microphone;
  clock: WallClock;
  progress: { show(progress: Progress): void; notice(text: string): void };
  /** Aborted when the command is to end now. */
  signal: AbortSignal;
  /** Writes to stdout, in place of the progress, and resolves once the text has left the process. */
  print(text: string): Promise<void>;
}

const LOOK_MS = 100;

/** Runs the engine on the file, as one dictation, and prints what was understood, however it ends. */
export async function transcribe(options: TranscribeOptions, surroundings: TranscribeSurroundings): Promise<ExitCode> {
  const { provider, times } = timeRecognition(surroundings.provider, surroundings.clock);
  const takes = await dictate(options, { ...surroundings, provider });
  const error = takes.find(({ phase }) => phase === 'failed')?.error;
  const text = takes.reduce((before, take) => before + joinText(before, take.text), '');

  if (error) surroundings.progress.notice(error.message);
  else if (text === '' && !surroundings.signal.aborted) surroundings.progress.notice('No speech was heard.');
  const output = options.json ? JSON.stringify(asObject(text, takes, times)) : text;
  if (output !== '') await surroundings.print(`${output}\n`);
  return error ? exitCodeForProvider(error.kind) : EXIT_CODE.success;
}

/** Plays the whole file to the engine. Resolves with the takes it made, one an hour, as they ended or were broken off. */
function dictate(options: TranscribeOptions, surroundings: TranscribeSurroundings): Promise<TakeView[]> {
  const { provider, microphone, clock, progress, signal } = surroundings;
  const { languages, keywords, model = provider.models[0]?.id ?? '' } = options;
  const takes = new Map<number, TakeView>();

  return new Promise((resolve) => {
    let told: string | undefined;
    let isOver = false;
    const engine = new Engine(
      { clock, microphone, inserter: NO_FIELD, usage: { record: () => {} } },
      { recognition: () => ({ provider, config: { model, languages, keywords } }), replacements: () => [] },
      { onTakeOver: noteOver },
    );
    engine.gesture({ type: 'hold-pressed', holdDown: true });
    signal.addEventListener('abort', end);
    let cancelLook = clock.schedule(LOOK_MS, look);

    function look(): void {
      cancelLook = clock.schedule(LOOK_MS, look);
      const view = engine.view();
      progress.show(progressOf(view, takes));
      const error = view.takes.find((take) => take.error)?.error;
      if (!error || error.message === told) return;
      told = error.message;
      if (isRetryable(error.kind)) progress.notice(`${error.message} Trying again …`);
      else engine.gesture({ type: 'hold-released' });
    }

    function noteOver(take: TakeView): void {
      if (isOver) return;
      takes.set(take.id, take);
      const { capture, takes: waiting } = engine.view();
      if (capture === 'idle' && waiting.every(({ phase }) => phase === 'failed')) end();
    }

    function end(): void {
      for (const take of engine.view().takes) takes.set(take.id, take);
      isOver = true;
      cancelLook();
      signal.removeEventListener('abort', end);
      engine.forget();
      resolve([...takes.values()].sort((a, b) => a.id - b.id));
    }
  });
}

/** Text is read from the takes; there is no field for it to go into. */
const NO_FIELD: Inserter = {
  captureTarget: () => Promise.resolve({ id: 'stdout', kind: 'multi-line' }),
  textBefore: () => Promise.resolve(undefined),
  insert: () => Promise.resolve('inserted'),
};

function progressOf(view: EngineView, over: ReadonlyMap<number, TakeView>): Progress {
  const known = new Map([...over, ...view.takes.map((take) => [take.id, take] as const)]);
  const audioSeconds = [...known.values()].reduce((sum, take) => sum + take.audioSeconds, 0);
  const state = view.takes.some(({ reconnecting }) => reconnecting)
    ? 'reconnecting'
    : view.capture === 'idle'
      ? 'waiting for text'
      : 'listening';
  return { state, audioSeconds, level: view.level };
}

function asObject(text: string, takes: readonly TakeView[], times: RecognitionTimes): object {
  const segments = takes.flatMap((take) =>
    take.pieces
      .filter((piece) => piece.text !== '')
      .map((piece) => ({ id: `${take.id}-${piece.id}`, text: piece.text })),
  );
  const audioSeconds = takes.reduce((sum, take) => sum + take.audioSeconds, 0);
  return { text, segments, audioSeconds, firstTextMs: times.firstTextMs, finalMs: times.finalMs };
}

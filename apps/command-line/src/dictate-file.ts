import { Engine, type EngineView } from '@workspace/dictation/engine';
import type { Inserter, Microphone, WallClock } from '@workspace/dictation/ports';
import type { Recognition } from '@workspace/dictation/take-runner';
import type { TakeView } from '@workspace/dictation/take-view';
import { AS_RECOGNIZED } from '@workspace/dictation/writing';
import { isRetryable } from '@workspace/speech/provider';
import { RecognitionTimes } from './recognition-times.ts';

export interface FileDictation {
  recognition: Recognition;
  /** Plays the file. */
  microphone: Microphone;
  clock: WallClock;
  /** Aborted to end the dictation immediately. */
  signal: AbortSignal;
  /** Called several times a second. `takes`: all so far, including those that are over. */
  onLook(view: EngineView, takes: readonly TakeView[]): void;
}

const LOOK_MS = 100;

export interface FileTranscript {
  /** One per hour of audio, as they ended or were cut short. A failed one carries its error. */
  takes: TakeView[];
  times: RecognitionTimes;
}

/** Plays a file to the engine as one dictation. */
export function dictateFile(dictation: FileDictation): Promise<FileTranscript> {
  const { recognition, microphone, clock, signal, onLook } = dictation;
  const takes = new Map<number, TakeView>();
  const times = new RecognitionTimes(clock);

  return new Promise((resolve) => {
    let isOver = false;
    const engine = new Engine(
      { clock, microphone, inserter: NO_FIELD },
      { recognition: () => recognition, writing: () => AS_RECOGNIZED },
      { onChange: () => times.record(engine.view().takes), onTakeOver: handleOver },
    );
    engine.gesture({ type: 'hold-pressed', holdDown: true });
    signal.addEventListener('abort', end);
    let cancelLook = clock.schedule(LOOK_MS, look);

    function look(): void {
      cancelLook = clock.schedule(LOOK_MS, look);
      const view = collectTakes();
      onLook(view, [...takes.values()]);
      // There is no point in playing on after an error that only the user can fix.
      const isHopeless = view.takes.some(({ error, backup }) => error && !backup && !isRetryable(error.kind));
      if (isHopeless) end();
    }

    function collectTakes(): EngineView {
      const view = engine.view();
      for (const take of view.takes) takes.set(take.id, take);
      return view;
    }

    function handleOver(take: TakeView): void {
      if (isOver) return;
      times.record([take]);
      takes.set(take.id, take);
      const { capture, takes: waiting } = engine.view();
      if (capture === 'idle' && waiting.every(({ phase }) => phase === 'failed')) end();
    }

    function end(): void {
      collectTakes();
      isOver = true;
      cancelLook();
      signal.removeEventListener('abort', end);
      engine.forget();
      resolve({ takes: [...takes.values()].sort((a, b) => a.id - b.id), times });
    }
  });
}

/** The text is read from the takes; there is no field for it to go into. */
const NO_FIELD: Inserter = {
  focusedApp: async () => undefined,
  captureTarget: () => Promise.resolve({ id: 'none', kind: 'multi-line' }),
  textAround: () => Promise.resolve(undefined),
  insert: () => Promise.resolve('inserted'),
  pressReturn: async () => false,
  leaveOnClipboard: () => Promise.resolve(false),
};

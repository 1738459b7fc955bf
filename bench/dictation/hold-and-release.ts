import { setTimeout as delay } from 'node:timers/promises';
import { Engine } from '@workspace/dictation/engine';
import type { Recognition } from '@workspace/dictation/take-runner';
import { AS_RECOGNIZED } from '@workspace/dictation/writing';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { millisecondsOf } from '@workspace/speech/samples';
import { LiveMicrophone } from './live-microphone.ts';

export interface Dictated {
  /** From the release to the insertion. */
  textMs: number;
  /** From the start of the voice to the first text shown. */
  firstTextMs: number;
}

const SILENCE_BEFORE_MS = 600;
/** Anything that the tail yields arrives within this. */
const REST_MS = 1_000;

/** Dictates with the held key, releasing it this long after the end of the voice. */
export async function holdAndRelease(
  recognition: Recognition,
  sentence: Int16Array,
  afterVoiceMs: number,
): Promise<Dictated> {
  const clock = createSteadyClock();
  const microphone = new LiveMicrophone(sentence, SILENCE_BEFORE_MS);
  let firstTextAt = 0;
  let releasedAt = 0;
  const insertedAt = await new Promise<number>((resolve) => {
    const inserter = {
      focusedApp: async () => undefined,
      captureTarget: () => Promise.resolve({ id: 'field', kind: 'multi-line' as const }),
      textAround: () => Promise.resolve(undefined),
      insert: () => {
        resolve(performance.now());
        return Promise.resolve('inserted' as const);
      },
      pressReturn: async () => false,
      leaveOnClipboard: () => Promise.resolve(false),
    };
    const engine: Engine = new Engine(
      { clock, microphone, inserter },
      { recognition: () => recognition, writing: () => AS_RECOGNIZED },
      {
        onChange: () => {
          if (firstTextAt === 0 && engine.view().takes.some(({ text }) => text !== '')) firstTextAt = performance.now();
        },
      },
    );
    engine.gesture({ type: 'hold-pressed', holdDown: true });
    setTimeout(
      () => {
        releasedAt = performance.now();
        engine.gesture({ type: 'hold-released', holdDown: false });
      },
      SILENCE_BEFORE_MS + millisecondsOf(sentence.length) + afterVoiceMs,
    );
  });
  await delay(REST_MS);
  return { textMs: insertedAt - releasedAt, firstTextMs: firstTextAt - microphone.voiceFrom };
}

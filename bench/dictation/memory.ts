import { setImmediate } from 'node:timers/promises';
import { Engine } from '@workspace/dictation/engine';
import type { MicrophoneListener } from '@workspace/dictation/ports';
import { AS_RECOGNIZED } from '@workspace/dictation/writing';
import { SAMPLE_RATE, type SttCaps, type SttEvent, type SttProvider } from '@workspace/speech/provider';
import { FakeClock } from '@workspace/speech/testing/fake-clock';

export interface MemoryResult {
  minutes: number;
  /** Whether the provider confirmed audio along the way, so that it could be dropped. */
  confirmed: boolean;
  /** Growth of heap and buffers since the start, after a garbage collection. */
  heldBytes: number;
  /** The audio that had to be kept: everything not confirmed. */
  audioBytes: number;
}

const CAPS: SttCaps = { segmentation: 'client', phrases: 'short', live: false };
const PIECE_SECONDS = 0.1;

/** Runs minutes of speech with pauses on a fake clock, and measures memory at each mark. */
export async function measureMemory(minutes: readonly number[], confirmed: boolean): Promise<MemoryResult[]> {
  const clock = new FakeClock();
  let microphone: MicrophoneListener | undefined;
  const engine = new Engine(
    {
      clock: Object.assign(clock, { wallTime: () => clock.now(), timeZone: () => 'UTC' }),
      microphone: {
        open: (listener) => {
          microphone = listener;
          return { close: () => {} };
        },
      },
      inserter: {
        focusedApp: async () => undefined,
        captureTarget: () => Promise.resolve({ id: 'field', kind: 'multi-line' }),
        textAround: () => Promise.resolve(undefined),
        insert: () => Promise.resolve('inserted'),
        pressReturn: async () => false,
        leaveOnClipboard: () => Promise.resolve(false),
      },
    },
    {
      recognition: () => ({
        provider: providerThat(confirmed, clock),
        config: { model: 'model', languages: [], keywords: [] },
      }),
      writing: () => AS_RECOGNIZED,
    },
  );
  engine.gesture({ type: 'hold-pressed', holdDown: true });
  await setImmediate();
  const before = heldBytes();
  const results: MemoryResult[] = [];
  let passedSeconds = 0;
  for (const mark of minutes) {
    for (; passedSeconds < mark * 60; passedSeconds += PIECE_SECONDS) {
      clock.advance(PIECE_SECONDS * 1_000);
      microphone?.onSamples(speechAt(passedSeconds));
      // Lets promises settle: the provider is started once the focused app is known.
      await setImmediate();
    }
    const audioBytes = confirmed ? 0 : mark * 60 * SAMPLE_RATE * Int16Array.BYTES_PER_ELEMENT;
    results.push({ minutes: mark, confirmed, heldBytes: heldBytes() - before, audioBytes });
  }
  engine.forget();
  return results;
}

/** Noise for four seconds, then silence for one. */
function speechAt(second: number): Int16Array {
  const samples = new Int16Array(PIECE_SECONDS * SAMPLE_RATE);
  if (second % 5 < 4) for (let index = 0; index < samples.length; index += 1) samples[index] = (index * 7_919) % 8_192;
  return samples;
}

/** A provider whose finals come 200 ms after each cut, or never. */
function providerThat(confirms: boolean, clock: FakeClock): SttProvider {
  return {
    id: 'openai',
    host: 'speech.example',
    models: [{ id: 'model', caps: CAPS }],
    capabilities: () => CAPS,
    checkKey: () => Promise.resolve({ status: 'valid', message: '' }),
    start(_config, listener) {
      const emit = (event: SttEvent) => clock.schedule(200, () => listener(event));
      let pushed = 0;
      let cutAt = 0;
      emit({ type: 'ready' });
      return {
        backlogBytes: 0,
        push(samples) {
          pushed += samples.length;
        },
        cut() {
          if (confirms)
            emit({ type: 'final', segment: String(pushed), from: cutAt, to: pushed, text: 'Spoken words.' });
          cutAt = pushed;
        },
        end() {},
        cancel() {},
      };
    },
  };
}

function heldBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

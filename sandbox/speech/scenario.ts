import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ruleSchema } from './fault-rules.ts';
import { msOf, RECOGNIZER_RATE } from './recognizer/rate.ts';
import type { Script } from './recognizer/recognizer.ts';
import { prepareReference } from './recognizer/reference.ts';
import { resample } from './recognizer/resampler.ts';
import { readWav, UnreadableWav } from './recognizer/wav.ts';

const ms = z.number().nonnegative();

/** How the sandbox behaves for one key. */
export const scenarioSchema = z
  .strictObject({
    /** Audio in which received audio is searched for: a WAV file of any rate, as base64 or as a local path. */
    reference: z
      .union([z.strictObject({ wavBase64: z.string().min(1) }), z.strictObject({ wavPath: z.string().min(1) })])
      .optional(),
    /** The words of the reference, in order. A word's text includes the space before it and attached punctuation. */
    words: z
      .array(
        z
          .strictObject({ text: z.string().min(1), startMs: ms, endMs: ms })
          .refine((word) => word.endMs > word.startMs, { error: 'ends before it starts' }),
      )
      .refine((words) => words.every((word, index) => word.startMs >= (words[index - 1]?.endMs ?? 0)), {
        error: 'are not in order, or overlap',
      })
      .default([]),
    /** Whether audio without any part of the reference becomes canned words. Default: true if there is no reference. */
    imagines: z.boolean().optional(),
    /** How the key is treated; `refused-after-open` opens a socket before refusing, as OpenAI once did. */
    key: z.enum(['accepted', 'refused', 'refused-after-open']).default('accepted'),
    /** How long a socket takes to open. */
    connectDelayMs: ms.default(0),
    /** How long a final takes: a fixed time, plus some time per second of its audio. */
    latency: z.strictObject({ fixedMs: ms.default(0), perAudioSecondMs: ms.default(0) }).prefault({}),
    /** How far interim words lag behind the audio. */
    liveLagMs: ms.default(200),
    /** Age at which a socket session expires: all but Deepgram. */
    sessionMaxMs: ms.default(3_600_000),
    /** Whether received audio is kept, so that tests can fetch it. */
    keepAudio: z.boolean().default(false),
    /** Further models that OpenAI-compatible HTTP requests may name. They are treated like `whisper-1`. */
    models: z.array(z.string().min(1)).default([]),
    /** Parameters of OpenAI's `session.update` to refuse, such as `session.audio.input.transcription.delay`. */
    refusedParameters: z.array(z.string().min(1)).default([]),
    /** How language models respond. */
    languageModel: z
      .strictObject({
        /** Others get status 404. */
        dialects: z.array(z.enum(['responses', 'chat-completions'])).default(['responses', 'chat-completions']),
        /** The answer; default: the tidied text. */
        answer: z.string().optional(),
        /** Delay before each word of a streamed answer. */
        pieceMs: ms.default(0),
        /** How a streamed answer ends; all but `complete` and `empty` end in the middle. */
        outcome: z.enum(['complete', 'incomplete', 'refused', 'failed', 'cut', 'empty']).default('complete'),
      })
      .prefault({}),
    rules: z.array(ruleSchema).default([]),
  })
  .refine(({ reference, words }) => reference !== undefined || words.length === 0, { error: 'words need a reference' });

export type Scenario = z.infer<typeof scenarioSchema>;
/** A scenario as it is sent to the control API. */
export type ScenarioInput = z.input<typeof scenarioSchema>;

/** The scenario's reference cannot be used. */
export class UnusableReference extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableReference';
  }
}

/**
 * Loads a scenario's reference and prepares it for recognition.
 *
 * @throws {UnusableReference}
 */
export function loadScript(scenario: Scenario): Script {
  const { reference, words } = scenario;
  const imagines = scenario.imagines ?? reference === undefined;
  if (reference === undefined) return { imagines };
  const samples = readReference(reference);
  const lengthMs = msOf(samples.length);
  const after = words.find((word) => word.endMs > lengthMs);
  if (after !== undefined) {
    throw new UnusableReference(`a word ends at ${after.endMs} ms, but the reference at ${Math.floor(lengthMs)} ms`);
  }
  return { imagines, spoken: { reference: prepareReference(samples), words } };
}

function readReference(reference: NonNullable<Scenario['reference']>): Float32Array {
  try {
    const bytes = 'wavPath' in reference ? readFileSync(reference.wavPath) : Buffer.from(reference.wavBase64, 'base64');
    const { rate, samples } = readWav(bytes);
    return resample(samples, rate, RECOGNIZER_RATE);
  } catch (error) {
    if (error instanceof UnreadableWav || isSystemError(error)) {
      throw new UnusableReference(`the reference cannot be read: ${error.message}`);
    }
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

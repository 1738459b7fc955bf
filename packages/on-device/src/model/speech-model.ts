import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { loopAtEnd } from './repetition.ts';
import { MODEL_RATE } from './resample.ts';
import { END_TOKEN, START_TOKEN } from './vocabulary.ts';

/** The files of Moonshine tiny (English), and the runtime that it runs on. */
export interface ModelFiles {
  encoder: Uint8Array;
  decoder: Uint8Array;
  /** `ort-wasm-simd-threaded.wasm`. */
  runtime: Uint8Array;
}

/** The model's transcription of a sound. */
export interface Hypothesis {
  tokens: number[];
  /** Mean natural logarithm of the tokens' probabilities: 0 is certain. */
  confidence: number;
  /**
   * `complete`: the model ended the text. `looped`: it started to repeat itself, from `tokens[loopStart]` on.
   * `endless`: it went on beyond what can be said in the time.
   */
  outcome: 'complete' | 'looped' | 'endless';
  loopStart?: number;
}

export interface TranscribeOptions {
  /** Tokens that the text probably starts with, such as those of a shorter part of the sound: verified in one step. */
  draft: readonly number[];
  /** Awaited before each step; rejects to abort. */
  pause(): Promise<void>;
}

const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const VOCABULARY_SIZE = 32_768;
/** Nobody says more tokens per second. */
const TOKENS_PER_SECOND = 6.5;
/** Added to the maximum, since short sounds may be dense. */
const EXTRA_TOKENS = 4;

const CACHE_NAMES = Array.from({ length: LAYERS }, (_, layer) =>
  ['decoder', 'encoder'].flatMap((part) => ['key', 'value'].map((kind) => `${layer}.${part}.${kind}`)),
).flat();

/** Attention keys and values of the tokens so far, by `CACHE_NAMES`. */
type Cache = Map<string, Tensor>;

/**
 * Moonshine tiny: sound in, tokens out, by greedy decoding. Source: the model's own client
 * (`@moonshine-ai/moonshine-js`), which the weights come from.
 */
export class SpeechModel {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;

  private constructor(encoder: InferenceSession, decoder: InferenceSession) {
    this.#encoder = encoder;
    this.#decoder = decoder;
  }

  /** Loads the model. Rejects if a file is damaged or memory is short. */
  static async load({ encoder, decoder, runtime }: ModelFiles): Promise<SpeechModel> {
    env.wasm.numThreads = 1;
    env.wasm.wasmBinary = runtime.slice().buffer;
    env.logLevel = 'fatal';
    // Optimizing the graph costs more time and memory when loading than it saves afterwards, and reusing allocation
    // patterns doesn't help if every sound has a different length.
    const options = {
      executionProviders: ['wasm'],
      graphOptimizationLevel: 'disabled',
      enableMemPattern: false,
      enableCpuMemArena: false,
    } as const;
    const encoderSession = await InferenceSession.create(encoder, options);
    return new SpeechModel(encoderSession, await InferenceSession.create(decoder, options));
  }

  /** Transcribes samples at `MODEL_RATE`. Rejects if `pause` does. */
  async transcribe(samples: Float32Array, { draft, pause }: TranscribeOptions): Promise<Hypothesis> {
    const sound = await this.#encode(samples);
    const maxTokens = Math.ceil((samples.length / MODEL_RATE) * TOKENS_PER_SECOND) + EXTRA_TOKENS;
    const tokens: number[] = [];
    let logProbability = 0;
    let cache = emptyCache();
    let input: readonly number[] = [START_TOKEN, ...draft.slice(0, maxTokens)];
    for (;;) {
      await pause();
      const isFirst = cache.get(CACHE_NAMES[0]!)!.dims[0] === 0;
      const { logits, present } = await this.#decode(input, sound, cache, isFirst);
      // Each position predicts the next token. As long as that is the draft's, the next position is valid too.
      let used = 0;
      let next: number;
      do {
        const choice = mostProbable(logits, used * VOCABULARY_SIZE);
        next = choice.token;
        logProbability += choice.logProbability;
        used += 1;
        if (next !== END_TOKEN) tokens.push(next);
      } while (used < input.length && next === input[used]);
      const spoken = tokens.length + 1;
      if (next === END_TOKEN) return { tokens, confidence: logProbability / spoken, outcome: 'complete' };
      const loop = loopAtEnd(tokens);
      const confidence = logProbability / spoken;
      if (loop) return { tokens, confidence, outcome: 'looped', loopStart: loop.start + loop.period };
      if (tokens.length >= maxTokens) return { tokens, confidence, outcome: 'endless' };
      cache = nextCache(cache, present, { isFirst, used, given: input.length });
      input = [next];
    }
  }

  async #encode(samples: Float32Array): Promise<Tensor> {
    const { last_hidden_state: sound } = await this.#encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    });
    return sound as Tensor;
  }

  async #decode(input: readonly number[], sound: Tensor, cache: Cache, isFirst: boolean) {
    const present = await this.#decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
      encoder_hidden_states: sound,
      use_cache_branch: new Tensor('bool', [!isFirst]),
      ...Object.fromEntries([...cache].map(([name, tensor]) => [`past_key_values.${name}`, tensor])),
    });
    return { logits: present['logits']!.data as Float32Array, present };
  }
}

function emptyCache(): Cache {
  return new Map(CACHE_NAMES.map((name) => [name, new Tensor('float32', [], [0, HEADS, 1, HEAD_SIZE])]));
}

/** Returns the cache after a step: the encoder's entries come from the first step, the decoder's grow. */
function nextCache(
  cache: Cache,
  present: InferenceSession.OnnxValueMapType,
  step: { isFirst: boolean; used: number; given: number },
): Cache {
  const { isFirst, used, given } = step;
  return new Map(
    CACHE_NAMES.map((name) => {
      const belongsToText = name.includes('decoder');
      if (!isFirst && !belongsToText) return [name, cache.get(name)!];
      const tensor = present[`present.${name}`] as Tensor;
      return [name, belongsToText && used < given ? firstPositions(tensor, used) : tensor];
    }),
  );
}

/** Truncates a cache entry to its first tokens, to drop those of a draft that proved wrong. */
function firstPositions(tensor: Tensor, count: number): Tensor {
  const all = tensor.data as Float32Array;
  const positions = tensor.dims[2]!;
  const kept = new Float32Array(HEADS * count * HEAD_SIZE);
  for (let head = 0; head < HEADS; head += 1) {
    const start = head * positions * HEAD_SIZE;
    kept.set(all.subarray(start, start + count * HEAD_SIZE), head * count * HEAD_SIZE);
  }
  return new Tensor('float32', kept, [1, HEADS, count, HEAD_SIZE]);
}

/** Returns the token with the highest score at this offset of the logits, and the logarithm of its probability. */
function mostProbable(logits: Float32Array, offset: number): { token: number; logProbability: number } {
  let token = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < VOCABULARY_SIZE; index += 1) {
    const score = logits[offset + index]!;
    if (score > highest) {
      highest = score;
      token = index;
    }
  }
  let sum = 0;
  for (let index = 0; index < VOCABULARY_SIZE; index += 1) sum += Math.exp(logits[offset + index]! - highest);
  return { token, logProbability: -Math.log(sum) };
}

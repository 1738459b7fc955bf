import { samplesIn } from '@workspace/speech/samples';
import fc from 'fast-check';
import tokenizer from 'llama-tokenizer-js';
import { describe, expect, test } from 'vitest';
import { DOUBT, SOUND } from '../limits.ts';
import { soundOf } from '../testing/sounds.ts';
import { recognize } from './recognize.ts';
import { MODEL_RATE } from './resample.ts';
import type { Hypothesis, TranscribeOptions } from './speech-model.ts';

const tokensOf = (text: string) => tokenizer.encode(text, false);

const certain = (text: string): Hypothesis => ({ tokens: tokensOf(text), confidence: -0.1, outcome: 'complete' });
const doubtful = (text: string, confidence = DOUBT.confidence - 1): Hypothesis => ({
  tokens: tokensOf(text),
  confidence,
  outcome: 'complete',
});
/** Returns `kept`, followed by a loop of four rounds from `loopStart` on. */
function looped(kept: string, round: string, confidence = -0.1): Hypothesis {
  const first = tokensOf(kept);
  const again = Array.from({ length: 4 }, () => tokensOf(round)).flat();
  return { tokens: [...first, ...again], confidence, outcome: 'looped', loopStart: first.length };
}

const LONG_MS = DOUBT.splitFromAudioMs + 1_000;
const PAUSE_AT_MS = LONG_MS / 2 + 200;

/** Recognizes a phrase with a model that gives these answers in order, and records what it had to transcribe. */
async function ask(answers: Hypothesis[], { audioMs = 1_000, final = true, draft = [] as number[] } = {}) {
  const heard: { lengthMs: number; silenceBeforeMs: number; silenceAfterMs: number; draft: readonly number[] }[] = [];
  const pauses = () => Promise.resolve();
  const samples =
    audioMs < DOUBT.splitFromAudioMs
      ? soundOf([audioMs, -20])
      : soundOf([PAUSE_AT_MS - 100, -20], [200, -90], [audioMs - PAUSE_AT_MS - 100, -20]);
  const model = {
    transcribe: async (sound: Float32Array, { draft, pause }: TranscribeOptions) => {
      await pause();
      const firstVoice = sound.findIndex((sample) => sample !== 0);
      const lastVoice = sound.findLastIndex((sample) => sample !== 0);
      const ms = (count: number) => Math.round((count * 1_000) / MODEL_RATE);
      heard.push({
        lengthMs: ms(sound.length),
        silenceBeforeMs: ms(firstVoice),
        silenceAfterMs: ms(sound.length - 1 - lastVoice),
        draft,
      });
      return answers[heard.length - 1] ?? doubtful('?');
    },
  };
  const understood = await recognize(model, { samples, draft, final }, pauses);
  return { understood, heard };
}

describe('A phrase', () => {
  test('is transcribed once if the model is certain, with silence around it and its draft', async () => {
    const { understood, heard } = await ask([certain('So be it.')], { draft: [5, 6] });
    expect(understood).toEqual({ text: 'So be it.', tokens: tokensOf('So be it.') });
    const { beforeAudioMs, afterAudioMs } = SOUND.padding;
    expect(heard).toEqual([
      {
        lengthMs: 1_000 + beforeAudioMs + afterAudioMs,
        silenceBeforeMs: beforeAudioMs,
        silenceAfterMs: afterAudioMs,
        draft: [5, 6],
      },
    ]);
  });

  test('without speech has an empty text', async () => {
    const { understood } = await ask([certain('')]);
    expect(understood).toEqual({ text: '', tokens: [] });
  });

  test.for<[string, Hypothesis]>([
    ['doubtful', doubtful('Amiable.')],
    ['a loop', looped('He was', ' amiable,')],
    ['endless', { ...certain('and and so on'), outcome: 'endless' }],
  ])('has no provisional text if the model’s is %s', async ([, answer]) => {
    const { understood, heard } = await ask([answer], { final: false, audioMs: LONG_MS });
    expect(understood).toBeUndefined();
    expect(heard).toHaveLength(1);
  });

  test('is retried with other silence around it, without the draft, if its text is doubtful', async () => {
    const { understood, heard } = await ask([doubtful('Four.'), looped('For', ' you'), certain('For you.')], {
      draft: [5],
    });
    expect(understood?.text).toBe('For you.');
    expect(heard.slice(1)).toMatchObject(
      DOUBT.otherPaddings.map(({ beforeAudioMs, afterAudioMs }) => ({
        silenceBeforeMs: beforeAudioMs,
        silenceAfterMs: afterAudioMs,
        draft: [],
      })),
    );
  });

  test('is retried only until the model is certain', async () => {
    const { understood, heard } = await ask([doubtful('Four.'), certain('For you.')]);
    expect(understood?.text).toBe('For you.');
    expect(heard).toHaveLength(2);
  });

  test('that is long is finally retried in halves, split where it is quiet', async () => {
    const answers = [
      looped('a', ' b'),
      looped('a', ' b'),
      looped('a', ' b'),
      certain('First half,'),
      certain('second half.'),
    ];
    const { understood, heard } = await ask(answers, { audioMs: LONG_MS });
    expect(understood?.text).toBe('First half, second half.');
    expect(understood?.tokens).toEqual([...tokensOf('First half,'), ...tokensOf('second half.')]);
    const padding = SOUND.padding.beforeAudioMs + SOUND.padding.afterAudioMs;
    const [first, second] = heard.slice(3).map(({ lengthMs }) => lengthMs - padding);
    expect(Math.abs(first! - PAUSE_AT_MS)).toBeLessThanOrEqual(100);
    expect(first! + second!).toBe(LONG_MS);
  });

  test('that is short is not split, and gets the most certain of its doubtful texts', async () => {
    const { understood, heard } = await ask([doubtful('Four.', -2), doubtful('For.', -1.2), doubtful('Fore.', -1.9)]);
    expect(understood?.text).toBe('For.');
    expect(heard).toHaveLength(3);
  });

  test('gets a complete text even if an incomplete one is more certain', async () => {
    const { understood } = await ask([looped('Go', ' on', -0.01), doubtful('Go on.', -2), looped('Go', ' on', -0.01)]);
    expect(understood?.text).toBe('Go on.');
  });

  test('is retried if its text is much too short for its length, and gets the longer text', async () => {
    const sentence = 'And then they all went down to the river together.';
    const answers = [certain('And.'), certain('And then.'), doubtful(sentence)];
    const { understood, heard } = await ask(answers, { audioMs: DOUBT.denseFromAudioMs });
    expect(understood?.text).toBe(sentence);
    expect(heard).toHaveLength(5);
  });

  test('that is long and without speech has an empty text', async () => {
    const { understood, heard } = await ask([certain('')], { audioMs: DOUBT.denseFromAudioMs });
    expect(understood?.text).toBe('');
    expect(heard).toHaveLength(1);
  });

  test('that is a loop in every attempt gets the text without the repetition', async () => {
    const { understood } = await ask([
      looped('He was', ' amiable,'),
      looped('He was', ' amiable,'),
      looped('He was', ' amiable,'),
    ]);
    expect(understood?.text).toBe('He was');
  });

  test('that is a loop in one of its halves keeps the other half', async () => {
    const loop = looped('a', ' b', -2);
    const halves = [looped('He was', ' amiable,', -0.1), certain('they said.')];
    const { understood } = await ask([loop, loop, loop, ...halves], { audioMs: LONG_MS });
    expect(understood?.text).toBe('He was they said.');
  });

  test('is aborted if the pause rejects', async () => {
    const calledOff = new Error('called off');
    const model = {
      transcribe: async (_: Float32Array, { pause }: TranscribeOptions) => {
        await pause();
        return certain('never');
      },
    };
    const asked = recognize(model, { samples: new Int16Array(samplesIn(500)), draft: [], final: true }, () =>
      Promise.reject(calledOff),
    );
    await expect(asked).rejects.toBe(calledOff);
  });

  test('has no text only if it is provisional and doubtful, never keeps a loop, and is retried a few times at most', async () => {
    const words = fc.constantFrom('one', 'two', 'three', 'four');
    const answer = fc.oneof(
      words.map((word) => certain(word)),
      fc
        .tuple(words, fc.double({ min: -4, max: -1, noNaN: true }))
        .map(([word, confidence]) => doubtful(word, confidence)),
      fc
        .tuple(words, fc.double({ min: -4, max: 0, noNaN: true }))
        .map(([word, confidence]) => looped(word, ' again', confidence)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        fc.boolean(),
        async (answers, isLong, final) => {
          const { understood, heard } = await ask(answers, { audioMs: isLong ? LONG_MS : 500, final });
          expect(understood === undefined).toBe(
            (!final && answers[0]!.confidence < DOUBT.confidence) || (!final && answers[0]!.outcome !== 'complete'),
          );
          expect(understood?.text ?? '').not.toMatch(/again.*again/);
          expect(heard.length).toBeLessThanOrEqual(isLong ? 5 : 3);
        },
      ),
      { numRuns: 100 },
    );
  });
});

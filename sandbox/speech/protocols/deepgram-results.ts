import { msOf } from '../recognizer/rate.ts';
import type { RecognizedWord } from '../recognizer/recognize-words.ts';
import { textOf } from '../recognizer/recognizer.ts';
import type { DeepgramParameters } from './deepgram-parameters.ts';

const MODEL_UUID = '5a4dbd07-0e52-4d8e-9f4d-0d0f5a9b0c11';
/** The confidence reported for everything recognized. */
const CONFIDENCE = 0.99;

/** The result for a range of the audio. Positions are samples at the recognizer's rate. */
export interface Result {
  from: number;
  to: number;
  transcript: string;
  words: readonly RecognizedWord[];
  isFinal: boolean;
  speechFinal?: boolean;
  fromFinalize?: boolean;
}

/** A result in Deepgram's format. */
export function resultMessage(result: Result, parameters: DeepgramParameters, requestId: string): object {
  const { transcript } = result;
  const language = parameters.language === 'multi' ? 'en' : parameters.language;
  const words = result.words.map((word) => ({
    word: plain(word.text),
    start: secondsOf(word.from),
    end: secondsOf(word.to),
    confidence: CONFIDENCE,
    punctuated_word: word.text.trim(),
    language,
  }));
  const languages = transcript === '' ? [] : [language];
  const confidence = transcript === '' ? 0 : CONFIDENCE;
  return {
    type: 'Results',
    channel_index: [0, 1],
    start: secondsOf(result.from),
    duration: secondsOf(result.to - result.from),
    is_final: result.isFinal,
    speech_final: result.speechFinal ?? false,
    from_finalize: result.fromFinalize ?? false,
    channel: { alternatives: [{ transcript, confidence, languages, words }] },
    metadata: {
      request_id: requestId,
      model_uuid: MODEL_UUID,
      model_info: { name: parameters.model, version: 'sandbox', arch: parameters.model.slice(0, 'nova-3'.length) },
    },
  };
}

/** The words as one text: with capitals and punctuation only if requested. */
export function transcriptOf(words: readonly RecognizedWord[], parameters: DeepgramParameters): string {
  return parameters.punctuates ? textOf(words) : words.map((word) => plain(word.text)).join(' ');
}

/** The duration of a number of samples at the recognizer's rate, in seconds. */
export function secondsOf(samples: number): number {
  return msOf(samples) / 1000;
}

function plain(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’-]/gu, '');
}

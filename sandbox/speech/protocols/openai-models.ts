import { msOf } from '../recognizer/rate.ts';

/** What an OpenAI model can do, and the parameters that it accepts. */
export interface OpenAiModel {
  readonly id: string;
  /** Whether it transcribes in Realtime sessions, and whether over HTTP. */
  readonly realtime: boolean;
  readonly http: boolean;
  /** When deltas are sent: while audio arrives, word by word after the commit, or as one delta then. */
  readonly deltas: 'while-speaking' | 'words' | 'whole';
  /** Whether the server may detect turns itself. */
  readonly turnDetection: boolean;
  /** The transcription parameters that it accepts. */
  readonly parameters: readonly ('language' | 'languages' | 'prompt' | 'keywords' | 'delay')[];
  readonly logprobs: boolean;
  readonly usage: 'tokens' | 'duration';
}

const OLD_MODEL = {
  realtime: true,
  http: true,
  turnDetection: true,
  parameters: ['language', 'prompt'],
} as const;

const GPT_4O = { ...OLD_MODEL, deltas: 'words', logprobs: true, usage: 'tokens' } as const;

const MODELS: readonly OpenAiModel[] = [
  {
    id: 'gpt-transcribe',
    realtime: true,
    http: true,
    deltas: 'words',
    turnDetection: true,
    parameters: ['languages', 'prompt', 'keywords'],
    logprobs: false,
    usage: 'duration',
  },
  {
    id: 'gpt-live-transcribe',
    realtime: true,
    http: false,
    deltas: 'while-speaking',
    turnDetection: false,
    parameters: ['languages', 'prompt', 'keywords', 'delay'],
    logprobs: false,
    usage: 'duration',
  },
  {
    id: 'gpt-realtime-whisper',
    realtime: true,
    http: false,
    deltas: 'while-speaking',
    turnDetection: false,
    parameters: ['language', 'delay'],
    logprobs: false,
    usage: 'duration',
  },
  { id: 'gpt-4o-transcribe', ...GPT_4O },
  { id: 'gpt-4o-mini-transcribe', ...GPT_4O },
  { id: 'gpt-4o-mini-transcribe-2025-12-15', ...GPT_4O },
  { id: 'whisper-1', ...OLD_MODEL, deltas: 'whole', logprobs: false, usage: 'duration' },
];

/** The date on which the older models are shut down, as in `/v1/models`. */
const SHUTDOWN_DATE = '2027-02-26';
const LISTED_AT = 1_780_000_000;

/** The models that Realtime sessions transcribe with. */
export const REALTIME_MODELS: readonly OpenAiModel[] = MODELS.filter((model) => model.realtime);

/** The model with an id, or undefined if Realtime sessions can't transcribe with it. */
export function realtimeModel(id: string): OpenAiModel | undefined {
  return REALTIME_MODELS.find((model) => model.id === id);
}

/** The model of a transcription request; `further` are the scenario's own models, which behave like `whisper-1`. */
export function httpModel(id: string, further: readonly string[]): OpenAiModel | undefined {
  if (further.includes(id)) return { ...httpModel('whisper-1', [])!, id };
  return MODELS.find((model) => model.http && model.id === id);
}

/** All models as `/v1/models` lists them. */
export function listedModels(further: readonly string[]): Record<string, unknown>[] {
  return [...MODELS.map((model) => model.id), ...further].map((id) => ({
    id,
    object: 'model',
    created: LISTED_AT,
    owned_by: 'system',
    ...(isOld(id) ? { shutdown_date: SHUTDOWN_DATE } : {}),
  }));
}

function isOld(id: string): boolean {
  return id === 'whisper-1' || id.startsWith('gpt-4o');
}

/** The usage that a transcription is billed for; `length` is in samples. The token counts are made up. */
export function usageOf(model: OpenAiModel, length: number, text: string): object {
  if (model.usage === 'duration') return { type: 'duration', seconds: Math.ceil(msOf(length) / 1000) };
  const inputTokens = Math.ceil(msOf(length) / 100);
  const outputTokens = Math.ceil(text.length / 4);
  return {
    type: 'tokens',
    input_tokens: inputTokens,
    input_token_details: { text_tokens: 0, audio_tokens: inputTokens },
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** The deltas in which a model sends a complete text. */
export function deltasOf(text: string, model: OpenAiModel): string[] {
  if (text === '') return [];
  return model.deltas === 'whole' ? [text] : text.split(/(?<=\S)(?=\s)/);
}

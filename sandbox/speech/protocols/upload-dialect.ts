import type { Hints } from '../spoken-text.ts';
import { httpModel, type OpenAiModel } from './openai-models.ts';

/** The fields of a form, each with all of its values. */
export type UploadFields = Record<string, string[]>;

/** What a request for a transcription asks for. */
export interface UploadRequest {
  model: OpenAiModel;
  hints: Hints;
  /** Whether the text is to come in pieces. */
  streams: boolean;
  /** The answer with a text; `length` is the audio's in samples. */
  answerOf(text: string, length: number): object;
}

/** How a provider other than OpenAI has its call. */
export interface UploadDialect {
  models: readonly string[];
  /** Reads the fields as the real server does: strictly. Throws `HttpRefusal`. */
  read(fields: UploadFields): UploadRequest;
}

/** A model that answers in one piece. */
export function plainModel(id: string): OpenAiModel {
  return { ...httpModel('whisper-1', [])!, id };
}

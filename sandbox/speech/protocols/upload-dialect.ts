import type { Hints } from '../spoken-text.ts';
import { httpModel, type OpenAiModel } from './openai-models.ts';

/** The fields of a form, each with all of its values. */
export type UploadFields = Record<string, string[]>;

/** What a transcription request asks for. */
export interface UploadRequest {
  model: OpenAiModel;
  hints: Hints;
  /** Whether to stream the text. */
  streams: boolean;
  /** Returns the response for a text; `length` is the audio's, in samples at the recognizer's rate. */
  answerOf(text: string, length: number): object;
}

/** Another provider's dialect of OpenAI's endpoint. */
export interface UploadDialect {
  models: readonly string[];
  /** Reads the fields as strictly as the real server. Throws `HttpRefusal`. */
  read(fields: UploadFields): UploadRequest;
}

/** A model that returns its text whole. */
export function plainModel(id: string): OpenAiModel {
  return { ...httpModel('whisper-1', [])!, id };
}

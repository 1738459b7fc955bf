import type { SttCaps, SttConfig, SttModel } from '../provider.ts';
import { type OptionalParameters, openAiParameters } from './transcription-form.ts';

/** What is known of a server with OpenAI's call for files, if it is more or other than OpenAI's. */
export interface ServerProfile {
  /** The default first. */
  models: readonly SttModel[];
  /** The parameters that ask for what the user set. */
  parameters(config: SttConfig): OptionalParameters;
  /** Whether it lists its models, which distinguishes a good key from a bad one. */
  listsModels: boolean;
}

/** What the interface promises of every model behind the call. */
export const UPLOAD_CAPS: SttCaps = { segmentation: 'client', phrases: 'long', live: false };

/** A model by its name, and its price in US dollars per minute if that is known. */
export function uploadModel(id: string, pricePerMinute?: number): SttModel {
  return { id, caps: UPLOAD_CAPS, ...(pricePerMinute === undefined ? {} : { pricePerMinute }) };
}

/** OpenAI itself: what is left when its streams fail. */
export const OPENAI_PROFILE: ServerProfile = {
  models: [uploadModel('gpt-transcribe', 0.0045)],
  parameters: openAiParameters,
  listsModels: true,
};

/** A self-hosted server. The model is the name that most accept for whatever model they have. */
export const ANY_SERVER_PROFILE: ServerProfile = {
  models: [uploadModel('whisper-1')],
  parameters: openAiParameters,
  listsModels: false,
};

import type { SttCaps, SttConfig, SttModel } from '../provider.ts';
import { type OptionalParameters, openAiParameters } from './transcription-form.ts';

/** What is specific to a server with OpenAI's file API. */
export interface ServerProfile {
  /** The default first. */
  models: readonly SttModel[];
  /** Returns the parameters for what the user set. */
  parameters(config: SttConfig): OptionalParameters;
  /** Whether it lists its models, which tells a valid key from an invalid one. */
  listsModels: boolean;
}

/** The capabilities of every model behind this API. */
export const UPLOAD_CAPS: SttCaps = { segmentation: 'client', phrases: 'long', live: false };

/** Returns a model by its name, with its price in US dollars per minute if that is known. */
export function uploadModel(id: string, pricePerMinute?: number): SttModel {
  return { id, caps: UPLOAD_CAPS, ...(pricePerMinute === undefined ? {} : { pricePerMinute }) };
}

/** OpenAI itself: the fallback if its streams fail. */
export const OPENAI_PROFILE: ServerProfile = {
  models: [uploadModel('gpt-transcribe', 0.0045)],
  parameters: openAiParameters,
  listsModels: true,
};

/** A self-hosted server. Most accept this model name for whatever model they have. */
export const ANY_SERVER_PROFILE: ServerProfile = {
  models: [uploadModel('whisper-1')],
  parameters: openAiParameters,
  listsModels: false,
};

import { z } from 'zod';
import { parseJson } from '../json.ts';
import { cleanKeywords, languageCodes, onlyLanguage } from '../openai-api/hints.ts';
import { traitsOf } from '../openai-api/model-traits.ts';
import type { SttConfig } from '../provider.ts';
import type { FormField } from '../transport.ts';

/** The parameters that can be omitted if a server refuses them: the text arrives later or is worse, but it arrives. */
export type OptionalParameter =
  | 'response_format'
  | 'stream'
  | 'language'
  | 'languages'
  | 'keywords'
  | 'context_bias'
  | 'prompt';

/** Optional parameters of a request: what the model supports and the user has set. */
export type OptionalParameters = Partial<Record<OptionalParameter, string | string[]>>;

/** Returns a model that accepts files, in place of a streaming-only one. */
export function fileModel(model: string): string {
  return /^(gpt-live-transcribe|gpt-realtime-whisper)/.test(model) ? 'gpt-transcribe' : model;
}

/** Returns the parameters that are not empty. */
export function presentParameters(parameters: OptionalParameters): OptionalParameters {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value.length > 0));
}

/** Returns the optional parameters that an OpenAI model accepts. */
export function openAiParameters(config: SttConfig): OptionalParameters {
  const model = fileModel(config.model);
  const languages = languageCodes(config.languages);
  const keywords = cleanKeywords(config.keywords);
  const prompt = config.prompt ?? '';
  const hints: OptionalParameters = traitsOf(model).takesLists
    ? { languages, keywords, prompt }
    : { language: onlyLanguage(config.languages), prompt: `${prompt} ${keywords.join(', ')}`.trim() };
  return presentParameters({ response_format: 'json', stream: model.startsWith('whisper-1') ? '' : 'true', ...hints });
}

/** Returns the form for transcribing a WAV file. The file comes last: some servers ignore the fields after it. */
export function transcriptionForm(file: Uint8Array, model: string, parameters: OptionalParameters): FormField[] {
  const fields = Object.entries({ model: fileModel(model), ...parameters }).flatMap(([name, value]) =>
    typeof value === 'string'
      ? { name, value }
      : value.map((item) => ({ name: name === 'context_bias' ? name : `${name}[]`, value: item })),
  );
  return [...fields, { name: 'file', fileName: 'audio.wav', contentType: 'audio/wav', bytes: file }];
}

const refusal = z.object({ error: z.object({ param: z.string() }) });

/**
 * Returns the parameter that a refusal is about: the one that it names, else `stream`, which servers refuse in many
 * different words; `undefined` if none of those sent qualifies.
 */
export function refusedParameter(body: string, sent: OptionalParameters): OptionalParameter | undefined {
  const names = Object.keys(sent) as OptionalParameter[];
  const about = refusal.safeParse(parseJson(body)).data?.error.param ?? body;
  const named = names.find((name) => new RegExp(`\\b${name}\\b`, 'i').test(about));
  return named ?? names.find((name) => name === 'stream');
}

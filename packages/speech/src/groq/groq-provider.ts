import { GROQ } from '../limits.ts';
import { cleanKeywords, onlyLanguage } from '../openai-api/hints.ts';
import { type ServerProfile, uploadModel } from '../openai-compatible/server-profile.ts';
import { presentParameters } from '../openai-compatible/transcription-form.ts';
import { createUploadProvider } from '../openai-compatible/upload-provider.ts';
import type { ProviderOptions, SttConfig, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';

/** Groq, which serves Whisper through OpenAI's file API: no streamed answers, and a prompt of limited length. */
export const GROQ_PROFILE: ServerProfile = {
  // Each request is billed for at least ten seconds.
  models: [uploadModel('whisper-large-v3-turbo', 0.04 / 60), uploadModel('whisper-large-v3', 0.111 / 60)],
  parameters: (config) =>
    presentParameters({ response_format: 'json', language: onlyLanguage(config.languages), prompt: promptOf(config) }),
  listsModels: true,
};

/** Returns the prompt, followed by as many of the leading keywords as Groq accepts. */
function promptOf({ prompt = '', keywords }: SttConfig): string {
  let text = prompt.slice(0, GROQ.maxPromptCharacters);
  for (const [index, keyword] of cleanKeywords(keywords).entries()) {
    const longer = `${text}${index === 0 ? ' ' : ', '}${keyword}`.trim();
    if (longer.length > GROQ.maxPromptCharacters) break;
    text = longer;
  }
  return text;
}

/** Groq. The base URL goes up to and including `/openai/v1`. */
export function createGroqProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  return createUploadProvider('groq', GROQ_PROFILE, options, ports);
}

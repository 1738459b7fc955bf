import { z } from 'zod';
import { parseJson } from '../json.ts';
import { SONIOX } from '../limits.ts';
import { cleanKeywords, languageCodes } from '../openai-api/hints.ts';
import { SAMPLE_RATE, type SttConfig } from '../provider.ts';

/** An empty frame marks the end of the audio. */
export const END_OF_AUDIO = new Uint8Array(0);

/** Returns the message that starts a stream. */
export function startMessage({ model, languages, keywords, prompt = '' }: SttConfig): string {
  const hints = languageCodes(languages);
  const terms = termsOf(keywords);
  const text = prompt.slice(0, SONIOX.maxTextCharacters);
  const context = { ...(terms.length > 0 && { terms }), ...(text !== '' && { text }) };
  return JSON.stringify({
    model,
    audio_format: 'pcm_s16le',
    sample_rate: SAMPLE_RATE,
    num_channels: 1,
    ...(hints.length > 0 && { language_hints: hints }),
    ...(Object.keys(context).length > 0 && { context }),
  });
}

/** Returns as many of the leading keywords as fit into the context. */
function termsOf(keywords: readonly string[]): string[] {
  let characters = 0;
  return cleanKeywords(keywords).filter((keyword) => {
    characters += keyword.length;
    return characters <= SONIOX.maxTermCharacters;
  });
}

const token = z.object({ text: z.string(), is_final: z.boolean() });

/** The parts of the provider's messages that matter. Other fields are ignored. */
const serverMessage = z.union([
  z.object({ error_code: z.number(), error_message: z.string().catch('') }),
  z.object({ tokens: z.array(token), finished: z.boolean().catch(false) }),
]);

export type ServerMessage = z.infer<typeof serverMessage>;

/** Parses a frame; returns `undefined` unless it is a message that matters. */
export function readServerMessage(data: string | Uint8Array): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined;
  return serverMessage.safeParse(parseJson(data)).data;
}

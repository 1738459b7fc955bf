import { cleanKeywords, languageCodes, onlyLanguage } from '../openai-api/hints.ts';
import { traitsOf } from '../openai-api/model-traits.ts';
import { SAMPLE_RATE, type SttConfig } from '../provider.ts';

/** The fields of a session that can be left out when the provider refuses them: the text is worse without, but it is text. */
export type OptionalField = 'language' | 'languages' | 'keywords' | 'prompt' | 'delay';

/** What to ask the provider for: what the model supports and the user has set. */
export type OptionalFields = Partial<Record<OptionalField, string | string[]>>;

/** The optional fields that a model takes. What it can't take as keywords is part of the prompt. */
export function optionalFields(config: SttConfig): OptionalFields {
  const { live, takesLists, takesPrompt } = traitsOf(config.model);
  const languages = languageCodes(config.languages);
  const keywords = cleanKeywords(config.keywords);
  const wordsForPrompt = takesLists ? '' : keywords.join(', ');
  const fields: OptionalFields = {
    delay: live ? 'low' : '',
    ...(takesLists ? { languages, keywords } : { language: onlyLanguage(config.languages) }),
    prompt: takesPrompt ? `${config.prompt ?? ''} ${wordsForPrompt}`.trim() : '',
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0));
}

/**
 * The event that configures a session. Voice activity detection is refused in so many words: models that can do it
 * would otherwise cut the audio themselves.
 */
export function sessionUpdate(eventId: string, model: string, fields: OptionalFields): object {
  return {
    type: 'session.update',
    event_id: eventId,
    session: {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: SAMPLE_RATE },
          transcription: { model, ...fields },
          turn_detection: null,
        },
      },
    },
  };
}

/** Which of the fields that were sent an error is about: by the parameter it names, else by its text. */
export function refusedField(
  fields: OptionalFields,
  error: { param?: string | undefined; message?: string | undefined },
): OptionalField | undefined {
  const sent = Object.keys(fields) as OptionalField[];
  const isNamedIn = (text: string) => (field: OptionalField) => new RegExp(`\\b${field}\\b`, 'i').test(text);
  return sent.find(isNamedIn(error.param ?? '')) ?? sent.find(isNamedIn(error.message ?? ''));
}

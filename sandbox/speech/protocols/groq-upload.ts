import { z } from 'zod';
import { randomId } from '../../random-id.ts';
import { LIMITS } from '../limits.ts';
import { invalidRequest, OpenAiRefusal } from './openai-errors.ts';
import { plainModel, type UploadDialect } from './upload-dialect.ts';

const one = <Value extends z.ZodType>(value: Value) => z.tuple([value]).transform(([only]) => only);

const fieldsSchema = z.strictObject({
  model: one(z.string()),
  language: one(z.string().regex(/^([a-z]{2}|haw|yue)$/)).optional(),
  // The real server counts tokens, which are longer than characters.
  prompt: one(z.string().max(2 * LIMITS.longestGroqPromptTokens)).optional(),
  response_format: one(z.enum(['json', 'text', 'verbose_json'])).optional(),
  temperature: one(z.coerce.number().min(0).max(1)).optional(),
  'timestamp_granularities[]': z.array(z.enum(['word', 'segment'])).optional(),
});

/** Groq's endpoint: https://console.groq.com/docs/api-reference#audio-transcription. */
export const GROQ_DIALECT: UploadDialect = {
  models: ['whisper-large-v3-turbo', 'whisper-large-v3'],
  read(fields) {
    const { success, data, error } = fieldsSchema.safeParse(fields);
    if (!success) {
      const [issue] = error.issues;
      const name = issue?.code === 'unrecognized_keys' ? issue.keys[0]! : String(issue?.path[0]);
      throw new OpenAiRefusal(400, invalidRequest(`property '${name}' is unsupported or invalid`, null, name));
    }
    return {
      model: plainModel(data.model),
      hints: { prompt: data.prompt },
      streams: false,
      // Whisper's text begins with a space.
      answerOf: (text) => ({ text: text === '' ? '' : ` ${text}`, x_groq: { id: randomId('req') } }),
    };
  },
};

import { z } from 'zod';
import { HttpRefusal } from '../http-refusal.ts';
import { LIMITS } from '../limits.ts';
import { msOf } from '../recognizer/rate.ts';
import { plainModel, type UploadDialect } from './upload-dialect.ts';

const one = <Value extends z.ZodType>(value: Value) => z.tuple([value]).transform(([only]) => only);

const fieldsSchema = z.strictObject({
  model: one(z.string()),
  language: one(z.string().regex(/^\w{2}$/)).optional(),
  temperature: one(z.coerce.number()).optional(),
  stream: one(z.literal('false')).optional(),
  diarize: one(z.enum(['true', 'false'])).optional(),
  context_bias: z
    .array(z.string().regex(/^[^,\s]+$/))
    .max(LIMITS.mostMistralWords)
    .optional(),
  timestamp_granularities: z.array(z.enum(['segment', 'word'])).optional(),
});

/** Mistral's endpoint, after schema `AudioTranscriptionRequest` of its OpenAPI description. */
export const MISTRAL_DIALECT: UploadDialect = {
  models: ['voxtral-mini-latest', 'voxtral-mini-2602'],
  read(fields) {
    const { success, data, error } = fieldsSchema.safeParse(fields);
    if (!success) throw refusalOf(error);
    const model = plainModel(data.model);
    return {
      model,
      hints: { keywords: data.context_bias },
      streams: false,
      answerOf: (text, length) => ({
        model: model.id,
        text,
        language: data.language ?? null,
        segments: [],
        usage: {
          prompt_audio_seconds: Math.ceil(msOf(length) / 1000),
          prompt_tokens: 4,
          completion_tokens: Math.ceil(text.length / 4),
          total_tokens: 4 + Math.ceil(text.length / 4),
        },
      }),
    };
  },
};

/** The error for an invalid field, in FastAPI's format. */
function refusalOf(error: z.ZodError): HttpRefusal {
  const issue = error.issues[0]!;
  const isSurplus = issue.code === 'unrecognized_keys';
  const loc = ['body', isSurplus ? issue.keys[0]! : String(issue.path[0])];
  const detail = [
    isSurplus
      ? { type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }
      : { type: 'value_error', loc, msg: issue.message },
  ];
  return new HttpRefusal(422, { detail }, `${loc.join('.')}: ${issue.message}`);
}

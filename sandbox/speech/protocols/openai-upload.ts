import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { readWav, type Sound, UnreadableWav } from '../recognizer/wav.ts';
import type { Hints } from '../spoken-text.ts';
import { GROQ_DIALECT } from './groq-upload.ts';
import { MISTRAL_DIALECT } from './mistral-upload.ts';
import { invalidRequest, OpenAiRefusal } from './openai-errors.ts';
import { httpModel, type OpenAiModel, usageOf } from './openai-models.ts';
import type { UploadDialect, UploadFields, UploadRequest } from './upload-dialect.ts';

const FILE_TYPES = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];

/** Providers with their own dialect of OpenAI's endpoint. A request's model tells which dialect it is in. */
const DIALECTS: readonly UploadDialect[] = [GROQ_DIALECT, MISTRAL_DIALECT];

/** A valid transcription request. */
export interface Upload extends UploadRequest {
  sound: Sound;
  /** All fields but the file, as received. */
  fields: UploadFields;
}

const one = <Value extends z.ZodType>(value: Value) => z.tuple([value]).transform(([only]) => only);
const languageCode = z.string().regex(/^[a-z]{2,3}$/);

const fieldsSchema = z.strictObject({
  model: one(z.string().min(1)),
  language: one(languageCode).optional(),
  'languages[]': z.array(languageCode).optional(),
  'keywords[]': z.array(z.string().regex(/^[^<>\r\n]+$/)).optional(),
  prompt: one(z.string()).optional(),
  response_format: one(z.literal('json')).optional(),
  temperature: one(z.coerce.number().min(0).max(1)).optional(),
  chunking_strategy: one(z.literal('auto')).optional(),
  'include[]': z.array(z.literal('logprobs')).optional(),
  stream: one(z.enum(['true', 'false'])).optional(),
});
type Fields = z.infer<typeof fieldsSchema>;

/**
 * Reads a transcription request as strictly as the real server.
 *
 * @throws {HttpRefusal}
 */
export async function readUpload(request: FastifyRequest, furtherModels: readonly string[]): Promise<Upload> {
  if (!request.isMultipart()) {
    throw refusal(
      `Unsupported content type: '${request.headers['content-type'] ?? ''}'. Expected 'multipart/form-data'.`,
    );
  }
  const { file, fields } = await readParts(request);
  const { model: [model = ''] = [] } = fields;
  const dialect = furtherModels.includes(model) ? undefined : DIALECTS.find(({ models }) => models.includes(model));
  if (file === undefined) throw refusal("Missing required parameter: 'file'.", 'missing_required_parameter', 'file');
  const upload = dialect === undefined ? readFields(fields, furtherModels) : dialect.read(fields);
  return { ...upload, sound: readSound(file), fields };
}

function readFields(fields: UploadFields, furtherModels: readonly string[]): UploadRequest {
  const parsed = fieldsSchema.safeParse(fields);
  if (!parsed.success) throw refusalOf(parsed.error);
  const { data } = parsed;
  const model = httpModel(data.model, furtherModels);
  if (model === undefined) {
    const message = `The model \`${data.model}\` does not exist or you do not have access to it.`;
    throw new OpenAiRefusal(404, invalidRequest(message, 'model_not_found'));
  }
  refuseUnsupported(data, model);
  const [language = 'en'] = data['languages[]'] ?? [];
  const hints: Hints = { keywords: data['keywords[]'], prompt: data.prompt };
  return {
    model,
    hints,
    streams: data.stream === 'true' && model.deltas !== 'whole',
    answerOf: (text, length) => ({
      text,
      usage: usageOf(model, length, text),
      ...(model.id === 'gpt-transcribe' ? { languages: [{ code: language }] } : {}),
    }),
  };
}

interface UploadedFile {
  name: string;
  bytes: Buffer;
}

async function readParts(request: FastifyRequest) {
  const fields: UploadFields = {};
  let file: UploadedFile | undefined;
  let size = 0;
  for await (const part of request.parts({
    limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: LIMITS.largestFieldBytes },
  })) {
    if (part.type === 'field') {
      fields[part.fieldname] = [...(fields[part.fieldname] ?? []), String(part.value)];
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) {
      size += chunk.length;
      if (size <= LIMITS.largestFileBytes) chunks.push(chunk);
    }
    if (part.fieldname === 'file') file = { name: part.filename, bytes: Buffer.concat(chunks) };
    else throw refusal(`Unknown parameter: '${part.fieldname}'.`, 'unknown_parameter', part.fieldname);
  }
  if (size > LIMITS.largestFileBytes) {
    const message = `Maximum content size limit (${LIMITS.largestFileBytes}) exceeded (${size} bytes read)`;
    throw new OpenAiRefusal(413, { message, type: 'server_error', param: null, code: null });
  }
  return { file, fields };
}

function refuseUnsupported(fields: Fields, model: OpenAiModel): void {
  const takes = (parameter: 'languages' | 'keywords' | 'prompt') => model.parameters.includes(parameter);
  const unsupported = [
    fields['languages[]'] !== undefined && !takes('languages') && 'languages',
    fields['keywords[]'] !== undefined && !takes('keywords') && 'keywords',
    fields.prompt !== undefined && !takes('prompt') && 'prompt',
    fields['include[]'] !== undefined && !model.logprobs && 'include',
  ].find((name) => name !== false);
  if (unsupported !== undefined) {
    throw refusal(`'${unsupported}' is not supported with '${model.id}'.`, 'invalid_parameter', unsupported);
  }
}

function readSound({ name, bytes }: UploadedFile): Sound {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined || !FILE_TYPES.includes(extension)) {
    throw refusal(`Invalid file format. Supported formats: ${FILE_TYPES.map((type) => `'${type}'`).join(', ')}`);
  }
  try {
    const sound = readWav(bytes);
    if ((sound.samples.length * 1000) / sound.rate < LIMITS.shortestFileMs) {
      throw refusal(
        `Audio file is too short. Minimum audio length is ${LIMITS.shortestFileMs / 1000} seconds.`,
        'audio_too_short',
        'file',
      );
    }
    return sound;
  } catch (error) {
    if (!(error instanceof UnreadableWav)) throw error;
    throw refusal('Audio file might be corrupted or unsupported.', 'invalid_value', 'file');
  }
}

function refusal(message: string, code: string | null = null, param: string | null = null): OpenAiRefusal {
  return new OpenAiRefusal(400, invalidRequest(message, code, param));
}

function refusalOf(error: z.ZodError): OpenAiRefusal {
  const issue = error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    return refusal(`Unknown parameter: '${issue.keys[0]}'.`, 'unknown_parameter', issue.keys[0]);
  }
  const param = String(issue.path[0]);
  return issue.path.length === 1 && issue.code === 'invalid_type'
    ? refusal(`Missing required parameter: '${param}'.`, 'missing_required_parameter', param)
    : refusal(`Invalid value for '${param}'.`, 'invalid_value', param);
}

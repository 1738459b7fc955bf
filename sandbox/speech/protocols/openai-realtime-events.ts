import { z } from 'zod';
import { parseJson } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { invalidRequest, type OpenAiError } from './openai-errors.ts';
import { REALTIME_MODELS, realtimeModel } from './openai-models.ts';

const transcriptionSchema = z.strictObject({
  model: z.enum(REALTIME_MODELS.map((model) => model.id)).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .nullable()
    .optional(),
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/))
    .nullable()
    .optional(),
  prompt: z.string().nullable().optional(),
  keywords: z
    .array(z.string().regex(/^[^<>\r\n]+$/))
    .nullable()
    .optional(),
  delay: z.enum(['minimal', 'low', 'medium', 'high', 'xhigh']).nullable().optional(),
});

const inputSchema = z.strictObject({
  format: z.strictObject({ type: z.literal('audio/pcm'), rate: z.literal(24_000).optional() }).optional(),
  noise_reduction: z
    .strictObject({ type: z.enum(['near_field', 'far_field']), strength: z.number().min(0).max(1).optional() })
    .nullable()
    .optional(),
  transcription: transcriptionSchema.nullable().optional(),
  turn_detection: z
    .discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('server_vad'),
        threshold: z.number().min(0).max(1).default(0.5),
        prefix_padding_ms: z.int().min(0).default(300),
        silence_duration_ms: z.int().min(0).default(500),
      }),
      z.strictObject({
        type: z.literal('semantic_vad'),
        eagerness: z.enum(['low', 'medium', 'high', 'auto']).default('auto'),
      }),
    ])
    .nullable()
    .optional(),
});

const sessionSchema = z.strictObject({
  type: z.literal('transcription'),
  audio: z.strictObject({ input: inputSchema.optional() }).optional(),
  include: z.array(z.literal('item.input_audio_transcription.logprobs')).nullable().optional(),
});

const eventId = z.string().max(512).optional();

const clientEventSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session.update'), event_id: eventId, session: sessionSchema }),
  z.strictObject({ type: z.literal('input_audio_buffer.append'), event_id: eventId, audio: z.string() }),
  z.strictObject({ type: z.literal('input_audio_buffer.commit'), event_id: eventId }),
  z.strictObject({ type: z.literal('input_audio_buffer.clear'), event_id: eventId }),
]);

export type ClientEvent = z.infer<typeof clientEventSchema>;
export type SessionUpdate = z.infer<typeof sessionSchema>;
type InputUpdate = z.infer<typeof inputSchema>;

/** A client event, or why it is refused. The event's id, if it has one, is part of the response. */
export type ParsedEvent = { eventId: string | null } & ({ event: ClientEvent } | { error: OpenAiError });

/** Parses a frame as strictly as the real server. */
export function parseClientEvent(data: Buffer, isBinary: boolean): ParsedEvent {
  if (isBinary) {
    return { eventId: null, error: invalidRequest('Events are JSON in text frames.', 'invalid_json') };
  }
  const json = parseJson(data.toString());
  if (json === undefined) {
    return { eventId: null, error: invalidRequest('We could not parse the JSON body of your event.', 'invalid_json') };
  }
  const id = z.object({ event_id: z.string() }).safeParse(json).data?.event_id ?? null;
  if (data.length > LIMITS.largestEventBytes) {
    return {
      eventId: id,
      error: invalidRequest('The event is larger than 15 MiB.', 'string_above_max_length', 'audio'),
    };
  }
  const beta = z.object({ type: z.literal('transcription_session.update') }).safeParse(json);
  if (beta.success) return { eventId: id, error: BETA_DISABLED };
  const parsed = clientEventSchema.safeParse(json, { reportInput: true });
  return { eventId: id, ...(parsed.success ? { event: parsed.data } : { error: asOpenAiError(parsed.error) }) };
}

/** The response to everything from the protocol's beta. It ends the session. */
export const BETA_DISABLED = invalidRequest(
  'The Realtime Beta API is no longer supported. Please use /v1/realtime for the GA API.',
  'beta_api_shape_disabled',
);

/** Decodes appended audio: base64 of whole 16-bit samples. Returns undefined for anything else. */
export function decodeAudio(audio: string): Buffer | undefined {
  const isBase64 = audio.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(audio);
  const bytes = isBase64 ? Buffer.from(audio, 'base64') : undefined;
  return bytes !== undefined && bytes.length % 2 === 0 ? bytes : undefined;
}

/** Converts zod's first issue to an error of the real server. */
function asOpenAiError(error: z.ZodError): OpenAiError {
  const issue = error.issues[0]!;
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const param = [...issue.path.map(String), issue.keys[0]].join('.');
    return invalidRequest(`Unknown parameter: '${param}'.`, 'unknown_parameter', param);
  }
  if ('input' in issue && issue.input === undefined) {
    return invalidRequest(`Missing required parameter: '${path}'.`, 'missing_required_parameter', path);
  }
  if (issue.code === 'invalid_type') {
    return invalidRequest(`Invalid type for '${path}': expected ${issue.expected}.`, 'invalid_type', path);
  }
  const expected =
    issue.code === 'invalid_value' ? ` Supported values are: ${issue.values.map(quote).join(', ')}.` : '';
  return invalidRequest(`Invalid value for '${path}'.${expected}`, 'invalid_value', path);
}

function quote(value: unknown): string {
  return `'${String(value)}'`;
}

/** The current configuration of a session. */
export interface SessionConfig {
  format: { type: 'audio/pcm'; rate: 24_000 };
  noise_reduction: InputUpdate['noise_reduction'];
  transcription: NonNullable<InputUpdate['transcription']> | null;
  turn_detection: InputUpdate['turn_detection'];
  include: SessionUpdate['include'];
}

/** The default configuration of a transcription session: no model, and the server commits at pauses. */
export const DEFAULT_CONFIG: SessionConfig = {
  format: { type: 'audio/pcm', rate: 24_000 },
  noise_reduction: null,
  transcription: null,
  turn_detection: { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500 },
  include: null,
};

/** Returns the configuration after an update, or why all of it is refused. Only fields present change; null clears. */
export function configure(
  config: SessionConfig,
  update: SessionUpdate,
  refusedParameters: readonly string[],
): { config: SessionConfig } | { error: OpenAiError } {
  const refused = refusedParameters.find((path) => hasPath({ session: update }, path.split('.')));
  if (refused !== undefined) {
    return { error: invalidRequest(`Unknown parameter: '${refused}'.`, 'unknown_parameter', refused) };
  }
  const input = update.audio?.input ?? {};
  const transcription = input.transcription && { ...config.transcription, ...input.transcription };
  const next: SessionConfig = {
    format: config.format,
    noise_reduction: input.noise_reduction === undefined ? config.noise_reduction : input.noise_reduction,
    transcription: transcription === undefined ? config.transcription : transcription,
    turn_detection: input.turn_detection === undefined ? config.turn_detection : input.turn_detection,
    include: update.include === undefined ? config.include : update.include,
  };
  if (next.transcription === null) return { config: next };
  const model = realtimeModel(next.transcription.model ?? '');
  if (model === undefined) {
    const param = 'session.audio.input.transcription.model';
    return { error: invalidRequest(`Missing required parameter: '${param}'.`, 'missing_required_parameter', param) };
  }
  for (const name of ['language', 'languages', 'prompt', 'keywords', 'delay'] as const) {
    if (next.transcription[name] != null && !model.parameters.includes(name)) {
      const param = `session.audio.input.transcription.${name}`;
      return { error: invalidRequest(`'${param}' is not supported with '${model.id}'.`, 'invalid_parameter', param) };
    }
  }
  if (!model.logprobs && next.include?.length) {
    return {
      error: invalidRequest(`Logprobs are not supported with '${model.id}'.`, 'invalid_parameter', 'session.include'),
    };
  }
  if (!model.turnDetection) {
    if (input.turn_detection != null) {
      const param = 'session.audio.input.turn_detection';
      return {
        error: invalidRequest('Turn detection is not supported for this transcription model.', 'invalid_value', param),
      };
    }
    next.turn_detection = null;
  }
  return { config: next };
}

function hasPath(value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return value != null;
  return typeof value === 'object' && value !== null && hasPath((value as Record<string, unknown>)[name], rest);
}

import { parseJson } from '@workspace/speech/json';
import { z } from 'zod';
import type { ErrorNames, Message } from './observation.ts';

/** Names of fields and events; neither spoken words nor keys look like this where a name is expected. */
const NAME = /^[A-Za-z_.]{1,64}\d{0,3}$/;
const ERROR_CODE = /^[a-z_]{1,64}$/;
const OUR_PARAMETERS = ['delay', 'language', 'languages', 'keywords', 'prompt', 'stream', 'response_format'];

/** Prefixes of our events' ids. */
const OUR_EVENTS = ['update', 'append', 'commit'] as const;

const text = z.string().optional().catch(undefined);
const errorSchema = z.object({
  code: text,
  message: text,
  param: text,
  event_id: text,
});
const messageSchema = z.object({
  type: z.string().regex(NAME).optional().catch(undefined),
  message_type: z.string().regex(NAME).optional().catch(undefined),
  item_id: text,
  delta: text,
  transcript: text,
  error: errorSchema.optional().catch(undefined),
});
const resultSchema = z.object({ start: z.number(), duration: z.number(), is_final: z.boolean() });

/** Describes the messages of a dictation. Uses the texts in them only to compare them with each other. */
export class MessageDescriber {
  readonly #items = new Map<string, { number: number; deltas: string }>();

  describe(frame: string): Message {
    const json = parseJson(frame);
    const { data } = messageSchema.safeParse(json);
    if (data === undefined) return { event: 'unreadable', fields: [] };
    const { item_id: itemId, error } = data;
    const result = resultSchema.safeParse(json).data;
    return {
      event: tokenEvent(json) ?? data.type ?? data.message_type ?? 'unreadable',
      fields: fieldsOf(json),
      ...(itemId === undefined ? {} : this.#describeItem(itemId, data)),
      ...(error === undefined ? {} : { error: errorNames(error) }),
      ...(result === undefined
        ? {}
        : { stretch: { from: result.start, to: result.start + result.duration, isFinal: result.is_final } }),
    };
  }

  #describeItem(id: string, { delta, transcript }: z.infer<typeof messageSchema>): Partial<Message> {
    const item = this.#items.get(id) ?? { number: this.#items.size + 1, deltas: '' };
    this.#items.set(id, item);
    item.deltas += delta ?? '';
    const isComparable = transcript !== undefined && item.deltas !== '';
    return {
      item: item.number,
      ...(isComparable ? { extendsDeltas: transcript.trim().startsWith(item.deltas.trim()) } : {}),
    };
  }
}

/** Soniox's messages have no type but tokens, one of which may mark everything before it as final. */
function tokenEvent(json: unknown): string | undefined {
  const tokens = z.object({ tokens: z.array(z.object({ text: z.string() })) }).safeParse(json).data?.tokens;
  if (tokens === undefined) return undefined;
  return tokens.some(({ text }) => text === '<fin>') ? 'tokens.finalized' : 'tokens';
}

/** Returns what an error in a response's body is about; `undefined` if there is none. */
export function describeErrorBody(body: string): ErrorNames | undefined {
  const error = z.object({ error: errorSchema }).safeParse(parseJson(body)).data?.error;
  return error && errorNames(error);
}

/**
 * Returns the names of the events in a stream of server-sent events, each once. Quotation marks within texts are
 * escaped there.
 */
export function eventsInStream(body: string): string[] {
  return [...new Set(Array.from(body.matchAll(/"type"\s*:\s*"([a-z._]{1,64})"/g), ([, name]) => name!))];
}

function errorNames({ code, message, param, event_id: eventId = '' }: z.infer<typeof errorSchema>): ErrorNames {
  const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(param ?? message ?? '');
  const parameters = OUR_PARAMETERS.filter(isNamed);
  const answers = OUR_EVENTS.find((kind) => eventId.startsWith(`${kind}-`));
  return {
    ...(code !== undefined && ERROR_CODE.test(code) ? { code } : {}),
    parameters,
    ...(answers === undefined ? {} : { answers }),
  };
}

function fieldsOf(json: unknown): string[] {
  const fields = new Set<string>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const element of value.length > 0 ? value : [null]) visit(element, `${path}[]`);
    else if (typeof value !== 'object' || value === null) fields.add(path);
    else
      for (const [name, inner] of Object.entries(value)) {
        if (NAME.test(name)) visit(inner, path === '' ? name : `${path}.${name}`);
      }
  };
  visit(json, '');
  return [...fields];
}

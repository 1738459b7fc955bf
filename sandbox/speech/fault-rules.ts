import { z } from 'zod';

/** The providers' protocols. */
const PROTOCOLS = [
  'openai-realtime',
  'openai-transcriptions',
  'deepgram-listen',
  'soniox-realtime',
  'assemblyai-streaming',
  'elevenlabs-realtime',
] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The events that a rule can wait for. */
const EVENTS = [
  /** A client requests a socket. */
  'upgrade',
  /** A socket has opened, before anything is sent on it. */
  'open',
  /** A transcription request over HTTP begins; its body is not read yet. */
  'request',
  /** The client configures its session. */
  'session.update',
  /** The client commits audio, or the server does at a pause. */
  'commit',
  /** The client clears its audio. */
  'clear',
  /** The client asks for the rest of its results: Deepgram, AssemblyAI. */
  'finalize',
  /** The client ends its stream: Deepgram, Soniox, AssemblyAI. */
  'close',
  /** A final text is about to be sent. */
  'final',
  /** A request to a language model begins; its body is not validated yet. */
  'answer',
  /** The list of models, or one of them, is requested. */
  'models',
  /** The key is checked over HTTP: Deepgram, AssemblyAI, ElevenLabs. */
  'auth',
] as const;
export type EventName = (typeof EVENTS)[number];

const ms = z.number().nonnegative();

/** The codes that are allowed in a close frame (RFC 6455, 7.4). */
const closeCode = z
  .int()
  .refine(
    (code) => (code >= 1000 && code <= 1014 && !(code >= 1004 && code <= 1006)) || (code >= 3000 && code <= 4999),
    {
      error: 'no code for a close frame',
    },
  );

const actionSchema = z.discriminatedUnion('type', [
  /** Drops the connection without a close frame. */
  z.strictObject({ type: z.literal('drop') }),
  z.strictObject({ type: z.literal('close'), code: closeCode, reason: z.string().default('') }),
  /** Stops reading and responding for a while, or forever; then continues where it stopped. */
  z.strictObject({ type: z.literal('stall'), ms: ms.optional() }),
  /** Reads without responding for a while, or forever; on a socket, the responses of that time are lost. */
  z.strictObject({ type: z.literal('mute'), ms: ms.optional() }),
  /** Delays the response to this event. */
  z.strictObject({ type: z.literal('delay'), ms }),
  /** Answers an upgrade or a request with an HTTP error. */
  z.strictObject({
    type: z.literal('refuse'),
    status: z.int().min(300).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
  }),
  /** Sends an error instead of the response; a fatal one ends the session. */
  z.strictObject({
    type: z.literal('error'),
    error: z.strictObject({
      type: z.string().default('server_error'),
      code: z.string().nullable().default(null),
      message: z.string().default('The server had an error while processing your request.'),
      param: z.string().nullable().default(null),
    }),
    fatal: z.boolean().default(false),
  }),
  /** OpenAI Realtime: the item's transcription fails. */
  z.strictObject({
    type: z.literal('fail-item'),
    code: z.string().default('transcription_failed'),
    message: z.string().default('Input transcription failed.'),
  }),
  /** Sends the final this many more times. */
  z.strictObject({ type: z.literal('repeat'), times: z.int().min(1) }),
  /** Holds finals back until there are this many (or none came for a second), then sends them in reverse order. */
  z.strictObject({ type: z.literal('reorder'), hold: z.int().min(2) }),
  /** OpenAI Realtime: acknowledges the commit only after its final. */
  z.strictObject({ type: z.literal('commit-last') }),
  /** Expires the session as if it had reached its maximum age: all but Deepgram. */
  z.strictObject({ type: z.literal('expire') }),
  /** Recognizes words in silence. */
  z.strictObject({ type: z.literal('hallucinate'), text: z.string().default('Thank you.') }),
  /** Returns the client's hints instead of what was said. */
  z.strictObject({ type: z.literal('echo'), what: z.enum(['keywords', 'prompt']) }),
  /** Sends invalid messages before the response; over HTTP without streaming, broken JSON instead of it. */
  z.strictObject({ type: z.literal('garbage') }),
]);
export type Action = z.infer<typeof actionSchema>;
export type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

export const ruleSchema = z.strictObject({
  when: z
    .strictObject({
      /** Only in the n-th session of this key, counted over all protocols. */
      session: z.int().min(1).optional(),
      protocol: z.enum(PROTOCOLS).optional(),
      /** At this event; without one, when `afterAudioMs` is reached. */
      onEvent: z.enum(EVENTS).optional(),
      /** Only once the session has received this much audio. */
      afterAudioMs: ms.optional(),
      /** Only the n-th time that all of the above applies, counted per key; default: every time. */
      nth: z.int().min(1).optional(),
    })
    .refine((when) => when.onEvent !== undefined || when.afterAudioMs !== undefined, {
      error: 'needs onEvent or afterAudioMs',
    }),
  do: actionSchema,
});
export type Rule = z.infer<typeof ruleSchema>;

/** The circumstances of an event. */
export interface Moment {
  /** Number of the session; absent outside of sessions. */
  session?: number;
  protocol?: Protocol;
  /** How much audio the session has received. */
  audioMs: number;
}

/** The fault rules of one key: decides which faults to inject, and when. */
export class FaultRules {
  readonly #rules: readonly Rule[];
  /** How often each rule's conditions were met. */
  readonly #held: number[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.#held = rules.map(() => 0);
  }

  /** Returns the faults to inject at an event. */
  at(event: EventName, moment: Moment): Action[] {
    return this.#actions(
      moment,
      ({ onEvent, afterAudioMs }) => onEvent === event && moment.audioMs >= (afterAudioMs ?? 0),
    );
  }

  /** Returns the faults to inject because audio has arrived; `audioMsBefore` is how much there was before. */
  afterAudio(moment: Moment, audioMsBefore: number): Action[] {
    return this.#actions(
      moment,
      ({ onEvent, afterAudioMs }) =>
        onEvent === undefined &&
        afterAudioMs !== undefined &&
        audioMsBefore < afterAudioMs &&
        moment.audioMs >= afterAudioMs,
    );
  }

  #actions(moment: Moment, holds: (when: Rule['when']) => boolean): Action[] {
    return this.#rules.flatMap(({ when, do: action }, index) => {
      const isHere =
        (when.session === undefined || when.session === moment.session) &&
        (when.protocol === undefined || when.protocol === moment.protocol);
      if (!isHere || !holds(when)) return [];
      this.#held[index]!++;
      return when.nth === undefined || when.nth === this.#held[index] ? [action] : [];
    });
  }
}

/** The first action of a type, if there is one. */
export function find<Type extends Action['type']>(actions: readonly Action[], type: Type): ActionOf<Type> | undefined {
  return actions.find((action): action is ActionOf<Type> => action.type === type);
}

/** The total delay of a response, in milliseconds. */
export function delayMs(actions: readonly Action[]): number {
  return actions.reduce((sum, action) => sum + (action.type === 'delay' ? action.ms : 0), 0);
}

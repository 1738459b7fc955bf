import { z } from 'zod';

/** The ways to reach a provider. */
const PROTOCOLS = [
  'openai-realtime',
  'openai-transcriptions',
  'deepgram-listen',
  'soniox-realtime',
  'assemblyai-streaming',
  'elevenlabs-realtime',
] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** What a rule can wait for. */
const EVENTS = [
  /** A socket is asked for. */
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
  /** A language model is asked; its request is not read yet. */
  'answer',
  /** The list of models is asked for. */
  'models',
  /** Deepgram: the key is asked about. */
  'auth',
] as const;
export type EventName = (typeof EVENTS)[number];

const ms = z.number().nonnegative();

/** The codes that a close frame may have (RFC 6455, 7.4). */
const closeCode = z
  .int()
  .refine(
    (code) => (code >= 1000 && code <= 1014 && !(code >= 1004 && code <= 1006)) || (code >= 3000 && code <= 4999),
    {
      error: 'no code for a close frame',
    },
  );

const actionSchema = z.discriminatedUnion('type', [
  /** Breaks the connection without a close frame. */
  z.strictObject({ type: z.literal('drop') }),
  z.strictObject({ type: z.literal('close'), code: closeCode, reason: z.string().default('') }),
  /** Reads and answers nothing for a while, or ever; then goes on where it stopped. */
  z.strictObject({ type: z.literal('stall'), ms: ms.optional() }),
  /** Reads but answers nothing for a while, or ever; on a socket these answers never come. */
  z.strictObject({ type: z.literal('mute'), ms: ms.optional() }),
  /** Answers this event later. */
  z.strictObject({ type: z.literal('delay'), ms }),
  /** Answers an upgrade or a request with an HTTP error. */
  z.strictObject({
    type: z.literal('refuse'),
    status: z.int().min(300).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
  }),
  /** Sends an error in place of the answer; a fatal one ends the session. */
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
  /** Sends the final this many times more. */
  z.strictObject({ type: z.literal('repeat'), times: z.int().min(1) }),
  /** Holds finals back until there are this many (or none came for a second) and sends the last one first. */
  z.strictObject({ type: z.literal('reorder'), hold: z.int().min(2) }),
  /** OpenAI Realtime: confirms the commit only after its final. */
  z.strictObject({ type: z.literal('commit-last') }),
  /** The session has reached its greatest age: all but Deepgram. */
  z.strictObject({ type: z.literal('expire') }),
  /** Recognizes words in silence. */
  z.strictObject({ type: z.literal('hallucinate'), text: z.string().default('Thank you.') }),
  /** Gives back what was to help it understand, in place of what was said. */
  z.strictObject({ type: z.literal('echo'), what: z.enum(['keywords', 'prompt']) }),
  /** Sends what no protocol knows, before the answer. */
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
      /** Only once the session has received so much audio. */
      afterAudioMs: ms.optional(),
      /** Only the n-th time that all of the above holds for this key; otherwise each time. */
      nth: z.int().min(1).optional(),
    })
    .refine((when) => when.onEvent !== undefined || when.afterAudioMs !== undefined, {
      error: 'needs onEvent or afterAudioMs',
    }),
  do: actionSchema,
});
export type Rule = z.infer<typeof ruleSchema>;

/** Where something happens. */
export interface Moment {
  /** Number of the session; absent outside of sessions. */
  session?: number;
  protocol?: Protocol;
  /** How much audio the session has received. */
  audioMs: number;
}

/** The faults of one key: says what is to go wrong, and when. */
export class FaultRules {
  readonly #rules: readonly Rule[];
  /** How often each rule's conditions held. */
  readonly #held: number[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.#held = rules.map(() => 0);
  }

  /** What goes wrong at an event. */
  at(event: EventName, moment: Moment): Action[] {
    return this.#actions(
      moment,
      ({ onEvent, afterAudioMs }) => onEvent === event && moment.audioMs >= (afterAudioMs ?? 0),
    );
  }

  /** What goes wrong because audio has arrived, of which there were `audioMsBefore` until then. */
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

/** How long an answer is delayed in all. */
export function delayMs(actions: readonly Action[]): number {
  return actions.reduce((sum, action) => sum + (action.type === 'delay' ? action.ms : 0), 0);
}

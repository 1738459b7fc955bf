/**
 * What is recorded of an exchange between a client and a provider: names, numbers and times. Never spoken words, audio,
 * keys, or text from the provider, which may contain any of them.
 */
export type Observation = Note & {
  /** Milliseconds since the dictation began. */
  atMs: number;
  /** Number of the socket or request, counted from 1. */
  connection: number;
};

/** An observation without its time and connection. */
export type Note =
  | { type: 'connecting' | 'open' | 'failed' }
  | { type: 'sent' | 'received'; message: Message }
  | { type: 'sent-audio'; seconds: number }
  /** The socket upgrade was answered with an ordinary response. */
  | { type: 'refused'; status: number }
  | { type: 'closed'; code: number }
  /** `call`: the last part of the path, if known. */
  | { type: 'request'; call: 'transcriptions' | 'inference' | 'other'; fields: string[] }
  | { type: 'response'; status: number; contentType: string }
  /** A response was read completely. `events`: those of a stream, each name once. */
  | { type: 'answer'; events: string[]; error?: ErrorNames };

export interface Message {
  /** The message's `type`. */
  event: string;
  /** Paths of all values in it, such as `session.audio.input.format.rate` or `words[].start`. */
  fields: string[];
  /** Number of the item it is about, counted from 1. */
  item?: number;
  /** For an item's complete text: whether it begins with the item's earlier deltas. Absent if there were none. */
  extendsDeltas?: boolean;
  error?: ErrorNames;
  /** The stretch of audio that a result is about, in seconds. */
  stretch?: { from: number; to: number; isFinal: boolean };
}

/** What an error is about. */
export interface ErrorNames {
  code?: string;
  /** Our parameters that it names. */
  parameters: string[];
  /** The kind of message of ours that it answers. */
  answers?: 'update' | 'append' | 'commit';
}

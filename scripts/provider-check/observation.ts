/**
 * What is kept of the exchange between a client and a provider: names, numbers and times. Never what was said, audio,
 * keys, or a text of the provider's, which may hold any of them.
 */
export type Observation = Note & {
  /** Since the dictation began. */
  atMs: number;
  /** Each socket and each request is one, counted from 1. */
  connection: number;
};

/** What was observed, without when and where. */
export type Note =
  | { type: 'connecting' | 'open' | 'failed' }
  | { type: 'sent' | 'received'; message: Message }
  | { type: 'sent-audio'; seconds: number }
  /** The upgrade to a socket was answered by an ordinary response. */
  | { type: 'refused'; status: number }
  | { type: 'closed'; code: number }
  /** `call`: the path's last part, if that is a known one. */
  | { type: 'request'; call: 'transcriptions' | 'inference' | 'other'; fields: string[] }
  | { type: 'response'; status: number; contentType: string }
  /** The whole of a response was read. `events`: of a stream, each name once. */
  | { type: 'answer'; events: string[]; error?: ErrorNames };

export interface Message {
  /** The message's `type`. */
  event: string;
  /** Paths of all values in it, such as `session.audio.input.format.rate` or `words[].start`. */
  fields: string[];
  /** The item that it is about, counted from 1. */
  item?: number;
  /** Of the whole text of an item: whether it begins with the item's pieces of before. Absent if there were none. */
  extendsDeltas?: boolean;
  error?: ErrorNames;
  /** The stretch of audio that a result is about, in seconds. */
  stretch?: { from: number; to: number; isFinal: boolean };
}

/** What an error is about. */
export interface ErrorNames {
  code?: string;
  /** Parameters of ours that it names. */
  parameters: string[];
  /** The kind of our message that it answers. */
  answers?: 'update' | 'append' | 'commit';
}

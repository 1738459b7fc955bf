import type { Message, Observation } from './observation.ts';

/** The source of observations: a dictation, or an attempt with a wrong key. */
export type RecordingId =
  | 'openai-phrases'
  | 'openai-live'
  | 'openai-files'
  | 'compatible'
  | 'deepgram'
  | 'groq'
  | 'mistral'
  | 'soniox'
  | 'assemblyai'
  | 'elevenlabs'
  | 'openai-wrong-key';

/** Something we rely on or want to know about a provider, and couldn't confirm from its documentation. */
export interface Claim {
  id: string;
  /** The recordings that can decide it. */
  of: readonly RecordingId[];
  says: string;
  /** Judges one of these recordings, which may be empty. */
  judge(observations: readonly Observation[]): Finding;
}

export interface Finding {
  verdict: 'confirmed' | 'refuted' | 'not seen';
  because: string;
}

export const confirmed = (because: string): Finding => ({ verdict: 'confirmed', because });
export const refuted = (because: string): Finding => ({ verdict: 'refuted', because });
export const notSeen = (because: string): Finding => ({ verdict: 'not seen', because });

/** Returns the messages received from the provider. */
export function received(observations: readonly Observation[], event?: string): Message[] {
  return observations
    .flatMap((observation) => (observation.type === 'received' ? [observation.message] : []))
    .filter((message) => event === undefined || message.event === event);
}

/** Whether a message has a field with this name, at any depth. */
export function hasField(message: Message, name: string): boolean {
  return message.fields.some((path) => path.split(/[.[]/).includes(name));
}

/** Messages between the app and the recognizer's process, sent as structured clones, so sound needs no encoding. */

export type MessageToRecognizer =
  /** Requests recognition. Jobs are done in order of arrival. */
  | { type: 'recognize'; id: number; samples: Int16Array; draft: readonly number[]; final: boolean }
  /** Cancels a job; its answer may already be on its way. */
  | { type: 'cancel'; id: number };

/** Why the model could not be loaded. */
export type LoadFailure = 'missing' | 'damaged' | 'memory';

export type MessageFromRecognizer =
  /** The model is loaded. Sent once, before anything else. */
  | { type: 'ready' }
  /** The model can't be loaded. The process exits. */
  | { type: 'load-failed'; failure: LoadFailure }
  /** The text of a job; null if it is provisional and too doubtful to show. */
  | { type: 'text'; id: number; text: string | null; tokens: readonly number[] };

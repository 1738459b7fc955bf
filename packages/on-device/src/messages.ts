/** What the app and the recognizer's process say to each other. Structured clones: sound travels as it is. */

export type MessageToRecognizer =
  /** Understand this. Jobs are done in the order in which they come. */
  | { type: 'recognize'; id: number; samples: Int16Array; draft: readonly number[]; final: boolean }
  /** This is not needed any more; its answer may be under way. */
  | { type: 'cancel'; id: number };

/** Why the model could not be loaded. */
export type LoadFailure = 'missing' | 'damaged' | 'memory';

export type MessageFromRecognizer =
  /** The model is loaded. Once, and first. */
  | { type: 'ready' }
  /** It can't be loaded. The process ends. */
  | { type: 'load-failed'; failure: LoadFailure }
  /** Text of a job; null: a provisional one that is not fit to be shown. */
  | { type: 'text'; id: number; text: string | null; tokens: readonly number[] };

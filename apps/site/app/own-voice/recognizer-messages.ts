import type { MessageFromRecognizer, MessageToRecognizer } from '@workspace/on-device/messages';
import type { ModelFiles } from '@workspace/on-device/model/speech-model';

/** The model's files, as held by the page. */
export type ModelBlobs = Record<keyof ModelFiles, Blob>;

export type MessageToWorker = MessageToRecognizer | { type: 'files'; files: ModelBlobs };

export type MessageFromWorker =
  | MessageFromRecognizer
  /** The recognizer has exited on its own; always the last message. */
  | { type: 'ended' };

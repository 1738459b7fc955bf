import type { MessageFromRecognizer, MessageToRecognizer } from '@workspace/on-device/messages';
import type { ModelFiles } from '@workspace/on-device/model/speech-model';

/** The model's files as the page has them. */
export type ModelBlobs = Record<keyof ModelFiles, Blob>;

export type MessageToWorker = MessageToRecognizer | { type: 'files'; files: ModelBlobs };

export type MessageFromWorker =
  | MessageFromRecognizer
  /** It has ended by itself. Last. */
  | { type: 'ended' };

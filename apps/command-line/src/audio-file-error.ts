import { printable } from './printable.ts';

/** Why a file can't be read as audio. The message is a plain sentence that begins with the file's name. */
export class AudioFileError extends Error {
  /** `finding` goes on after the name: `is a folder, not a WAV file.` */
  constructor(path: string, finding: string) {
    super(`"${printable(path)}" ${finding}`);
    this.name = 'AudioFileError';
  }
}

/** Why a file can't be read as audio. The message is a plain sentence that begins with the file's name. */
export class AudioFileError extends Error {
  /** `finding` continues after the name: `is a folder, not a WAV file.` */
  constructor(path: string, finding: string) {
    super(`"${printable(path)}" ${finding}`);
    this.name = 'AudioFileError';
  }
}

/** Replaces everything in the text that could move the cursor, or hide or reorder the text around it. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');
}

import type { Writable } from 'node:stream';

/** The text could not be written to its destination. */
export class OutputError extends Error {
  constructor(code: string) {
    super(`Couldn't write the text (${code}).`);
    this.name = 'OutputError';
  }
}

/**
 * Writes text and waits until it has left the process. A reader that is gone wanted no more, which is not a failure.
 * Throws `OutputError`.
 */
export function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const code = error && 'code' in error ? String(error.code) : error?.name;
      if (code === undefined || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve();
      else reject(new OutputError(code));
    });
  });
}

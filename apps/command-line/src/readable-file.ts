import { type FileHandle, open, stat } from 'node:fs/promises';
import { AudioFileError } from './audio-file-error.ts';

/** An ordinary file, open for reading at any position. Every method throws `AudioFileError`. */
export class ReadableFile {
  readonly path: string;
  /** In bytes, when the file was opened. */
  readonly size: number;
  readonly #handle: FileHandle;

  private constructor(path: string, size: number, handle: FileHandle) {
    this.path = path;
    this.size = size;
    this.#handle = handle;
  }

  static async open(path: string): Promise<ReadableFile> {
    try {
      const found = await stat(path);
      if (found.isDirectory()) throw new AudioFileError(path, 'is a folder, not a WAV file.');
      // Opening a pipe would wait for a writer.
      if (!found.isFile()) throw new AudioFileError(path, 'is a pipe or a device. Save the audio as a WAV file first.');
      return new ReadableFile(path, found.size, await open(path));
    } catch (error) {
      throw asAudioFileError(path, error);
    }
  }

  /** Reads exactly `length` bytes. */
  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const bytesRead = await this.#readInto(bytes, filled, position + filled);
      if (bytesRead === 0) throw new AudioFileError(this.path, 'got shorter while it was being read.');
      filled += bytesRead;
    }
    return bytes;
  }

  async #readInto(bytes: Buffer, offset: number, position: number): Promise<number> {
    try {
      return (await this.#handle.read(bytes, offset, bytes.length - offset, position)).bytesRead;
    } catch (error) {
      throw asAudioFileError(this.path, error);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function asAudioFileError(path: string, error: unknown): AudioFileError {
  if (error instanceof AudioFileError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new AudioFileError(path, 'was not found. Check the path.');
    case 'EACCES':
    case 'EPERM':
      return new AudioFileError(path, "can't be read. Check its permissions.");
    default:
      return new AudioFileError(path, `could not be read (${code}).`);
  }
}

import { AudioFileError } from './audio-file-error.ts';
import { foreignFileType } from './foreign-file-type.ts';
import { ReadableFile } from './readable-file.ts';
import {
  decodeMono,
  FORMAT_CHUNK_BYTES,
  frameSize,
  parseFormat,
  type WavFormat,
  WavFormatError,
} from './wav-format.ts';

/** An open WAV file. Its header has been read, and only audio that is actually there counts. */
export interface WavFile {
  readonly format: WavFormat;
  readonly durationSeconds: number;
  /**
   * The audio from its beginning as mono samples from -1 to 1, at the file's own rate, in blocks of 100 ms read on
   * demand. Throws `AudioFileError` if reading fails.
   */
  blocks(): AsyncGenerator<Float32Array>;
  close(): Promise<void>;
}

/** Opens a WAV file and reads its header. Throws `AudioFileError`. */
export async function openWavFile(path: string): Promise<WavFile> {
  const file = await ReadableFile.open(path);
  try {
    const audio = await findAudio(file);
    return {
      format: audio.format,
      durationSeconds: audio.frameCount / audio.format.sampleRate,
      blocks: () => readBlocks(file, audio),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error instanceof WavFormatError ? new AudioFileError(path, error.message) : error;
  }
}

/** Where a file's audio is. */
interface AudioSection {
  format: WavFormat;
  /** Position of the first frame. */
  start: number;
  frameCount: number;
}

const BLOCKS_PER_SECOND = 10;

async function* readBlocks(file: ReadableFile, audio: AudioSection): AsyncGenerator<Float32Array> {
  const { format, start, frameCount } = audio;
  const bytesPerFrame = frameSize(format);
  const framesPerBlock = Math.ceil(format.sampleRate / BLOCKS_PER_SECOND);
  for (let frame = 0; frame < frameCount; frame += framesPerBlock) {
    const frames = Math.min(framesPerBlock, frameCount - frame);
    yield decodeMono(await file.read(start + frame * bytesPerFrame, frames * bytesPerFrame), format);
  }
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The size of a chunk whose length was unknown, or is in the `ds64` chunk. */
const PLACEHOLDER_SIZE = 0xffff_ffff;
/** The `ds64` chunk of an RF64 file (EBU Tech 3306) begins with two sizes: of the whole, then of the audio. */
const LARGE_SIZES_BYTES = 16;
const LARGE_DATA_SIZE_OFFSET = 8;
/** A file with more chunks before its audio is not a recording. */
const MAX_CHUNKS = 1_000;

async function findAudio(file: ReadableFile): Promise<AudioSection> {
  const riffSize = await readRiffHeader(file);
  let format: WavFormat | undefined;
  let largeDataSize: number | undefined;
  let position = RIFF_HEADER_BYTES;
  for (let count = 0; count < MAX_CHUNKS && position < file.size; count += 1) {
    if (position + CHUNK_HEADER_BYTES > file.size) throw cutOff(file);
    const header = await file.read(position, CHUNK_HEADER_BYTES);
    const name = header.toString('latin1', 0, 4);
    const size = header.readUInt32LE(4);
    const body = position + CHUNK_HEADER_BYTES;
    if (name === 'data') {
      if (format === undefined) throw new AudioFileError(file.path, 'has a damaged header: it has no format chunk.');
      const finished = riffSize + 8 === file.size;
      const statedBytes = size === PLACEHOLDER_SIZE ? (largeDataSize ?? size) : size;
      const bytes = audioBytes(statedBytes, file.size - body, finished);
      return { format, start: body, frameCount: Math.floor(bytes / frameSize(format)) };
    }
    if (body + size > file.size) throw cutOff(file);
    if (name === 'fmt ') format = parseFormat(await file.read(body, Math.min(size, FORMAT_CHUNK_BYTES)));
    if (name === 'ds64' && size >= LARGE_SIZES_BYTES)
      largeDataSize = Number((await file.read(body, LARGE_SIZES_BYTES)).readBigUInt64LE(LARGE_DATA_SIZE_OFFSET));
    // A chunk of odd size is followed by a byte of padding.
    position = body + size + (size % 2);
  }
  throw new AudioFileError(file.path, 'contains no audio: it has no data chunk.');
}

/**
 * A recorder that crashed, or wrote to a pipe, leaves 0 or a size beyond the file's end: then the audio extends to the
 * end. In a finished file, 0 means 0.
 */
function audioBytes(statedBytes: number, bytesLeft: number, finished: boolean): number {
  const unknown = statedBytes === 0 && !finished;
  return unknown ? bytesLeft : Math.min(statedBytes, bytesLeft);
}

/** Reads the RIFF header; returns the size it states for everything after the first 8 bytes. */
async function readRiffHeader(file: ReadableFile): Promise<number> {
  if (file.size === 0) throw new AudioFileError(file.path, 'is empty.');
  const start = await file.read(0, Math.min(file.size, RIFF_HEADER_BYTES));
  if (['RIFF', 'RF64', 'BW64'].includes(start.toString('latin1', 0, 4))) {
    if (start.length < RIFF_HEADER_BYTES) throw cutOff(file);
    if (start.toString('latin1', 8) === 'WAVE') return start.readUInt32LE(4);
  }
  const type = foreignFileType(start) ?? 'not a WAV file';
  throw new AudioFileError(file.path, `is ${type}. Convert it to WAV first.`);
}

function cutOff(file: ReadableFile): AudioFileError {
  return new AudioFileError(file.path, 'is cut off in its header. Copy or record it again.');
}

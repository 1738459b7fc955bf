import { toPcm16 } from './samples.ts';

/** Mono sound: samples between -1 and 1. */
export interface Sound {
  /** Samples per second. */
  rate: number;
  samples: Float32Array;
}

/** The bytes are not a readable WAV file. */
export class UnreadableWav extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableWav';
  }
}

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;
const FORMAT_EXTENSIBLE = 0xfffe;

/**
 * Reads a WAV file (8, 16, 24 or 32 bit PCM, 32 or 64 bit float, any rate) and mixes its channels into one. A data
 * chunk that claims more bytes than there are, as streaming writers leave behind, ends with the file.
 *
 * @throws {UnreadableWav}
 */
export function readWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || chunkName(view, 0) !== 'RIFF' || chunkName(view, 8) !== 'WAVE') {
    throw new UnreadableWav('not a WAV file');
  }
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = chunkName(view, at);
    const start = at + 8;
    const end = Math.min(start + view.getUint32(at + 4, true), bytes.length);
    if (name === 'fmt ') format = readFormat(view, start, end);
    if (name === 'data') {
      if (format === undefined) throw new UnreadableWav('its data stands before its format');
      return { rate: format.rate, samples: readSamples(view, start, end, format) };
    }
    at = end + ((end - start) % 2);
  }
  throw new UnreadableWav('it has no data');
}

/** Writes a sound as a 16-bit mono WAV file. */
export function writeWav({ rate, samples }: Sound): Buffer {
  const data = toPcm16(samples);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(FORMAT_PCM, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

interface Format {
  channels: number;
  rate: number;
  bytesPerSample: number;
  read: (view: DataView, at: number) => number;
}

function chunkName(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

function readFormat(view: DataView, start: number, end: number): Format {
  if (end - start < 16) throw new UnreadableWav('its format is cut off');
  let kind = view.getUint16(start, true);
  if (kind === FORMAT_EXTENSIBLE && end - start >= 26) kind = view.getUint16(start + 24, true);
  const channels = view.getUint16(start + 2, true);
  const rate = view.getUint32(start + 4, true);
  const bits = view.getUint16(start + 14, true);
  const read = SAMPLE_READERS[`${kind}/${bits}`];
  if (read === undefined) throw new UnreadableWav(`its format ${kind} with ${bits} bits is unknown`);
  if (channels === 0 || rate === 0) throw new UnreadableWav('its format is impossible');
  return { channels, rate, bytesPerSample: bits / 8, read };
}

const SAMPLE_READERS: Record<string, Format['read']> = {
  [`${FORMAT_PCM}/8`]: (view, at) => (view.getUint8(at) - 128) / 128,
  [`${FORMAT_PCM}/16`]: (view, at) => view.getInt16(at, true) / 0x8000,
  [`${FORMAT_PCM}/24`]: (view, at) => (view.getInt8(at + 2) * 0x10000 + view.getUint16(at, true)) / 0x800000,
  [`${FORMAT_PCM}/32`]: (view, at) => view.getInt32(at, true) / 0x80000000,
  [`${FORMAT_FLOAT}/32`]: (view, at) => view.getFloat32(at, true),
  [`${FORMAT_FLOAT}/64`]: (view, at) => view.getFloat64(at, true),
};

function readSamples(view: DataView, start: number, end: number, format: Format): Float32Array {
  const bytesPerFrame = format.bytesPerSample * format.channels;
  const samples = new Float32Array(Math.floor((end - start) / bytesPerFrame));
  for (let frame = 0; frame < samples.length; frame++) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel++) {
      sum += format.read(view, start + frame * bytesPerFrame + channel * format.bytesPerSample);
    }
    samples[frame] = sum / format.channels;
  }
  return samples;
}

import type { SampleType } from '../wav-format.ts';

/** The makeup of a test's WAV file. Container, sizes and chunks default to those of an ordinary file. */
export interface WavDescription {
  sampleRate: number;
  sampleType: SampleType;
  /** One array per channel, samples from -1 to 1. */
  channels: readonly (readonly number[] | Float64Array)[];
  extensible?: boolean;
  /** Chunks between the RIFF header and the format chunk, between that and the audio, and after the audio. */
  chunksFirst?: readonly Chunk[];
  chunksBefore?: readonly Chunk[];
  chunksAfter?: readonly Chunk[];
  container?: 'RIFF' | 'RF64' | 'BW64';
  /** Sizes as stated, if not the true ones. */
  statedDataSize?: number;
  statedRiffSize?: number;
}

export interface Chunk {
  name: string;
  body: Uint8Array;
}

const SAMPLE_WRITERS: Record<
  SampleType,
  { bytes: number; write: (view: DataView, at: number, sample: number) => void }
> = {
  pcm8: { bytes: 1, write: (view, at, sample) => view.setUint8(at, quantise(sample, 8) + 0x80) },
  pcm16: { bytes: 2, write: (view, at, sample) => view.setInt16(at, quantise(sample, 16), true) },
  pcm24: {
    bytes: 3,
    write: (view, at, sample) => {
      const value = quantise(sample, 24);
      view.setUint16(at, value & 0xffff, true);
      view.setInt8(at + 2, value >> 16);
    },
  },
  pcm32: { bytes: 4, write: (view, at, sample) => view.setInt32(at, quantise(sample, 32), true) },
  float32: { bytes: 4, write: (view, at, sample) => view.setFloat32(at, sample, true) },
  float64: { bytes: 8, write: (view, at, sample) => view.setFloat64(at, sample, true) },
};

function quantise(sample: number, bits: number): number {
  const fullScale = 2 ** (bits - 1);
  return Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale)));
}

/** Builds the bytes of a WAV file. */
export function wavBytes(description: WavDescription): Buffer {
  const data = audioBytes(description);
  const { container = 'RIFF', statedDataSize = data.length, chunksFirst = [], chunksBefore = [] } = description;
  const chunks = [
    ...chunksFirst.map((chunk) => chunkBytes(chunk)),
    chunkBytes({ name: 'fmt ', body: formatChunk(description) }),
    ...chunksBefore.map((chunk) => chunkBytes(chunk)),
    chunkBytes({ name: 'data', body: data }, statedDataSize),
    ...(description.chunksAfter ?? []).map((chunk) => chunkBytes(chunk)),
  ];
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return Buffer.concat([chunkHeader(container, description.statedRiffSize ?? body.length), body]);
}

function audioBytes({ channels, sampleType }: WavDescription): Buffer {
  const { bytes, write } = SAMPLE_WRITERS[sampleType];
  const frameCount = channels[0]?.length ?? 0;
  const data = Buffer.alloc(frameCount * channels.length * bytes);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let frame = 0, at = 0; frame < frameCount; frame += 1) {
    for (const channel of channels) {
      write(view, at, channel[frame]!);
      at += bytes;
    }
  }
  return data;
}

/** Builds the body of a format chunk. */
export function formatChunk({
  channels,
  sampleRate,
  sampleType,
  extensible = false,
}: Pick<WavDescription, 'channels' | 'sampleRate' | 'sampleType' | 'extensible'>): Buffer {
  const { bytes } = SAMPLE_WRITERS[sampleType];
  const tag = sampleType.startsWith('pcm') ? 1 : 3;
  const chunk = Buffer.alloc(extensible ? 40 : 16);
  chunk.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  chunk.writeUInt16LE(channels.length, 2);
  chunk.writeUInt32LE(sampleRate, 4);
  chunk.writeUInt32LE(sampleRate * channels.length * bytes, 8);
  chunk.writeUInt16LE(channels.length * bytes, 12);
  chunk.writeUInt16LE(bytes * 8, 14);
  if (extensible) {
    chunk.writeUInt16LE(22, 16);
    chunk.writeUInt16LE(bytes * 8, 18);
    chunk.writeUInt16LE(tag, 24);
    chunk.write('000000001000800000aa00389b71', 26, 'hex');
  }
  return chunk;
}

function chunkBytes({ name, body }: Chunk, statedSize = body.length): Buffer {
  return Buffer.concat([chunkHeader(name, statedSize), body, Buffer.alloc(body.length % 2)]);
}

function chunkHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(size, 4);
  return header;
}

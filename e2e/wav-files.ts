/** The sample format: signed integers of this many bits, or 32-bit floats. */
export type SampleType = 'pcm16' | 'pcm24' | 'pcm32' | 'float32';

const FORMAT_TAG = { pcm: 1, float: 3 } as const;

const WRITERS: Record<SampleType, { bytes: number; write: (data: Buffer, sample: number, at: number) => void }> = {
  pcm16: { bytes: 2, write: (data, sample, at) => data.writeInt16LE(quantised(sample, 16), at) },
  pcm24: { bytes: 3, write: (data, sample, at) => data.writeIntLE(quantised(sample, 24), at, 3) },
  pcm32: { bytes: 4, write: (data, sample, at) => data.writeInt32LE(quantised(sample, 32), at) },
  float32: { bytes: 4, write: (data, sample, at) => data.writeFloatLE(sample, at) },
};

/** A WAV file of channels, each with samples from -1 to 1. */
export function wavFile(sampleRate: number, sampleType: SampleType, channels: readonly Float64Array[]): Buffer {
  const { bytes, write } = WRITERS[sampleType];
  const frames = channels[0]?.length ?? 0;
  const frameBytes = bytes * channels.length;
  const data = Buffer.alloc(frames * frameBytes);
  for (const [channel, samples] of channels.entries()) {
    for (const [frame, sample] of samples.entries()) write(data, sample, frame * frameBytes + channel * bytes);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(sampleType === 'float32' ? FORMAT_TAG.float : FORMAT_TAG.pcm, 20);
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(bytes * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** Samples as 16-bit little-endian PCM. */
export function pcm16(samples: Float64Array): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) data.writeInt16LE(quantised(sample, 16), index * 2);
  return data;
}

function quantised(sample: number, bits: number): number {
  const fullScale = 2 ** (bits - 1);
  return Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale)));
}

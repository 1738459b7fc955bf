import { SAMPLE_RATE } from '../provider.ts';

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** Returns how many samples fit into a WAV file of this many bytes. */
export function samplesInWavFile(bytes: number): number {
  return Math.floor((bytes - HEADER_BYTES) / BYTES_PER_SAMPLE);
}

/** Creates a WAV file of mono PCM16 samples, padded with silence up to `minSamples`. */
export function wavFile(samples: Int16Array, minSamples = 0): Uint8Array {
  const dataBytes = Math.max(samples.length, minSamples) * BYTES_PER_SAMPLE;
  const file = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(file.buffer);
  const writeTag = (offset: number, tag: string) => {
    for (const [index, letter] of [...tag].entries()) view.setUint8(offset + index, letter.charCodeAt(0));
  };
  writeTag(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  writeTag(8, 'WAVE');
  writeTag(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  writeTag(36, 'data');
  view.setUint32(40, dataBytes, true);
  // Every machine that this runs on is little-endian, like the file.
  new Int16Array(file.buffer, HEADER_BYTES).set(samples);
  return file;
}

/** Converts 16-bit little-endian bytes to samples between -1 and 1. */
export function fromPcm16(bytes: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(bytes.length / 2));
  for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(index * 2) / 0x8000;
  return samples;
}

/** Converts samples between -1 and 1 to 16-bit little-endian bytes. Clips those outside. */
export function toPcm16(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (let index = 0; index < samples.length; index++) {
    bytes.writeInt16LE(Math.max(-0x8000, Math.min(0x7fff, Math.round(samples[index]! * 0x8000))), index * 2);
  }
  return bytes;
}

/** The samples in the binary frames that a client has sent. */
export function samplesOfBytes(frames: readonly Uint8Array[]): Int16Array {
  return new Int16Array(new Uint8Array(Buffer.concat(frames)).buffer);
}

/** All samples of a stream, one piece after the other. */
export async function collect(pieces: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const piece of pieces) samples.push(...piece);
  return Int16Array.from(samples);
}

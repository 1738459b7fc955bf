import { concatenated } from '@workspace/speech/samples';

/** Collects all samples of a stream. */
export async function collect(stream: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return concatenated(pieces);
}

import { concatenated } from '@workspace/speech/samples';

/** All samples of a stream, one piece after the other. */
export async function collect(stream: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return concatenated(pieces);
}

import { z } from 'zod';

/** A microphone as the system names it. The label is empty until its use has been allowed. */
export const microphoneDeviceSchema = z.object({ id: z.string(), label: z.string() });
export type MicrophoneDevice = z.infer<typeof microphoneDeviceSchema>;

/** Short sounds that tell what goes on without looking. */
export const cueSchema = z.enum(['start', 'stop', 'error']);
export type Cue = z.infer<typeof cueSchema>;

/**
 * Streams are numbered by the app. After `open` the window sends the stream's samples as binary frames
 * (`encodeSampleFrame`) until `close`, after which none follow, or `ended`.
 */
export const messageToMicrophoneSchema = z.discriminatedUnion('type', [
  /** Opens a device: by id, else by label, else the system's default. null: the default. */
  z.object({ type: z.literal('open'), stream: z.uint32(), device: microphoneDeviceSchema.nullable() }),
  z.object({ type: z.literal('close'), stream: z.uint32() }),
  z.object({ type: z.literal('list-devices') }),
  z.object({ type: z.literal('play'), cue: cueSchema }),
]);
export type MessageToMicrophone = z.infer<typeof messageToMicrophoneSchema>;

export const messageFromMicrophoneSchema = z.discriminatedUnion('type', [
  /** The device that a stream comes from. `isFallback`: not the one that was asked for, which is gone. */
  z.object({ type: z.literal('opened'), stream: z.uint32(), label: z.string(), isFallback: z.boolean() }),
  /** A stream has ended by itself, or could not be opened. Nothing more comes of it. */
  z.object({ type: z.literal('ended'), stream: z.uint32(), failure: z.enum(['denied', 'missing', 'lost', 'failed']) }),
  /** After `list-devices`, and whenever they change. */
  z.object({ type: z.literal('devices'), devices: z.array(microphoneDeviceSchema) }),
]);
export type MessageFromMicrophone = z.infer<typeof messageFromMicrophoneSchema>;

/** A stream's number, then mono PCM16 at 24 kHz; all little-endian. */
export function encodeSampleFrame(stream: number, samples: Int16Array): Uint8Array<ArrayBuffer> {
  const frame = new DataView(new ArrayBuffer(HEADER_BYTES + samples.byteLength));
  frame.setUint32(0, stream, true);
  samples.forEach((sample, index) => {
    frame.setInt16(HEADER_BYTES + 2 * index, sample, true);
  });
  return new Uint8Array(frame.buffer);
}

/** Reads what `encodeSampleFrame` wrote; `undefined` for anything else. */
export function decodeSampleFrame(data: Uint8Array): { stream: number; samples: Int16Array } | undefined {
  const sampleBytes = data.byteLength - HEADER_BYTES;
  if (sampleBytes < 0 || sampleBytes % 2 !== 0) return undefined;
  const frame = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const samples = Int16Array.from({ length: sampleBytes / 2 }, (_, index) =>
    frame.getInt16(HEADER_BYTES + 2 * index, true),
  );
  return { stream: frame.getUint32(0, true), samples };
}

const HEADER_BYTES = 4;

import { z } from 'zod';

/** A microphone as named by the system. The label is empty until access to microphones is allowed. */
export const microphoneDeviceSchema = z.object({ id: z.string(), label: z.string() });
export type MicrophoneDevice = z.infer<typeof microphoneDeviceSchema>;

/**
 * Finds the chosen device: by its id, otherwise by its label, if it has one, since ids change when the profile is
 * reset.
 */
export function findMicrophone<D extends MicrophoneDevice>(
  devices: readonly D[],
  chosen: MicrophoneDevice,
): D | undefined {
  return (
    devices.find(({ id }) => id === chosen.id) ?? devices.find(({ label }) => label !== '' && label === chosen.label)
  );
}

/** Short sounds that tell the user what is going on without looking. */
export const cueSchema = z.enum(['start', 'stop', 'error']);
export type Cue = z.infer<typeof cueSchema>;

/**
 * How long a device may stay open for the next stream, in milliseconds. Users who dictate a text piece by piece pause
 * for less; those who have turned to something else should not see the microphone in use for long.
 */
export const MAX_KEEP_OPEN_MS = 60_000;

/**
 * Why a stream comes from its device: it was asked for; it replaces the one asked for, which is gone; or it is the
 * built-in one, instead of a Bluetooth headset's.
 */
export const deviceReasonSchema = z.enum(['asked-for', 'fallback', 'built-in-with-bluetooth']);
export type DeviceReason = z.infer<typeof deviceReasonSchema>;

/**
 * The app numbers the streams. After `open`, the window sends the stream's samples as binary frames
 * (`encodeSampleFrame`) until `close`, after which none follow, or `ended`.
 */
export const messageToMicrophoneSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('open'),
    stream: z.uint32(),
    /** Found by id, otherwise by label; if neither matches, the system's default. null: the default. */
    device: microphoneDeviceSchema.nullable(),
    /** Replaces the default with the built-in one if the default would degrade a Bluetooth headset's sound. */
    builtInWithBluetooth: z.boolean(),
  }),
  z.object({
    type: z.literal('close'),
    stream: z.uint32(),
    /**
     * How long its device stays open for the next stream, in milliseconds; what it hears meanwhile is discarded. 0: not
     * at all.
     */
    keepOpenMs: z.int().min(0).max(MAX_KEEP_OPEN_MS),
  }),
  /** Answered with the same number, once every sample that the stream's device has heard by now has been sent. */
  z.object({ type: z.literal('catch-up'), stream: z.uint32(), number: z.uint32() }),
  /** Closes the device kept open for the next stream, if any. */
  z.object({ type: z.literal('give-up-kept') }),
  z.object({ type: z.literal('list-devices') }),
  z.object({ type: z.literal('play'), cue: cueSchema }),
]);
export type MessageToMicrophone = z.infer<typeof messageToMicrophoneSchema>;

export const messageFromMicrophoneSchema = z.discriminatedUnion('type', [
  /** The device a stream comes from. */
  z.object({ type: z.literal('opened'), stream: z.uint32(), label: z.string(), reason: deviceReasonSchema }),
  /** A stream has ended on its own, or could not be opened. Nothing more comes from it. */
  z.object({ type: z.literal('ended'), stream: z.uint32(), failure: z.enum(['denied', 'missing', 'lost', 'failed']) }),
  z.object({ type: z.literal('caught-up'), stream: z.uint32(), number: z.uint32() }),
  /** The last requested cue is over. */
  z.object({ type: z.literal('cue-over') }),
  /** Sent after `list-devices`, and whenever the devices change. */
  z.object({ type: z.literal('devices'), devices: z.array(microphoneDeviceSchema) }),
]);
export type MessageFromMicrophone = z.infer<typeof messageFromMicrophoneSchema>;

/** Encodes a stream's number, followed by mono PCM16 at 24 kHz; all little-endian. */
export function encodeSampleFrame(stream: number, samples: Int16Array): Uint8Array<ArrayBuffer> {
  const frame = new DataView(new ArrayBuffer(HEADER_BYTES + samples.byteLength));
  frame.setUint32(0, stream, true);
  samples.forEach((sample, index) => {
    frame.setInt16(HEADER_BYTES + 2 * index, sample, true);
  });
  return new Uint8Array(frame.buffer);
}

/** Decodes what `encodeSampleFrame` encoded; `undefined` for anything else. */
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

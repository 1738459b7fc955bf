/**
 * Parses a WAV file's format chunk, and decodes samples accordingly. Sources: Microsoft, "Multimedia Programming
 * Interface and Data Specifications 1.0" (WAVE) and "Multiple channel audio data and WAVE files"
 * (WAVE_FORMAT_EXTENSIBLE).
 */

export interface WavFormat {
  /** Frames per second. */
  sampleRate: number;
  channels: number;
  sampleType: SampleType;
}

export type SampleType = 'pcm8' | 'pcm16' | 'pcm24' | 'pcm32' | 'float32' | 'float64';

interface SampleCoding {
  bytes: number;
  /** Reads one sample as a number from -1 to 1. */
  read: (view: DataView, offset: number) => number;
}

const SAMPLE_CODINGS: Record<SampleType, SampleCoding> = {
  pcm8: { bytes: 1, read: (view, offset) => (view.getUint8(offset) - 0x80) / 0x80 },
  pcm16: { bytes: 2, read: (view, offset) => view.getInt16(offset, true) / 0x8000 },
  pcm24: {
    bytes: 3,
    read: (view, offset) => ((view.getInt8(offset + 2) << 16) | view.getUint16(offset, true)) / 0x80_0000,
  },
  pcm32: { bytes: 4, read: (view, offset) => view.getInt32(offset, true) / 0x8000_0000 },
  float32: { bytes: 4, read: (view, offset) => withinFullScale(view.getFloat32(offset, true)) },
  float64: { bytes: 8, read: (view, offset) => withinFullScale(view.getFloat64(offset, true)) },
};

/** Float files may hold anything: what isn't a finite number becomes silence, anything above full scale is clipped. */
function withinFullScale(sample: number): number {
  return Number.isFinite(sample) ? Math.min(1, Math.max(-1, sample)) : 0;
}

/** Returns the size of a frame, one sample of each channel, in bytes. */
export function frameSize(format: WavFormat): number {
  return format.channels * SAMPLE_CODINGS[format.sampleType].bytes;
}

/** Decodes whole frames to mono, the mean of the channels, from -1 to 1. */
export function decodeMono(bytes: Uint8Array, format: WavFormat): Float32Array {
  const { channels } = format;
  const coding = SAMPLE_CODINGS[format.sampleType];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mono = new Float32Array(bytes.byteLength / frameSize(format));
  let offset = 0;
  for (let frame = 0; frame < mono.length; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += coding.read(view, offset);
      offset += coding.bytes;
    }
    mono[frame] = sum / channels;
  }
  return mono;
}

/** Why audio of this format can't be read, as the rest of a sentence that begins with the file's name. */
export class WavFormatError extends Error {
  constructor(finding: string) {
    super(finding);
    this.name = 'WavFormatError';
  }
}

const LIMITS = { minSampleRate: 4_000, maxSampleRate: 192_000, maxChannels: 64 } as const;

const FORMAT_TAG = { pcm: 0x0001, float: 0x0003, extensible: 0xfffe } as const;

const COMPRESSED_FORMATS: ReadonlyMap<number, string> = new Map([
  [0x0002, 'Microsoft ADPCM'],
  [0x0006, 'A-law'],
  [0x0007, 'µ-law'],
  [0x0011, 'IMA ADPCM'],
  [0x0022, 'TrueSpeech'],
  [0x0031, 'GSM 6.10'],
  [0x0040, 'G.721 ADPCM'],
  [0x0045, 'G.726 ADPCM'],
  [0x0050, 'MPEG'],
  [0x0055, 'MP3'],
  [0x00ff, 'AAC'],
  [0x0160, 'Windows Media Audio'],
  [0x0161, 'Windows Media Audio'],
  [0x0162, 'Windows Media Audio'],
  [0x1610, 'AAC'],
  [0x2000, 'Dolby AC-3'],
  [0xf1ac, 'FLAC'],
]);

/** How much of the format chunk is read: all of WAVE_FORMAT_EXTENSIBLE. */
export const FORMAT_CHUNK_BYTES = 40;
const PLAIN_FORMAT_CHUNK_BYTES = 16;
const SUBFORMAT_OFFSET = 24;
/** The end of every subformat GUID whose first two bytes are an ordinary format tag. */
const TAGGED_SUBFORMAT_TAIL = '000000001000800000aa00389b71';

/** Parses the body of a format chunk, cut to `FORMAT_CHUNK_BYTES`. Throws `WavFormatError`. */
export function parseFormat(chunk: Buffer): WavFormat {
  if (chunk.length < PLAIN_FORMAT_CHUNK_BYTES) throw damagedHeader('its format chunk is too short');
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  const statedFrameSize = chunk.readUInt16LE(12);
  const sampleType = parseSampleType(parseFormatTag(chunk), chunk.readUInt16LE(14));
  if (channels === 0) throw damagedHeader('it states 0 channels');
  if (channels > LIMITS.maxChannels)
    throw new WavFormatError(`has ${channels} channels; at most ${LIMITS.maxChannels} can be read.`);
  if (sampleRate < LIMITS.minSampleRate || sampleRate > LIMITS.maxSampleRate)
    throw new WavFormatError(
      `has a sample rate of ${sampleRate} Hz; from ${LIMITS.minSampleRate} to ${LIMITS.maxSampleRate} Hz can be read.`,
    );
  const format = { sampleRate, channels, sampleType };
  if (statedFrameSize !== frameSize(format))
    throw damagedHeader('its frame size contradicts its channels and sample size');
  return format;
}

function parseFormatTag(chunk: Buffer): number {
  const tag = chunk.readUInt16LE(0);
  if (tag !== FORMAT_TAG.extensible) return tag;
  if (chunk.length < FORMAT_CHUNK_BYTES) throw damagedHeader('its format chunk is too short');
  if (chunk.toString('hex', SUBFORMAT_OFFSET + 2) !== TAGGED_SUBFORMAT_TAIL)
    throw new WavFormatError('contains audio in an unknown format. Save it as a WAV file with PCM audio.');
  return chunk.readUInt16LE(SUBFORMAT_OFFSET);
}

function parseSampleType(formatTag: number, bits: number): SampleType {
  if (formatTag !== FORMAT_TAG.pcm && formatTag !== FORMAT_TAG.float) {
    const codec = COMPRESSED_FORMATS.get(formatTag) ?? `unknown (0x${formatTag.toString(16).padStart(4, '0')})`;
    throw new WavFormatError(`contains compressed audio; its codec is ${codec}. Save it as a WAV file with PCM audio.`);
  }
  const name = `${formatTag === FORMAT_TAG.pcm ? 'pcm' : 'float'}${bits}`;
  if (!isSampleType(name))
    throw new WavFormatError(
      `has samples of ${bits} bits; PCM of 8, 16, 24 or 32 bits and float of 32 or 64 bits can be read.`,
    );
  return name;
}

function isSampleType(name: string): name is SampleType {
  return Object.hasOwn(SAMPLE_CODINGS, name);
}

function damagedHeader(detail: string): WavFormatError {
  return new WavFormatError(`has a damaged header: ${detail}.`);
}

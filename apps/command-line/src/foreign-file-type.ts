/** File types that are mistaken for WAV, with the bytes that identify them. */
const SIGNATURES: readonly { type: string; offset: number; bytes: string }[] = [
  { type: 'an MP3 file', offset: 0, bytes: 'ID3' },
  { type: 'a FLAC file', offset: 0, bytes: 'fLaC' },
  { type: 'an Ogg file (Vorbis or Opus)', offset: 0, bytes: 'OggS' },
  { type: 'an M4A or MP4 file', offset: 4, bytes: 'ftyp' },
  { type: 'a WebM or Matroska file', offset: 0, bytes: '\x1a\x45\xdf\xa3' },
  { type: 'an AIFF file', offset: 0, bytes: 'FORM' },
  { type: 'a CAF file', offset: 0, bytes: 'caff' },
  { type: 'an AU file', offset: 0, bytes: '.snd' },
  { type: 'an AMR file', offset: 0, bytes: '#!AMR' },
  { type: 'a WMA file', offset: 0, bytes: '\x30\x26\xb2\x75' },
  { type: 'a big-endian WAV file (RIFX)', offset: 0, bytes: 'RIFX' },
  { type: 'a Wave64 file', offset: 0, bytes: 'riff' },
  { type: 'an AVI file', offset: 8, bytes: 'AVI ' },
];

/** Returns what a file is instead of WAV, judged by its first 12 bytes, such as `an MP3 file`; undefined if unknown. */
export function foreignFileType(start: Buffer): string | undefined {
  const text = start.toString('latin1');
  return SIGNATURES.find(({ offset, bytes }) => text.startsWith(bytes, offset))?.type ?? mpegAudioType(start);
}

/** MPEG audio without a tag begins with a frame: 11 bits set, then version and layer (ISO/IEC 11172-3, 13818-7). */
function mpegAudioType(start: Buffer): string | undefined {
  const [first = 0, second = 0] = start;
  if (first !== 0xff) return undefined;
  if ((second & 0b1110_0110) === 0b1110_0010) return 'an MP3 file';
  if ((second & 0b1111_0110) === 0b1111_0000) return 'an AAC file';
  return undefined;
}

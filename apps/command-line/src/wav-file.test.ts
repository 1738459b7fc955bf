import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AudioFileError } from './audio-file-error.ts';
import { makeFolder, saveFile } from './testing/save-file.ts';
import { type Chunk, formatChunk, type WavDescription, wavBytes } from './testing/wav-bytes.ts';
import { openWavFile } from './wav-file.ts';
import type { SampleType } from './wav-format.ts';

async function readAll(path: string): Promise<number[]> {
  const file = await openWavFile(path);
  try {
    const samples: number[] = [];
    for await (const block of file.blocks()) samples.push(...block);
    return samples;
  } finally {
    await file.close();
  }
}

const ramp = (length: number) => Array.from({ length }, (_, i) => ((i * 37) % 200) / 100 - 1);

const ordinary: WavDescription = { sampleRate: 16_000, sampleType: 'pcm16', channels: [[0.25, -0.5, 0.75]] };

const chunk = (name: string, length: number): Chunk => ({ name, body: new Uint8Array(length).fill(0x61) });

describe('Samples', () => {
  const precision: Record<SampleType, number> = {
    pcm8: 2 ** -8,
    pcm16: 2 ** -16,
    pcm24: 2 ** -24,
    pcm32: 2 ** -25,
    float32: 2 ** -25,
    float64: 2 ** -25,
  };

  test.for(
    Object.keys(precision).flatMap((name) =>
      [false, true].map((extensible) => ({ sampleType: name as SampleType, extensible })),
    ),
  )('of the type $sampleType are read (extensible header: $extensible)', async ({ sampleType, extensible }) => {
    const samples = ramp(5_000).map((sample) => sample * 0.99);
    const bytes = wavBytes({ sampleRate: 44_100, sampleType, channels: [samples], extensible });
    const read = await readAll(saveFile(bytes));
    expect(read).toHaveLength(samples.length);
    const largestError = Math.max(...read.map((sample, i) => Math.abs(sample - samples[i]!)));
    expect(largestError).toBeLessThanOrEqual(precision[sampleType]);
  });

  test('at the limits of their range are read as full scale', async () => {
    const extremes = { sampleRate: 8_000, channels: [[-1, 1]] } as const;
    expect(await readAll(saveFile(wavBytes({ ...extremes, sampleType: 'pcm8' })))).toEqual([-1, 127 / 128]);
    expect(await readAll(saveFile(wavBytes({ ...extremes, sampleType: 'pcm24' })))).toEqual([-1, 1 - 2 ** -23]);
    expect(await readAll(saveFile(wavBytes({ ...extremes, sampleType: 'float32' })))).toEqual([-1, 1]);
  });

  test.for(['float32', 'float64'] as const)(
    'of %s that are not finite are silence, and those beyond full scale are clipped',
    async (sampleType) => {
      const samples = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e30, -7, 0.5];
      const bytes = wavBytes({ sampleRate: 48_000, sampleType, channels: [samples] });
      expect(await readAll(saveFile(bytes))).toEqual([0, 0, 0, 1, -1, 0.5]);
    },
  );

  test('of several channels are averaged', async () => {
    const channels = [
      [1, 0.5, 0],
      [0, -0.5, 0.25],
      [0.5, 0.75, -1],
      [0.5, 0.25, 0.75],
    ];
    expect(await readAll(saveFile(wavBytes({ ...ordinary, sampleType: 'float32', channels })))).toEqual([0.5, 0.25, 0]);
  });

  test('of a long file arrive in blocks of 100 ms, and the file can be read again', async () => {
    const samples = ramp(44_100);
    const file = await openWavFile(
      saveFile(wavBytes({ sampleRate: 44_100, sampleType: 'pcm16', channels: [samples] })),
    );
    const lengths: number[] = [];
    for await (const block of file.blocks()) lengths.push(block.length);
    for await (const block of file.blocks()) lengths.push(block.length);
    await file.close();
    expect(file.durationSeconds).toBe(1);
    expect(lengths).toEqual(new Array(20).fill(4_410));
  });
});

describe('The audio is found', () => {
  test.for<[string, Partial<WavDescription>]>([
    ['behind other chunks', { chunksFirst: [chunk('JUNK', 28), chunk('bext', 602)], chunksBefore: [chunk('fact', 4)] }],
    [
      'behind chunks of odd size, which are padded',
      { chunksFirst: [chunk('LIST', 7)], chunksBefore: [chunk('note', 1)] },
    ],
    ['behind an empty chunk', { chunksBefore: [chunk('JUNK', 0)] }],
    ['before other chunks, which are no audio', { chunksAfter: [chunk('LIST', 26), chunk('id3 ', 11)] }],
    ['where the recorder never wrote its size', { statedDataSize: 0, statedRiffSize: 0 }],
    ['where the recorder wrote only the size of the header', { statedDataSize: 0, statedRiffSize: 36 }],
    ['where its size was not known', { statedDataSize: 0xffff_ffff, statedRiffSize: 0xffff_ffff }],
    ['where the file is shorter than its header says', { statedDataSize: 1_000_000 }],
    ['in RF64 without large sizes', { container: 'RF64', statedDataSize: 0xffff_ffff, statedRiffSize: 0xffff_ffff }],
  ])('%s', async ([, difference]) => {
    expect(await readAll(saveFile(wavBytes({ ...ordinary, ...difference })))).toEqual([0.25, -0.5, 0.75]);
  });

  test.for(['RF64', 'BW64'] as const)('in %s by the large size, which ends before other chunks', async (container) => {
    const sizes = Buffer.alloc(28);
    sizes.writeBigUInt64LE(6n, 8);
    const bytes = wavBytes({
      ...ordinary,
      container,
      chunksFirst: [{ name: 'ds64', body: sizes }],
      chunksAfter: [chunk('LIST', 26)],
      statedDataSize: 0xffff_ffff,
      statedRiffSize: 0xffff_ffff,
    });
    expect(await readAll(saveFile(bytes))).toEqual([0.25, -0.5, 0.75]);
  });

  test('without a frame that is cut off by the end of the file', async () => {
    const bytes = wavBytes({ ...ordinary, channels: [ramp(10), ramp(10)] });
    expect(await readAll(saveFile(bytes.subarray(0, -3)))).toHaveLength(9);
  });

  test('to be empty if a finished file has none, whatever follows', async () => {
    const silent = { ...ordinary, channels: [[]] };
    expect(await readAll(saveFile(wavBytes(silent)))).toEqual([]);
    expect(await readAll(saveFile(wavBytes({ ...silent, chunksAfter: [chunk('LIST', 26)] })))).toEqual([]);
  });
});

describe('An unusable file is refused with a clear message', () => {
  const plain = formatChunk(ordinary);
  const extensible = formatChunk({ ...ordinary, extensible: true });
  const patched = (format: Buffer, offset: number, ...bytes: number[]) => {
    const copy = Buffer.from(format);
    copy.set(bytes, offset);
    return withFormat(copy);
  };
  const withFormat = (body: Uint8Array) => wavBytes({ ...ordinary, chunksFirst: [{ name: 'fmt ', body }] });
  const riff = (...parts: (string | number[])[]) =>
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), ...parts.map((part) => Buffer.from(part as string))]);

  test.for<[string, Uint8Array]>([
    ['is empty.', Buffer.alloc(0)],
    ['is not a WAV file. Convert it to WAV first.', Buffer.from('Dear diary')],
    ['is not a WAV file. Convert it to WAV first.', Buffer.from('R')],
    ['is not a WAV file. Convert it to WAV first.', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['is an MP3 file. Convert it to WAV first.', Buffer.from('ID3\x04\0\0\0\0\0\0\0\0')],
    ['is an MP3 file. Convert it to WAV first.', Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['is an AAC file. Convert it to WAV first.', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['is a FLAC file. Convert it to WAV first.', Buffer.from('fLaC\0\0\0\x22\0\0\0\0')],
    ['is an Ogg file (Vorbis or Opus). Convert it to WAV first.', Buffer.from('OggS\0\x02\0\0\0\0\0\0')],
    ['is an M4A or MP4 file. Convert it to WAV first.', Buffer.from('\0\0\0\x20ftypM4A ')],
    ['is a WebM or Matroska file. Convert it to WAV first.', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0])],
    ['is an AIFF file. Convert it to WAV first.', Buffer.from('FORM\0\0\0\0AIFF')],
    ['is a big-endian WAV file (RIFX). Convert it to WAV first.', Buffer.from('RIFX\0\0\0\0WAVE')],
    ['is an AVI file. Convert it to WAV first.', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    ['is cut off in its header. Copy or record it again.', Buffer.from('RIFF\0\0\0\0WA')],
    ['is cut off in its header. Copy or record it again.', riff('fmt ')],
    ['is cut off in its header. Copy or record it again.', riff('fmt \x10\0\0\0\x01\0\x01\0')],
    ['is cut off in its header. Copy or record it again.', riff('JUNK', [0, 0, 0, 0x7f])],
    ['contains no audio: it has no data chunk.', riff()],
    ['contains no audio: it has no data chunk.', riff('JUNK\x03\0\0\0abc')],
    [
      'contains no audio: it has no data chunk.',
      riff(...new Array<string>(1_001).fill('JUNK\0\0\0\0'), 'data\0\0\0\0'),
    ],
    ['has a damaged header: it has no format chunk.', riff('data\0\0\0\0')],
    ['has a damaged header: its format chunk is too short.', withFormat(plain.subarray(0, 14))],
    ['has a damaged header: its format chunk is too short.', withFormat(extensible.subarray(0, 18))],
    ['has a damaged header: it states 0 channels.', patched(plain, 2, 0, 0)],
    ['has a damaged header: its frame size contradicts its channels and sample size.', patched(plain, 12, 3, 0)],
    ['has 512 channels; at most 64 can be read.', patched(plain, 2, 0, 2)],
    ['has a sample rate of 0 Hz; from 4000 to 192000 Hz can be read.', patched(plain, 4, 0, 0, 0, 0)],
    ['has a sample rate of 4278190080 Hz; from 4000 to 192000 Hz can be read.', patched(plain, 4, 0, 0, 0, 0xff)],
    [
      'has samples of 12 bits; PCM of 8, 16, 24 or 32 bits and float of 32 or 64 bits can be read.',
      patched(plain, 14, 12, 0),
    ],
    ['contains compressed audio; its codec is MP3. Save it as a WAV file with PCM audio.', patched(plain, 0, 0x55, 0)],
    [
      'contains compressed audio; its codec is µ-law. Save it as a WAV file with PCM audio.',
      patched(extensible, 24, 7, 0),
    ],
    [
      'contains compressed audio; its codec is unknown (0x0bad). Save it as a WAV file with PCM audio.',
      patched(plain, 0, 0xad, 0x0b),
    ],
    ['contains audio in an unknown format. Save it as a WAV file with PCM audio.', patched(extensible, 30, 0x21, 0x07)],
  ])('… %s', async ([finding, bytes]) => {
    const path = saveFile(bytes);
    await expect(openWavFile(path)).rejects.toEqual(new AudioFileError(path, finding));
  });

  test('if it does not exist', async () => {
    const folder = makeFolder();
    await expect(openWavFile(join(folder, 'none.wav'))).rejects.toThrow('none.wav" was not found. Check the path.');
    await expect(openWavFile('')).rejects.toThrow('"" was not found. Check the path.');
    const insideOfAFile = join(saveFile(wavBytes(ordinary)), 'none.wav');
    await expect(openWavFile(insideOfAFile)).rejects.toThrow('was not found. Check the path.');
  });

  test('if it is a folder or a device', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'folder.wav'));
    await expect(openWavFile(join(folder, 'folder.wav'))).rejects.toThrow('folder.wav" is a folder, not a WAV file.');
    await expect(openWavFile('/dev/zero')).rejects.toThrow('"/dev/zero" is a pipe or a device.');
  });

  test.skipIf(process.getuid?.() === 0)('if it is not readable', async () => {
    const path = saveFile(wavBytes(ordinary));
    chmodSync(path, 0);
    await expect(openWavFile(path)).rejects.toThrow("can't be read. Check its permissions.");
  });

  test('if its name is invalid', async () => {
    await expect(openWavFile('a\0b')).rejects.toThrow('"a\uFFFDb" could not be read (ERR_INVALID_ARG_VALUE).');
    await expect(openWavFile('a'.repeat(5_000))).rejects.toThrow('could not be read (ENAMETOOLONG).');
  });

  test('if it shrinks while it is being read', async () => {
    const path = saveFile(wavBytes({ ...ordinary, channels: [ramp(16_000)] }));
    const file = await openWavFile(path);
    const blocks = file.blocks();
    expect((await blocks.next()).done).toBe(false);
    truncateSync(path, 100);
    await expect(blocks.next()).rejects.toEqual(new AudioFileError(path, 'got shorter while it was being read.'));
    await file.close();
  });
});

describe('Whatever a file contains, it is read or refused', () => {
  const readOrRefuse = async (path: string) => {
    try {
      const samples = await readAll(path);
      expect(samples.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(AudioFileError);
    }
  };

  test('random bytes, with and without the start of a WAV file', async () => {
    const path = saveFile(Buffer.alloc(0));
    const beginnings = [
      '',
      'RIFF',
      'RIFF\0\0\0\0WAVE',
      'RIFF\0\0\0\0WAVEfmt \x10\0\0\0',
      'RF64\xff\xff\xff\xffWAVEds64',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }), async (beginning, rest) => {
        writeFileSync(path, Buffer.concat([Buffer.from(beginning, 'latin1'), rest]));
        await readOrRefuse(path);
      }),
      { numRuns: 500 },
    );
  });

  test('WAV files with modified bytes, truncated anywhere', async () => {
    const path = saveFile(Buffer.alloc(0));
    const original = wavBytes({
      sampleRate: 8_000,
      sampleType: 'float32',
      channels: [ramp(20), ramp(20)],
      extensible: true,
      chunksFirst: [{ name: 'ds64', body: Buffer.alloc(28) }],
      chunksAfter: [chunk('LIST', 9)],
    });
    const change = fc.record({
      at: fc.nat(original.length - 1),
      value: fc.oneof(fc.nat(255), fc.constantFrom(0, 255)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 6 }),
        fc.oneof(fc.constant(original.length), fc.nat(original.length)),
        async (changes, length) => {
          const bytes = Buffer.from(original);
          for (const { at, value } of changes) bytes[at] = value;
          writeFileSync(path, bytes.subarray(0, length));
          await readOrRefuse(path);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { samplesInWavFile, wavFile } from './wav-file.ts';

const anySamples = fc.int16Array({ maxLength: 2_000 });

/** Parses a file chunk by chunk, as the format requires. */
function readWavFile(file: Uint8Array) {
  const bytes = Buffer.from(file);
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE');
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  const chunks = new Map<string, Buffer>();
  for (let offset = 12; offset < bytes.length; ) {
    const size = bytes.readUInt32LE(offset + 4);
    chunks.set(bytes.toString('latin1', offset, offset + 4), bytes.subarray(offset + 8, offset + 8 + size));
    offset += 8 + size + (size % 2);
  }
  const format = chunks.get('fmt ')!;
  const data = chunks.get('data')!;
  return {
    format: [format.readUInt16LE(0), format.readUInt16LE(2), format.readUInt32LE(4)],
    byteRate: format.readUInt32LE(8),
    frame: [format.readUInt16LE(12), format.readUInt16LE(14)],
    samples: Array.from({ length: data.length / 2 }, (_, index) => data.readInt16LE(index * 2)),
  };
}

test('A file contains mono PCM16 at 24 kHz, and exactly the samples', () => {
  fc.assert(
    fc.property(anySamples, (samples) => {
      expect(readWavFile(wavFile(samples))).toEqual({
        format: [1, 1, 24_000],
        byteRate: 48_000,
        frame: [2, 16],
        samples: [...samples],
      });
    }),
  );
});

test('Of a view of a longer array, only the view is written', () => {
  const samples = Int16Array.of(1, 2, 3, 4).subarray(1, 3);
  expect(readWavFile(wavFile(samples)).samples).toEqual([2, 3]);
});

test('Too few samples are padded with silence', () => {
  expect(readWavFile(wavFile(Int16Array.of(7, 8), 4)).samples).toEqual([7, 8, 0, 0]);
});

test('The reported number of samples is the most that fit into a size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 44, max: 5_000 }), (bytes) => {
      const fitting = samplesInWavFile(bytes);
      expect(wavFile(new Int16Array(fitting)).length).toBeLessThanOrEqual(bytes);
      expect(wavFile(new Int16Array(fitting + 1)).length).toBeGreaterThan(bytes);
    }),
  );
});

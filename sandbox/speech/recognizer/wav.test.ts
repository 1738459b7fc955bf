import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWav, UnreadableWav, writeWav } from './wav.ts';

/** A WAV file with two channels, the second one silent. */
function stereo(format: number, bits: number, write: (view: DataView, at: number) => void, extra = 0): Uint8Array {
  const bytes = new Uint8Array(44 + extra + bits / 4);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  text(0, 'RIFF');
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16 + extra, true);
  view.setUint16(20, extra > 0 ? 0xfffe : format, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, 48_000, true);
  view.setUint16(34, bits, true);
  if (extra > 0) view.setUint16(44, format, true);
  text(36 + extra, 'data');
  view.setUint32(40 + extra, bits / 4, true);
  if (bits === 8) bytes[44 + extra + 1] = 128;
  write(view, 44 + extra);
  return bytes;
}

describe('readWav', () => {
  test.each([
    ['8 bit', stereo(1, 8, (view, at) => view.setUint8(at, 192))],
    ['16 bit', stereo(1, 16, (view, at) => view.setInt16(at, 0x4000, true))],
    ['24 bit', stereo(1, 24, (view, at) => view.setUint16(at + 1, 0x4000, true))],
    ['32 bit', stereo(1, 32, (view, at) => view.setInt32(at, 0x40000000, true))],
    ['32 bit float', stereo(3, 32, (view, at) => view.setFloat32(at, 0.5, true))],
    ['64 bit float', stereo(3, 64, (view, at) => view.setFloat64(at, 0.5, true))],
    ['extensible 16 bit', stereo(1, 16, (view, at) => view.setInt16(at, 0x4000, true), 24)],
  ])('reads %s and mixes the channels', (_, bytes) => {
    expect(readWav(bytes)).toEqual({ rate: 48_000, samples: Float32Array.of(0.25) });
  });

  test('reads what writeWav wrote, to the sample', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -0x8000, max: 0x7fff })),
        fc.integer({ min: 1, max: 96_000 }),
        (values, rate) => {
          const samples = Float32Array.from(values, (value) => value / 0x8000);
          expect(readWav(writeWav({ rate, samples }))).toEqual({ rate, samples });
        },
      ),
    );
  });

  test('reads the available part of data that claims to be longer', () => {
    const bytes = writeWav({ rate: 8_000, samples: Float32Array.of(0.5, -0.5) });
    bytes.writeUInt32LE(0xffffffff, 40);
    expect(readWav(bytes).samples).toEqual(Float32Array.of(0.5, -0.5));
  });

  test('throws nothing but UnreadableWav for corrupt files', () => {
    const wav = writeWav({ rate: 8_000, samples: new Float32Array(4) });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 43 }),
        fc.integer({ min: 0, max: 255 }),
        fc.nat(52),
        (at, value, length) => {
          const broken = Buffer.from(wav);
          broken[at] = value;
          try {
            readWav(broken.subarray(0, length));
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableWav);
          }
        },
      ),
    );
  });
});

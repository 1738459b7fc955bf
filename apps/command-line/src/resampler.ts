import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { SAMPLE_RATE } from '@workspace/speech/provider';

/**
 * Resamples mono samples from -1 to 1 at `inputRate` to PCM16 at `SAMPLE_RATE`: exactly
 * `length × SAMPLE_RATE / inputRate` samples, rounded, in pieces that follow the blocks. Audio already at `SAMPLE_RATE`
 * is only rounded.
 */
export async function* resample(blocks: AsyncIterable<Float32Array>, inputRate: number): AsyncGenerator<Int16Array> {
  if (inputRate === SAMPLE_RATE) {
    for await (const block of blocks) yield toPcm16(block);
    return;
  }
  const converter = await libsamplerate.create(1, inputRate, SAMPLE_RATE, {
    converterType: libsamplerate.ConverterType.SRC_SINC_BEST_QUALITY,
  });
  try {
    let taken = 0;
    let given = 0;
    for await (const block of blocks) {
      const resampled = converter.full(block);
      taken += block.length;
      given += resampled.length;
      yield toPcm16(resampled);
    }
    // The filter holds back the last milliseconds until it has seen what follows them.
    const total = Math.round((taken * SAMPLE_RATE) / inputRate);
    const silence = new Float32Array(Math.ceil(inputRate / 100));
    while (given < total) {
      const resampled = converter.full(silence).subarray(0, total - given);
      given += resampled.length;
      yield toPcm16(resampled);
    }
  } finally {
    converter.destroy();
  }
}

/** Rounds samples from -1 to 1 to 16 bits. Louder ones are clipped. */
function toPcm16(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i += 1) {
    pcm[i] = Math.max(-0x8000, Math.min(0x7fff, Math.round(samples[i]! * 0x8000)));
  }
  return pcm;
}

import { givesTrackSound } from '@workspace/browser-sound/track-sound';

/** A WebAssembly module with a SIMD instruction (`i8x16.popcnt`), which the runtime needs. */
const WITH_VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

/** Whether this browser can record and recognize speech in a page. */
export function understandsSpeech(): boolean {
  const hears =
    navigator.mediaDevices?.getUserMedia !== undefined && (givesTrackSound() || 'AudioWorkletNode' in globalThis);
  const computes =
    'Worker' in globalThis && typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.from(WITH_VECTORS));
  return hears && computes && 'withResolvers' in Promise && 'groupBy' in Map;
}

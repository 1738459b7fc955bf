/** The name of the processor that `serveSoundWorklet` registers. */
export const SOUND_WORKLET = 'microphone-sound';

/** A chunk of sound from the worklet: mono, with the context's time at its end. */
export interface WorkletPiece {
  samples: Float32Array;
  seconds: number;
}

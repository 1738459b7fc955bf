import type { Cue } from '../../ipc/microphone-messages.ts';

/** A tone that glides from one pitch to another. */
export interface Tone {
  startMs: number;
  durationMs: number;
  fromHertz: number;
  toHertz: number;
}

/** Distinguishable by direction; all end before the user starts speaking. */
export const CUES: Record<Cue, readonly Tone[]> = {
  start: [
    { startMs: 0, durationMs: 60, fromHertz: 587, toHertz: 622 },
    { startMs: 45, durationMs: 90, fromHertz: 880, toHertz: 880 },
  ],
  stop: [
    { startMs: 0, durationMs: 60, fromHertz: 880, toHertz: 831 },
    { startMs: 45, durationMs: 90, fromHertz: 587, toHertz: 587 },
  ],
  error: [
    { startMs: 0, durationMs: 60, fromHertz: 220, toHertz: 208 },
    { startMs: 75, durationMs: 70, fromHertz: 208, toHertz: 196 },
  ],
};

/** Relative to full scale: audible, but too quiet for the microphone to pick up. */
const LOUDNESS = 0.06;
const ATTACK_SECONDS = 0.006;

/** Plays cues, one at a time. The sound device is only in use meanwhile. */
export class CuePlayer {
  /**
   * Created immediately: the first one starts the browser's audio process, which the first recording would have to wait
   * for.
   */
  readonly #context = new AudioContext({ latencyHint: 'interactive' });
  #playing: OscillatorNode[] = [];

  constructor() {
    void this.#context.suspend();
  }

  /** Plays a cue, stopping any that is still playing. Resolves with whether it played to its end. */
  async play(cue: Cue): Promise<boolean> {
    const context = this.#context;
    for (const tone of this.#playing) tone.stop();
    const resumed = context.resume();
    const tones = CUES[cue].map((tone) => schedule(context, tone));
    this.#playing = tones;
    await Promise.all([resumed, ...tones.map(hasEnded)]);
    if (this.#playing !== tones) return false;
    // Sound that has left the page is still on its way: for long with Bluetooth.
    await new Promise((resolve) => setTimeout(resolve, context.outputLatency * 1_000));
    if (this.#playing !== tones) return false;
    await context.suspend();
    return true;
  }
}

function schedule(context: AudioContext, { startMs, durationMs, fromHertz, toHertz }: Tone): OscillatorNode {
  const start = context.currentTime + startMs / 1_000;
  const end = start + durationMs / 1_000;
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: fromHertz });
  oscillator.frequency.setValueAtTime(fromHertz, start);
  oscillator.frequency.linearRampToValueAtTime(toHertz, end);
  // Fades in and out to avoid clicks.
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + ATTACK_SECONDS);
  volume.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end);
  return oscillator;
}

function hasEnded(oscillator: OscillatorNode): Promise<void> {
  return new Promise((resolve) => {
    oscillator.onended = () => resolve();
  });
}

import type { AudioGraph, SampleTap } from '../audio-graph.ts';

interface SimulatedTap {
  media: MediaStream | undefined;
  onSamples(samples: Int16Array): void;
}

/** An `AudioGraph` whose sound the test makes. Samples reach the taps that are connected to a device that is open. */
export class SimulatedGraph implements Pick<AudioGraph, 'addTap' | 'removeTap' | 'keepRunning'> {
  readonly #taps = new Map<SampleTap, SimulatedTap>();
  #kept = 0;

  /** Whether its context has anything to run for. */
  get isRunning(): boolean {
    return this.#taps.size + this.#kept > 0;
  }

  async addTap(onSamples: (samples: Int16Array) => void): Promise<SampleTap> {
    const simulated: SimulatedTap = { media: undefined, onSamples };
    const tap = {
      connect: (media: MediaStream) => {
        simulated.media = media;
      },
    } as unknown as SampleTap;
    this.#taps.set(tap, simulated);
    return tap;
  }

  async removeTap(tap: SampleTap): Promise<void> {
    this.#taps.delete(tap);
  }

  keepRunning(): () => void {
    this.#kept += 1;
    return () => {
      this.#kept -= 1;
    };
  }

  sound(...samples: number[]): void {
    for (const { media, onSamples } of this.#taps.values())
      if (media?.getAudioTracks()[0]?.readyState === 'live') onSamples(Int16Array.from(samples));
  }
}

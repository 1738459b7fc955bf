import type { CaptureDependencies } from '../capture-stream.ts';

/** Taps whose sound comes from the test. It reaches taps on live tracks. */
export class FakeTaps implements Pick<CaptureDependencies, 'tap'> {
  readonly #taps = new Set<{ track: MediaStreamTrack; onSamples(samples: Int16Array): void }>();

  /** Whether anybody listens. */
  get areInUse(): boolean {
    return this.#taps.size > 0;
  }

  tap: CaptureDependencies['tap'] = (track, onSamples) => {
    const tap = { track, onSamples };
    this.#taps.add(tap);
    return {
      catchUp: async () => {},
      end: async () => {
        this.#taps.delete(tap);
      },
    };
  };

  sound(...samples: number[]): void {
    for (const { track, onSamples } of this.#taps) if (track.readyState === 'live') onSamples(Int16Array.from(samples));
  }
}

/** Mirrors `powerSaveBlocker`: each start is one more, and goes on until it is stopped by its number. */
export class SimulatedPowerSaveBlocker {
  /** What is blocked at the moment, by number. */
  readonly started = new Map<number, string>();
  #count = 0;

  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    this.#count += 1;
    this.started.set(this.#count, type);
    return this.#count;
  }

  stop(id: number): boolean {
    return this.started.delete(id);
  }
}

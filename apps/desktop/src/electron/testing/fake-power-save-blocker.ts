/** Mirrors `powerSaveBlocker`. What is quoted by a name is `PowerSaveBlocker` in electron.d.ts. */
export class FakePowerSaveBlocker {
  /** What is blocked at the moment, by number. */
  readonly started = new Map<number, string>();
  #count = 0;

  /**
   * `start`: each is one more, with an integer of its own. That the first one is 0: Electron's source,
   * `shell/browser/api/electron_api_power_save_blocker.cc`.
   */
  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    const id = this.#count;
    this.#count += 1;
    this.started.set(id, type);
    return id;
  }

  /** `stop`: returns whether there was one of that number. */
  stop(id: number): boolean {
    return this.started.delete(id);
  }
}

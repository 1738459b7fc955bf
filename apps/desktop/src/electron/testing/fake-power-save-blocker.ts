/** Mirrors `powerSaveBlocker`. Names in backticks cite `PowerSaveBlocker` in electron.d.ts. */
export class FakePowerSaveBlocker {
  /** Active blockers, by id. */
  readonly started = new Map<number, string>();
  #count = 0;

  /**
   * `start`: each call adds one, with its own integer id. That the first is 0: Electron's source,
   * `shell/browser/api/electron_api_power_save_blocker.cc`.
   */
  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    const id = this.#count;
    this.#count += 1;
    this.started.set(id, type);
    return id;
  }

  /** `stop`: returns whether there was one with that id. */
  stop(id: number): boolean {
    return this.started.delete(id);
  }
}

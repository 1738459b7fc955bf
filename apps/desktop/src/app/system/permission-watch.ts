import type { Clock } from '@workspace/speech/clock';
import type { Permission } from '../../ipc/system-messages.ts';
import type { Permissions } from '../platform.ts';

/** How often the system is asked while a window shows that something is missing, which the user may be changing. */
const LOOK_MS = 2_000;

export interface PermissionWatchDependencies {
  clock: Clock;
  permissions: Permissions;
  onChange(): void;
}

/** What the system allows, kept up to date while a window shows it. */
export class PermissionWatch {
  readonly #dependencies: PermissionWatchDependencies;
  #list: Permission[] = [];
  #isOpen = false;
  #looking: Promise<void> | undefined;
  #stopWaiting: () => void = () => {};

  constructor(dependencies: PermissionWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** As it was last seen; empty before. */
  get list(): readonly Permission[] {
    return this.#list;
  }

  /** A window shows it from now on. */
  open(): void {
    this.#isOpen = true;
    void this.look();
  }

  close(): void {
    this.#isOpen = false;
    this.#stopWaiting();
  }

  /** Asks the user for a permission, or opens the settings where it is given. */
  async request(id: string): Promise<void> {
    try {
      await this.#dependencies.permissions.request(id);
    } catch {
      // The list still says that it is missing, and what to do.
    }
    await this.look();
  }

  /** Asks for the first permission that is missing and can be asked for. Answers whether there is one. */
  async requestMissing(): Promise<boolean> {
    await this.look();
    const missing = this.#list.find(({ granted, canRequest }) => !granted && canRequest);
    if (missing) await this.request(missing.id);
    return missing !== undefined;
  }

  /** Whether a permission is missing and can be asked for. */
  canAskFor(permission: string): boolean {
    return this.#list.some(({ id, granted, canRequest }) => id === permission && !granted && canRequest);
  }

  /** Asks the system again if something was missing, or nothing is known yet. */
  lookForMissing(): void {
    if (this.#list.length === 0 || this.#isIncomplete) void this.look();
  }

  /** Asks the system. Never rejects. */
  async look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { clock, permissions, onChange } = this.#dependencies;
    this.#stopWaiting();
    try {
      this.#list = await permissions.check();
      onChange();
    } catch {
      // As it was last seen.
    }
    if (this.#isOpen && this.#isIncomplete) this.#stopWaiting = clock.schedule(LOOK_MS, () => void this.look());
  }

  get #isIncomplete(): boolean {
    return this.#list.some(({ granted }) => !granted);
  }
}

import type { Clock } from '@workspace/speech/clock';
import type { Permission } from '../../ipc/system-messages.ts';
import type { Permissions } from '../platform.ts';

/** How often to ask the system while a window shows a missing permission, which the user may be granting. */
const LOOK_MS = 2_000;

export interface PermissionWatchDependencies {
  clock: Clock;
  permissions: Permissions;
  onChange(): void;
}

/** The system's permissions, kept up to date while a window shows them. */
export class PermissionWatch {
  readonly #dependencies: PermissionWatchDependencies;
  #list: Permission[] = [];
  #isOpen = false;
  #looking: Promise<void> | undefined;
  #stopWaiting: () => void = () => {};

  constructor(dependencies: PermissionWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** As last seen; empty before that. */
  get list(): readonly Permission[] {
    return this.#list;
  }

  /** Keeps the permissions up to date from now on, because a window shows them. */
  open(): void {
    this.#isOpen = true;
    void this.look();
  }

  close(): void {
    this.#isOpen = false;
    this.#stopWaiting();
  }

  /** Requests a permission, or opens the settings where it is granted. */
  async request(id: string): Promise<void> {
    try {
      await this.#dependencies.permissions.request(id);
    } catch {
      // The list still says that it's missing, and what to do.
    }
    await this.look();
  }

  /** Requests the first missing permission that can be requested. Resolves with whether there is one. */
  async requestMissing(): Promise<boolean> {
    await this.look();
    const missing = this.#list.find(({ granted, canRequest }) => !granted && canRequest);
    if (missing) await this.request(missing.id);
    return missing !== undefined;
  }

  /** Returns whether a permission is missing and can be requested. */
  canAskFor(permission: string): boolean {
    return this.#list.some(({ id, granted, canRequest }) => id === permission && !granted && canRequest);
  }

  /** Asks the system again if something was missing, or if nothing is known yet. */
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
      // Keep what was last seen.
    }
    if (this.#isOpen && this.#isIncomplete) this.#stopWaiting = clock.schedule(LOOK_MS, () => void this.look());
  }

  get #isIncomplete(): boolean {
    return this.#list.some(({ granted }) => !granted);
  }
}

import type * as Electron from 'electron';
import type { MacApplications } from '../macos/mac.ts';

/** AppKit/NSWorkspace.h: another program has come to the front. */
const ACTIVATED = 'NSWorkspaceDidActivateApplicationNotification';

export interface FocusReturnPorts {
  systemPreferences: Pick<
    Electron.SystemPreferences,
    'subscribeWorkspaceNotification' | 'unsubscribeWorkspaceNotification'
  >;
  applications: MacApplications;
}

/** Remembers which other program was last in front, and brings it back. */
export class FocusReturn {
  readonly #ports: FocusReturnPorts;
  readonly #subscription: number;
  #former: number | undefined;

  constructor(ports: FocusReturnPorts) {
    this.#ports = ports;
    this.#former = ports.applications.front;
    this.#subscription = ports.systemPreferences.subscribeWorkspaceNotification(ACTIVATED, () => {
      this.#former = ports.applications.front ?? this.#former;
    });
  }

  giveBack(): void {
    if (this.#former !== undefined) this.#ports.applications.activate(this.#former);
  }

  close(): void {
    this.#ports.systemPreferences.unsubscribeWorkspaceNotification(this.#subscription);
  }
}

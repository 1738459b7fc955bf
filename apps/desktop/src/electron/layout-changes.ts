import type * as Electron from 'electron';

/** `kTISNotifySelectedKeyboardInputSourceChanged`, from `HIToolbox/TextInputSources.h`, sent to every process. */
const CHANGED = 'com.apple.Carbon.TISNotifySelectedKeyboardInputSourceChanged';

/** Reports each change of the keyboard layout or input method. */
export class LayoutChanges {
  readonly #systemPreferences: Pick<Electron.SystemPreferences, 'subscribeNotification' | 'unsubscribeNotification'>;
  readonly #subscriptions: number[] = [];

  constructor(
    systemPreferences: Pick<Electron.SystemPreferences, 'subscribeNotification' | 'unsubscribeNotification'>,
  ) {
    this.#systemPreferences = systemPreferences;
  }

  onChange(listener: () => void): void {
    this.#subscriptions.push(this.#systemPreferences.subscribeNotification(CHANGED, () => listener()));
  }

  close(): void {
    for (const id of this.#subscriptions.splice(0)) this.#systemPreferences.unsubscribeNotification(id);
  }
}

import type { EngineView } from '@workspace/dictation/engine';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { OpenedDevice } from './window-microphone.ts';

/** The message about the open device; undefined if it is simply the one that was asked for. */
export type DeviceWarning = { tone: 'warning' | 'remark'; text: string } | undefined;

/**
 * Returns the warning about a device that was opened; undefined if it needs none.
 *
 * @param chosen The name of the device the user has chosen, if any.
 */
export function openedWarning({ label, reason }: OpenedDevice, chosen: string | undefined): DeviceWarning {
  switch (reason) {
    case 'asked-for':
      return undefined;
    case 'fallback':
      return {
        tone: 'warning',
        text: `${chosen || 'The chosen microphone'} isn’t connected. Listening to ${label || 'another one'}.`,
      };
    case 'built-in-with-bluetooth':
      return {
        tone: 'remark',
        text: 'Using the built-in microphone, so your headset keeps its full sound.',
      };
  }
}

/** Returns the warning about a device that delivers nothing but zeros. */
export function silenceWarning({ reason }: OpenedDevice): string {
  return reason === 'built-in-with-bluetooth'
    ? 'No sound at all from the built-in microphone. Open the lid, or choose another one in Settings.'
    : 'No sound at all from the microphone. Check that it isn’t muted.';
}

export interface MicrophoneWarningsDependencies {
  hud: Pick<HudPresenter, 'warn' | 'remark'>;
  /** The name of the device the user has chosen, if any. */
  chosen(): string | undefined;
}

/** Shows in the HUD which device is used, once the dictation appears there. */
export class MicrophoneWarnings {
  readonly #dependencies: MicrophoneWarningsDependencies;
  #isDictating = false;
  /** A device that was opened before the dictation was shown. */
  #untold: OpenedDevice | undefined;

  constructor(dependencies: MicrophoneWarningsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Handles a key press: a device opened for an earlier press no longer matters. */
  handlePress(): void {
    this.#untold = undefined;
  }

  handleOpened(device: OpenedDevice): void {
    if (this.#isDictating) this.#warn(device);
    else this.#untold = device;
  }

  handleSilence(device: OpenedDevice): void {
    this.#dependencies.hud.warn(silenceWarning(device));
  }

  /** Call after notifying the HUD: it takes warnings only while it knows of a live dictation. */
  handleChange({ capture }: EngineView): void {
    this.#isDictating = capture !== 'idle';
    if (!this.#isDictating || !this.#untold) return;
    const device = this.#untold;
    this.#untold = undefined;
    this.#warn(device);
  }

  #warn(device: OpenedDevice): void {
    const { hud, chosen } = this.#dependencies;
    const warning = openedWarning(device, chosen());
    if (warning?.tone === 'warning') hud.warn(warning.text);
    else if (warning) hud.remark(warning.text);
  }
}

import { PRODUCT_NAME } from '@workspace/contract/brand';
import type * as Electron from 'electron';
import type { Permissions } from '../app/platform.ts';
import type { Permission } from '../ipc/system-messages.ts';
import type { MacAccessibility, MacPasteboard } from '../macos/mac.ts';

/** Lists in System Settings. The addresses work since macOS 12; the pasteboard's list exists since 15.4. */
const MICROPHONE_LIST = 'x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone';
const ACCESSIBILITY_LIST = 'x-apple.systempreferences:com.apple.preference.security?Privacy_Accessibility';
const PASTEBOARD_LIST = 'x-apple.systempreferences:com.apple.preference.security?Privacy_Pasteboard';

/** In the app's defaults: whether Accessibility was ever granted. Like the system's own list, it survives updates. */
const WAS_GRANTED = 'AccessibilityWasGranted';

type MicrophoneStatus = ReturnType<Electron.SystemPreferences['getMediaAccessStatus']>;

const MICROPHONE_MESSAGES: Record<MicrophoneStatus, string> = {
  granted: `${PRODUCT_NAME} listens only while you dictate or test the microphone.`,
  'not-determined': `${PRODUCT_NAME} needs it to hear you. macOS asks you once.`,
  denied: `${PRODUCT_NAME} can’t hear you. Turn it on in System Settings under Privacy & Security > Microphone. If macOS asks, let ${PRODUCT_NAME} quit and reopen.`,
  restricted: 'A profile or Screen Time prevents it on this Mac. Ask whoever manages this Mac.',
  unknown: `macOS doesn’t say whether ${PRODUCT_NAME} may use it. Check in System Settings under Privacy & Security > Microphone.`,
};

const ACCESSIBILITY_MESSAGES = {
  granted: `${PRODUCT_NAME} can type for you, and stops listening the moment you let go of the key.`,
  /** Some program has Secure Input on. */
  secure:
    'Right now another app is protecting what you type, such as a password. A dictation may end only when you let go of the modifier keys, and its text may wait on the clipboard. Close password prompts, and turn off Secure Keyboard Entry in your terminal.',
  missing: `${PRODUCT_NAME} needs it to type for you. In macOS 27 or later, it’s called Device Control and Data Access. Without it, your text waits on the clipboard, and a dictation ends when you let go of the modifier keys.`,
  /** After an update the list still shows the app as allowed, but means the previous version. */
  stale: `You allowed it before, but macOS doesn’t apply that to this version. In System Settings under Privacy & Security > Accessibility (Device Control and Data Access in macOS 27 or later), select ${PRODUCT_NAME}, remove it with the − button, then add it again with +.`,
} as const;

const PASTEBOARD_MESSAGES = {
  allowed: 'Whatever you copied before a dictation is back on the clipboard afterwards.',
  refused: `${PRODUCT_NAME} needs it to restore what you copied before a dictation. Without it, that’s lost. Allow it in System Settings under Privacy & Security > Paste from Other Apps. If macOS asks, let ${PRODUCT_NAME} quit and reopen.`,
} as const;

export interface MacPermissionsPorts {
  systemPreferences: Pick<
    Electron.SystemPreferences,
    'getMediaAccessStatus' | 'askForMediaAccess' | 'isTrustedAccessibilityClient' | 'getUserDefault' | 'setUserDefault'
  >;
  shell: Pick<Electron.Shell, 'openExternal'>;
  accessibility: MacAccessibility;
  pasteboard: MacPasteboard;
}

/**
 * What macOS must allow: the microphone, Accessibility and, if macOS asks for it, reading the pasteboard. The user
 * isn't prompted before `request`.
 */
export class MacPermissions implements Permissions {
  readonly #ports: MacPermissionsPorts;
  #hasAskedForAccessibility = false;

  constructor(ports: MacPermissionsPorts) {
    this.#ports = ports;
  }

  async check(): Promise<Permission[]> {
    return [this.#microphone(), this.#accessibility(), ...this.#pasteboard()];
  }

  async request(id: string): Promise<void> {
    if (id === 'microphone') await this.#requestMicrophone();
    if (id === 'accessibility') await this.#requestAccessibility();
    if (id === 'pasteboard') await this.#requestPasteboard();
  }

  #microphone(): Permission {
    const status = this.#ports.systemPreferences.getMediaAccessStatus('microphone');
    return {
      id: 'microphone',
      title: 'Microphone',
      granted: status === 'granted',
      detail: MICROPHONE_MESSAGES[status],
      canRequest: status !== 'granted' && status !== 'restricted',
    };
  }

  #accessibility(): Permission {
    const { accessibility, systemPreferences } = this.#ports;
    const granted = accessibility.isTrusted();
    if (granted && !this.#wasGranted) systemPreferences.setUserDefault(WAS_GRANTED, 'boolean', true);
    const { granted: allowed, secure, missing, stale } = ACCESSIBILITY_MESSAGES;
    const remark = accessibility.isSecureInputOn() ? ` ${secure}` : '';
    return {
      id: 'accessibility',
      title: 'Accessibility',
      granted,
      detail: granted ? `${allowed}${remark}` : this.#wasGranted ? stale : missing,
      canRequest: !granted,
    };
  }

  /** Empty until the system has asked: before that, the app isn't on its list, and there is nothing to do. */
  #pasteboard(): Permission[] {
    const { access } = this.#ports.pasteboard;
    if (access === 'unasked') return [];
    const granted = access === 'allowed';
    const detail = PASTEBOARD_MESSAGES[access];
    return [{ id: 'pasteboard', title: 'Paste from Other Apps', granted, detail, canRequest: !granted }];
  }

  get #wasGranted(): boolean {
    return this.#ports.systemPreferences.getUserDefault(WAS_GRANTED, 'boolean');
  }

  async #requestMicrophone(): Promise<void> {
    const { systemPreferences, shell } = this.#ports;
    const status = systemPreferences.getMediaAccessStatus('microphone');
    if (status === 'granted' || status === 'restricted') return;
    // Asked again, macOS would repeat the earlier answer without a prompt.
    if (status === 'not-determined') await systemPreferences.askForMediaAccess('microphone');
    else await shell.openExternal(MICROPHONE_LIST);
  }

  async #requestAccessibility(): Promise<void> {
    const { systemPreferences, shell, accessibility } = this.#ports;
    if (accessibility.isTrusted()) return;
    // The system's prompt puts the app on the list. One is enough; if the entry is stale, it would only mislead.
    const isFirst = !this.#hasAskedForAccessibility && !this.#wasGranted;
    this.#hasAskedForAccessibility = true;
    if (isFirst) systemPreferences.isTrustedAccessibilityClient(true);
    else await shell.openExternal(ACCESSIBILITY_LIST);
  }

  async #requestPasteboard(): Promise<void> {
    const { shell, pasteboard } = this.#ports;
    if (pasteboard.access === 'refused') await shell.openExternal(PASTEBOARD_LIST);
  }
}

import type * as Electron from 'electron';
import type { MacAccessibility, PasteboardAccess } from '../../macos/mac.ts';
import type { MacPermissionsPorts } from '../mac-permissions.ts';

type SubscribingPreferences = Pick<
  Electron.SystemPreferences,
  | 'subscribeNotification'
  | 'unsubscribeNotification'
  | 'subscribeWorkspaceNotification'
  | 'unsubscribeWorkspaceNotification'
>;
type MicrophoneStatus = ReturnType<MacPermissionsPorts['systemPreferences']['getMediaAccessStatus']>;

/**
 * Mirrors what macOS allows an app, its prompts, and its settings; tests decide as the user would. Names in backticks
 * cite `SystemPreferences` in electron.d.ts.
 */
export class FakePrivacySettings implements MacAccessibility {
  microphone: MicrophoneStatus = 'not-determined';
  /** The user's answer to the microphone prompt. */
  microphoneAnswer = true;
  isAccessibilityGranted = false;
  isSecure = false;
  readonly pasteboard = { access: 'unasked' as PasteboardAccess };
  /** What the user was asked and shown. */
  readonly shown: string[] = [];
  /** `NSUserDefaults`, which survive restarts. */
  readonly defaults = new Map<string, unknown>();

  /** Subscriptions to the system's notifications, by id. */
  readonly #subscriptions = new Map<number, [name: string, listener: () => void]>();

  #lastSubscription = 0;

  /** How many subscriptions are still active. */
  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  /** Sends a notification of the system to all programs: `NSDistributedNotificationCenter`. */
  notify(name: string): void {
    for (const [subscribed, listener] of [...this.#subscriptions.values()]) if (subscribed === name) listener();
  }

  get ports(): MacPermissionsPorts & { systemPreferences: SubscribingPreferences } {
    return {
      systemPreferences: {
        // `subscribeNotification`: returns an id, with which to unsubscribe.
        subscribeNotification: (name, listener) => this.#subscribe(name, listener),
        unsubscribeNotification: (id) => void this.#subscriptions.delete(id),
        // `subscribeWorkspaceNotification`: the same for `NSWorkspace`'s notifications, whose names differ.
        subscribeWorkspaceNotification: (name, listener) => this.#subscribe(name, listener),
        unsubscribeWorkspaceNotification: (id) => void this.#subscriptions.delete(id),
        // `getMediaAccessStatus`: one of five strings.
        getMediaAccessStatus: () => this.microphone,
        // `askForMediaAccess`: prompts once; later it resolves with the earlier decision, without a prompt.
        askForMediaAccess: async () => {
          if (this.microphone === 'not-determined') {
            this.shown.push('question: microphone');
            this.microphone = this.microphoneAnswer ? 'granted' : 'denied';
          }
          return this.microphone === 'granted';
        },
        // `isTrustedAccessibilityClient`: prompts if it is told to and the app isn't trusted. It returns without
        // waiting for the user: HIServices/AXUIElement.h, `AXIsProcessTrustedWithOptions`.
        isTrustedAccessibilityClient: (prompt) => {
          if (prompt && !this.isAccessibilityGranted) this.shown.push('question: accessibility');
          return this.isAccessibilityGranted;
        },
        // False for a key that was never set: developer.apple.com/documentation/foundation/userdefaults/bool(forkey:).
        getUserDefault: ((key: string) => this.defaults.get(key) ?? false) as never,
        // `setUserDefault`: throws if the value is of another type. Only booleans are modeled.
        setUserDefault: (key, type, value) => {
          if (typeof value !== type) throw new TypeError(`Unable to convert value to: ${type}`);
          this.defaults.set(key, value);
        },
      },
      shell: { openExternal: async (url) => void this.shown.push(url) },
      accessibility: this,
      pasteboard: this.pasteboard,
    };
  }

  #subscribe(
    name: string | null,
    listener: (event: string, userInfo: Record<string, unknown>, object: string) => void,
  ) {
    this.#lastSubscription += 1;
    this.#subscriptions.set(this.#lastSubscription, [String(name), () => listener(String(name), {}, '')]);
    return this.#lastSubscription;
  }

  /** HIServices/AXUIElement.h, `AXIsProcessTrusted`. */
  isTrusted(): boolean {
    return this.isAccessibilityGranted;
  }

  /** HIToolbox/CarbonEventsCore.h, `IsSecureEventInputEnabled`: whichever program has it on. */
  isSecureInputOn(): boolean {
    return this.isSecure;
  }
}

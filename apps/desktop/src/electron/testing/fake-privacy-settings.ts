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
 * Mirrors what macOS allows an app, its questions, and its settings; a test decides as the user would. What is quoted by a
 * name is `SystemPreferences` in electron.d.ts.
 */
export class FakePrivacySettings implements MacAccessibility {
  microphone: MicrophoneStatus = 'not-determined';
  /** What the user answers to the question for the microphone. */
  microphoneAnswer = true;
  isAccessibilityGranted = false;
  isSecure = false;
  readonly pasteboard = { access: 'unasked' as PasteboardAccess };
  /** What the user was asked and shown. */
  readonly shown: string[] = [];
  /** `NSUserDefaults`, which stay over restarts. */
  readonly defaults = new Map<string, unknown>();

  /** Who listens for which notification of the system. */
  readonly #subscriptions = new Map<number, [name: string, listener: () => void]>();

  #lastSubscription = 0;

  /** How many notifications somebody still listens for. */
  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  /** The system notifies all programs: `NSDistributedNotificationCenter`. */
  notify(name: string): void {
    for (const [subscribed, listener] of [...this.#subscriptions.values()]) if (subscribed === name) listener();
  }

  get ports(): MacPermissionsPorts & { systemPreferences: SubscribingPreferences } {
    return {
      systemPreferences: {
        // `subscribeNotification`: gives an id, by which it is given back.
        subscribeNotification: (name, listener) => this.#subscribe(name, listener),
        unsubscribeNotification: (id) => void this.#subscriptions.delete(id),
        // `subscribeWorkspaceNotification`: the same for those of `NSWorkspace`, whose names are others.
        subscribeWorkspaceNotification: (name, listener) => this.#subscribe(name, listener),
        unsubscribeWorkspaceNotification: (id) => void this.#subscriptions.delete(id),
        // `getMediaAccessStatus`: one of the five words.
        getMediaAccessStatus: () => this.microphone,
        // `askForMediaAccess`: asks once; later it resolves with what was decided, without a question.
        askForMediaAccess: async () => {
          if (this.microphone === 'not-determined') {
            this.shown.push('question: microphone');
            this.microphone = this.microphoneAnswer ? 'granted' : 'denied';
          }
          return this.microphone === 'granted';
        },
        // `isTrustedAccessibilityClient`: asks if it should and the app isn't trusted. The answer doesn't wait for the
        // user: HIServices/AXUIElement.h, `AXIsProcessTrustedWithOptions`.
        isTrustedAccessibilityClient: (prompt) => {
          if (prompt && !this.isAccessibilityGranted) this.shown.push('question: accessibility');
          return this.isAccessibilityGranted;
        },
        // False for a key that was never set: developer.apple.com/documentation/foundation/userdefaults/bool(forkey:).
        getUserDefault: ((key: string) => this.defaults.get(key) ?? false) as never,
        // `setUserDefault`: throws if the value is of another type. Only booleans are played.
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

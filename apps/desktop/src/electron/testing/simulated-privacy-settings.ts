import type { MacAccessibility, PasteboardAccess } from '../../macos/mac.ts';
import type { MacPermissionsPorts } from '../mac-permissions.ts';

type MicrophoneStatus = ReturnType<MacPermissionsPorts['systemPreferences']['getMediaAccessStatus']>;

/** Mirrors what macOS allows an app, its questions, and its settings; a test decides as the user would. */
export class SimulatedPrivacySettings implements MacAccessibility {
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

  get ports(): MacPermissionsPorts {
    return {
      systemPreferences: {
        getMediaAccessStatus: () => this.microphone,
        askForMediaAccess: async () => {
          if (this.microphone === 'not-determined') {
            this.shown.push('question: microphone');
            this.microphone = this.microphoneAnswer ? 'granted' : 'denied';
          }
          return this.microphone === 'granted';
        },
        isTrustedAccessibilityClient: (prompt) => {
          if (prompt && !this.isAccessibilityGranted) this.shown.push('question: accessibility');
          return this.isAccessibilityGranted;
        },
        // As for every key that was never set.
        getUserDefault: ((key: string) => this.defaults.get(key) ?? false) as never,
        setUserDefault: (key, _type, value) => void this.defaults.set(key, value),
      },
      shell: { openExternal: async (url) => void this.shown.push(url) },
      accessibility: this,
      pasteboard: this.pasteboard,
    };
  }

  isTrusted(): boolean {
    return this.isAccessibilityGranted;
  }

  isSecureInputOn(): boolean {
    return this.isSecure;
  }
}

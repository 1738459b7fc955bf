import type { Inserter, SelectionEditor } from '@workspace/dictation/ports';
import type { SoundOutput } from '../app/platform.ts';
import type { Chord, LoneKey } from '../ipc/chord.ts';

/** What has the focus in the app's own windows; `none` if it takes no text, or nothing has it. */
export type OwnField = 'text' | 'secure' | 'none';

/** What the app needs from macOS beyond what Electron offers. `openMac` (open-mac.ts) opens the real one. */
export interface Mac {
  readonly keyboard: MacKeyboard;
  readonly accessibility: MacAccessibility;
  readonly eventTap: MacEventTap;
  readonly pasteboard: MacPasteboard;
  readonly applications: MacApplications;
  readonly inserter: Inserter & SelectionEditor;
  readonly soundOutput: SoundOutput;
  /** Stops the event tap. Resolves once the pasteboard is the user's again. */
  close(): Promise<void>;
}

/** The keyboard's actual state at the moment of the call; cheap enough to read every 8 ms. */
export interface MacKeyboard {
  /** Whether the chord's key is down, wherever the current layout has it. Unreliable without Accessibility. */
  isKeyDown(chord: Chord): boolean;
  /**
   * Returns what an American keyboard types, without Shift, at the place where the current layout has a chord's key
   * while Command is held; letters in upper case, punctuation as is. The key itself if it is named by a word, or the
   * layout lacks it; undefined if an American keyboard has no key at that place.
   */
  americanKey(key: string): string | undefined;
  /** Returns the letters and digits of chords by their places (`KeyboardEvent.code`) in the current layout. */
  keyNames(): Readonly<Record<string, string>>;
  /** Which of the four modifiers are down; needs no permission. */
  modifiers(): Readonly<Record<'command' | 'shift' | 'option' | 'control', boolean>>;
}

/** An event of a key or button, as far as it matters to lone keys; never which letter was typed. */
export type TappedEvent =
  /** A modifier or Fn went down or up; `key` only if it is a lone key. */
  | { type: 'modifier'; key: LoneKey | undefined; isDown: boolean }
  | { type: 'button'; key: LoneKey | undefined; isDown: boolean }
  /** A key or the wheel. */
  | { type: 'other' };

/** The stream of events on its way to programs. Needs only Accessibility. */
export interface MacEventTap {
  /**
   * Starts listening, in place of whatever was listened to before. `onEvent` returns whether the event is withheld from
   * programs. Returns whether the system allows listening.
   */
  open(keys: readonly LoneKey[], onEvent: (event: TappedEvent) => boolean): boolean;
  close(): void;
  /** Whether a lone key is down, according to the hardware; undefined if unknown. */
  isDown(key: LoneKey): boolean | undefined;
  /** Whether any key or button but this one is down. */
  areOthersDown(key: LoneKey): boolean;
}

export interface MacAccessibility {
  /** Whether the app may use Accessibility. */
  isTrusted(): boolean;
  /** Whether any program has Secure Input on, under which keys can't be watched. */
  isSecureInputOn(): boolean;
}

/**
 * Whether the app may read what other programs put on the pasteboard. `refused`: the system would prompt the user each
 * time, or the user has said no. `unasked`: the system hasn't prompted yet, or never does, as before macOS 15.4.
 */
export type PasteboardAccess = 'allowed' | 'refused' | 'unasked';

/** Other programs, by process id. */
export interface MacApplications {
  /** The one in front; undefined if it is this one, or there is none. */
  readonly front: number | undefined;
  /** Brings a program to the front. Does nothing if it has ended. */
  activate(pid: number): void;
}

export interface MacPasteboard {
  /** Reading it never prompts the user. */
  readonly access: PasteboardAccess;
}

import type { Inserter, SelectionEditor } from '@workspace/dictation/ports';
import type { SoundOutput } from '../app/platform.ts';
import type { Chord, LoneKey } from '../ipc/chord.ts';

/** What has the focus in the app's own windows: `none` if it is nothing that takes text, or not there. */
export type OwnField = 'text' | 'secure' | 'none';

/** What the app needs of macOS beyond what Electron offers. `openMac` (open-mac.ts) gives the real one. */
export interface Mac {
  readonly keyboard: MacKeyboard;
  readonly accessibility: MacAccessibility;
  readonly eventTap: MacEventTap;
  readonly pasteboard: MacPasteboard;
  readonly applications: MacApplications;
  readonly inserter: Inserter & SelectionEditor;
  readonly soundOutput: SoundOutput;
  /** Ends what runs beside the main thread. */
  close(): Promise<void>;
}

/** The keyboard's real state, as the system has it at the moment of the call; cheap enough to be asked every 8 ms. */
export interface MacKeyboard {
  /** Whether the chord's key is down, wherever the current layout has it. Can't be believed without Accessibility. */
  isKeyDown(chord: Chord): boolean;
  /**
   * What an American keyboard types, without Shift, at the place where the current layout has a chord's key while Command
   * is held; letters in upper case, punctuation as it is. The key itself where it is named by a word, or the layout lacks
   * it; undefined if an American keyboard has no key at that place.
   */
  americanKey(key: string): string | undefined;
  /** The letters and digits of chords, by the places (`KeyboardEvent.code`) where the current layout has them. */
  keyNames(): Readonly<Record<string, string>>;
  /** Which of the four modifiers are down; needs no permission. */
  modifiers(): Readonly<Record<'command' | 'shift' | 'option' | 'control', boolean>>;
}

/** What happened to keys and buttons that matters to lone keys; never which letter was typed. */
export type TappedEvent =
  /** A modifier or Fn went down or up; which one, where it is a lone key. */
  | { type: 'modifier'; key: LoneKey | undefined; isDown: boolean }
  | { type: 'button'; key: LoneKey | undefined; isDown: boolean }
  /** A key or the wheel. */
  | { type: 'other' };

/** The stream of events on its way to the programs. Needs Accessibility, and nothing more. */
export interface MacEventTap {
  /**
   * Begins to listen; again for other kinds of keys in place of what was listened to. `onEvent` answers whether the event is
   * kept from the programs. Returns whether the system lets us.
   */
  open(keys: readonly LoneKey[], onEvent: (event: TappedEvent) => boolean): boolean;
  close(): void;
  /** Whether a lone key is down, by the hardware's state; undefined if that isn't known. */
  isDown(key: LoneKey): boolean | undefined;
  /** Whether any key or button but this one is down. */
  areOthersDown(key: LoneKey): boolean;
}

export interface MacAccessibility {
  /** Whether the app may use Accessibility. */
  isTrusted(): boolean;
  /** Whether some program has Secure Input on, under which keys can't be watched. */
  isSecureInputOn(): boolean;
}

/**
 * Whether the app may read what others have put on the pasteboard. `refused`: the system would ask the user each time, or
 * the user has said no. `unasked`: it has not asked yet; or it never does, as before macOS 15.4.
 */
export type PasteboardAccess = 'allowed' | 'refused' | 'unasked';

/** Other programs, by the ids of their processes. */
export interface MacApplications {
  /** The one in front; undefined if it is this one, or there is none. */
  readonly front: number | undefined;
  /** Brings a program to the front. Nothing happens where it has ended. */
  activate(pid: number): void;
}

export interface MacPasteboard {
  /** Telling it asks nothing of the user. */
  readonly access: PasteboardAccess;
}

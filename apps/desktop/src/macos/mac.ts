import type { Inserter } from '@workspace/dictation/ports';
import type { Chord } from '../channel/chord.ts';

/** What the app needs of macOS beyond what Electron offers. `openMac` (open-mac.ts) gives the real one. */
export interface Mac {
  readonly keyboard: MacKeyboard;
  readonly accessibility: MacAccessibility;
  readonly pasteboard: MacPasteboard;
  readonly inserter: Inserter;
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
   * it; undefined where an American keyboard has no key at that place.
   */
  americanKey(key: string): string | undefined;
  /** Which of the four modifiers are down; needs no permission. */
  modifiers(): Readonly<Record<'command' | 'shift' | 'option' | 'control', boolean>>;
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

export interface MacPasteboard {
  /** Telling it asks nothing of the user. */
  readonly access: PasteboardAccess;
}

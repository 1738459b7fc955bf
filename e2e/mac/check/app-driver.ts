import type { MacSystem } from './mac-system.ts';

/** A position on the keyboard whose key is pressed with ⌘ and ⇧, by virtual key code (HIToolbox/Events.h). */
export type KeyPlace = 'qwerty-t' | 'dvorak-t';

export type Layout = 'U.S.' | 'Dvorak' | 'Russian';

/** The packaged app, and the Mac around it. */
export interface AppDriver extends MacSystem {
  start(): Promise<void>;
  /**
   * Whether the app sees keys pressed by a program as held. It reads the hardware's state, which may not include them.
   */
  canHold(): Promise<boolean>;
  /** Presses the hold chord ⌘⇧Space, as a user would. */
  pressHoldChord(): Promise<void>;
  releaseHoldChord(): Promise<void>;
  releaseSpace(): Promise<void>;
  releaseModifiers(): Promise<void>;
  /** Presses and releases ⌘⇧ with a key. */
  pressToggleChord(place: KeyPlace): Promise<void>;
  /** Presses F8, which is set as the app's send key. */
  pressSendKey(): Promise<void>;
  releaseSendKey(): Promise<void>;
  /** Presses ⌘H. */
  hideFront(): Promise<void>;
  /** Starts the app a second time, which opens the settings. */
  openSettings(): Promise<void>;
  /** Presses ⌘W. */
  closeFront(): Promise<void>;
  isInDock(): Promise<boolean>;
  /** The name of the frontmost program. */
  front(): Promise<string>;
  isHudShown(): Promise<boolean>;
  /** The HUD's text, including its details. */
  hudText(): Promise<string>;
  menuBarItems(): Promise<number>;
  /** Opens a page in Safari that focuses a password field, whose text `textIn` reads. */
  openPasswordField(): Promise<void>;
  /** Copies a file, or a picture, as other programs do. */
  copy(what: 'file' | 'picture'): Promise<void>;
  /** The types on the clipboard with their sizes, as AppleScript reports them. */
  clipboardInfo(): Promise<string>;
  clipboardText(): Promise<string>;
  /** Throws `Unseen` if the layout can't be chosen. */
  chooseLayout(layout: Layout): Promise<void>;
  sleepDisplay(): Promise<void>;
  wakeDisplay(): Promise<void>;
  /** Throws `Unseen` if there is no output that can be muted. */
  isOutputMuted(): Promise<boolean>;
  setOutputMuted(isMuted: boolean): Promise<void>;
  crashMicrophone(): Promise<void>;
  /** The number of the app's recognizer processes. */
  recognizers(): Promise<number>;
  killRecognizers(): Promise<void>;
  /** CPU seconds that all of the app's processes have used. */
  processorSeconds(): Promise<number>;
  /** Their sockets that are connected to other hosts. */
  connections(): Promise<string[]>;
  /** What they wrote into the system log in the last 20 minutes. */
  systemLog(): Promise<string>;
  /** Revokes the app's Accessibility permission. Throws `Unseen` if that isn't allowed. */
  forbidAccessibility(): Promise<void>;
  /** Sends SIGTERM. */
  terminate(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** The number of the app's processes. */
  processes(): Promise<number>;
}

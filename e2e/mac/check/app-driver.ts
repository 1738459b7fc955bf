import type { MacSystem } from './mac-system.ts';

/** A place of the keyboard whose key is pressed with ⌘ and ⇧, by its virtual key code (HIToolbox/Events.h). */
export type KeyPlace = 'qwerty-t' | 'dvorak-t';

export type Layout = 'U.S.' | 'Dvorak' | 'Russian';

/** The packaged app, and the Mac round it. */
export interface AppDriver extends MacSystem {
  start(): Promise<void>;
  /**
   * Whether the app sees that keys are held that a program presses. It goes by the hardware's state, in which such keys
   * need not be.
   */
  canHold(): Promise<boolean>;
  /** Keys as if somebody pressed them: those of the hold chord ⌘⇧Space, down and up. */
  pressHoldChord(): Promise<void>;
  releaseHoldChord(): Promise<void>;
  /** Space alone goes up, or the modifiers do. */
  releaseSpace(): Promise<void>;
  releaseModifiers(): Promise<void>;
  /** ⌘⇧ with a key, down and up. */
  pressToggleChord(place: KeyPlace): Promise<void>;
  /** Presses and releases F8, which was set as the app's send key. */
  pressSendKey(): Promise<void>;
  releaseSendKey(): Promise<void>;
  /** ⌘H. */
  hideFront(): Promise<void>;
  /** A second start, which shows the settings. */
  openSettings(): Promise<void>;
  /** ⌘W. */
  closeFront(): Promise<void>;
  isInDock(): Promise<boolean>;
  /** The name of the program in front. */
  front(): Promise<string>;
  isHudShown(): Promise<boolean>;
  /** What the HUD says, with its details. */
  hudText(): Promise<string>;
  menuBarItems(): Promise<number>;
  /** Opens a page in Safari with a password field in front, whose text `textIn` reads. */
  openPasswordField(): Promise<void>;
  /** Copies a file, or a picture, as other programs do. */
  copy(what: 'file' | 'picture'): Promise<void>;
  /** The types on the clipboard with their sizes, as AppleScript reports them. */
  clipboardInfo(): Promise<string>;
  clipboardText(): Promise<string>;
  /** Throws `Unseen` where the layout can't be chosen. */
  chooseLayout(layout: Layout): Promise<void>;
  /** The display goes to sleep, and wakes up. */
  sleepDisplay(): Promise<void>;
  wakeDisplay(): Promise<void>;
  /** Whether the output is muted. Throws `Unseen` where there is none. */
  isOutputMuted(): Promise<boolean>;
  setOutputMuted(isMuted: boolean): Promise<void>;
  crashMicrophone(): Promise<void>;
  /** Processes of the app that recognize, and their end by SIGKILL. */
  recognizers(): Promise<number>;
  killRecognizers(): Promise<void>;
  /** Seconds of the processor that all of the app's processes have taken. */
  processorSeconds(): Promise<number>;
  /** Sockets to elsewhere that they have. */
  connections(): Promise<string[]>;
  /** What they wrote into the system's log in the last hour. */
  systemLog(): Promise<string>;
  /** Takes Accessibility from the app. Throws `Unseen` where that is not wanted. */
  forbidAccessibility(): Promise<void>;
  /** The end as by `kill`, and as by `kill -9`. */
  terminate(): Promise<void>;
  kill(): Promise<void>;
  /** Processes of the app that there are. */
  processes(): Promise<number>;
}

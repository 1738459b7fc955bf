import type { Inserter, SelectionEditor } from '@workspace/dictation/ports';
import type { Chord, ChordAction } from '../ipc/chord.ts';
import type { Command } from '../ipc/commands.ts';
import type { Menu } from '../ipc/menu.ts';
import type { MessageFrom, MessageTo, WindowName } from '../ipc/protocol.ts';
import type { Permission, UpdateState } from '../ipc/system-messages.ts';

/** Access to the desktop: keys, other programs' fields, the clipboard, sound. */
export interface DesktopAccess {
  readonly hotkeys: Hotkeys;
  /** Calls are handled one after another; `insert` also serves "paste last again". */
  readonly inserter: Inserter;
  readonly selections: SelectionEditor;
  readonly clipboard: Clipboard;
  /** undefined if it can't be muted. */
  readonly soundOutput: SoundOutput | undefined;
}

/** What the app itself runs in: its windows and menu, and what the system stores, permits and reports. */
export interface Host {
  readonly windows: Windows;
  readonly menuBar: MenuBar;
  readonly secrets: SecretStore;
  readonly permissions: Permissions;
  readonly power: Power;
  readonly links: Links;
  /** undefined if the app can't update itself. */
  readonly updates: Updates | undefined;
  /** undefined if the app can't be started at login. */
  readonly loginItem: LoginItem | undefined;
}

/** The system the app runs on. The app's logic knows nothing else about where it runs. */
export interface Platform extends DesktopAccess, Host {
  /** Determines how modifiers are named, among other things. */
  readonly os: 'mac' | 'other';
  /** Releases everything taken from the system: grabs, windows, processes. */
  close(): Promise<void>;
}

export type BindOutcome =
  | 'bound'
  /** Another program has it. */
  | 'taken'
  /** The system doesn't allow it while a permission is missing. */
  | 'not-allowed'
  /** The keyboard has no such key. */
  | 'no-such-key';

export interface ChordEvent {
  action: ChordAction;
  /**
   * A press is reported once, however long the keys are held or the system repeats them. `combined`: a held lone key
   * turned out to be part of someone else's combination; its release is still reported.
   */
  type: 'pressed' | 'combined' | 'released';
}

/**
 * Key combinations that work whichever program has the focus, and that no program sees; and lone keys (`LONE_KEYS`):
 * programs still see the modifiers among them, and see everything when a lone key is combined with a key of theirs.
 */
export interface Hotkeys {
  /** Binds an action's chord, replacing its previous one. Unless the outcome is `bound`, the action has none. */
  bind(action: ChordAction, chord: Chord): Promise<BindOutcome>;
  unbind(action: ChordAction): Promise<void>;
  /**
   * Returns whether the action's chord is held down according to the keyboard's real state: its key and all its
   * modifiers. `undefined` if that can't be read.
   */
  isDown(action: ChordAction): Promise<boolean | undefined>;
  onEvent(listener: (event: ChordEvent) => void): void;
  /**
   * Returns the letters and digits of chords by their positions (`KeyboardEvent.code`) in the current layout. Absent if
   * a window can tell on its own which key is pressed with modifiers.
   */
  keyNames?(): Readonly<Record<string, string>>;
  /** Called when `keyNames` may have changed. */
  onKeyNamesChange?(listener: () => void): void;
}

export interface Clipboard {
  /** Replaces the clipboard's content. Rejects if it can't. */
  writeText(text: string): Promise<void>;
}

export interface WindowListener<W extends WindowName> {
  /** The window is open and takes messages. Called again after a reload. */
  onOpen?(): void;
  onMessage(message: MessageFrom<W>): void;
  /** Binary frames from the microphone's window. */
  onFrame?(frame: Uint8Array): void;
  /** The window is gone: closed by the user, or crashed. */
  onClose?(): void;
}

/**
 * The app's windows. None takes the focus on its own, except `settings` and `onboarding` when they are opened. The
 * microphone's window exists from the start, the HUD at the latest when it is first shown; both are reopened if they
 * crash.
 */
export interface Windows {
  /** Opens or raises a window that the user works in. */
  open(window: 'settings' | 'onboarding'): void;
  close(window: 'settings' | 'onboarding'): void;
  /** Brings the HUD to the screen the user works on, above all other windows. It stays there until it is hidden. */
  showHud(): void;
  hideHud(): void;
  /**
   * Sets whether the HUD has anything to click. If not, clicks go through to what's below, where the system supports
   * that.
   */
  setHudClickable(isClickable: boolean): void;
  /** Dropped if the window isn't open. */
  send<W extends WindowName>(window: W, message: MessageTo<W>): void;
  /** At most one listener per window. */
  listen<W extends WindowName>(window: W, listener: WindowListener<W>): void;
}

export type MenuBarState = 'idle' | 'recording' | 'busy' | 'trouble';

/** The menu-bar item. On systems without a menu bar, the settings window shows the menu. */
export interface MenuBar {
  show(state: MenuBarState, menu: Menu): void;
  onChoose(listener: (command: Command) => void): void;
  /** Whether the menu must be in the settings window. */
  readonly isInWindow: boolean;
}

/** Stores keys: encrypted by the system, or in a file that only the user can read. */
export interface SecretStore {
  /** Rejects if the stored secret can't be read. */
  get(name: string): Promise<string | undefined>;
  /** `undefined` removes it. Rejects if it can't be stored. */
  set(name: string, secret: string | undefined): Promise<void>;
}

export interface Permissions {
  /** The permissions the app needs, and whether they are granted. */
  check(): Promise<Permission[]>;
  /**
   * Requests a permission: with the system's prompt if it still prompts, otherwise by opening the place in the system's
   * settings where the user grants it. Resolves once that is done or shown.
   */
  request(id: string): Promise<void>;
}

export interface Power {
  /** The machine is about to sleep or the screen is locked. May be reported only afterwards. */
  onSleep(listener: () => void): void;
  onWake(listener: () => void): void;
  /**
   * While wanted, the system neither throttles the app nor goes to sleep, where that can be prevented; at all other
   * times the app idles like any other.
   */
  keepAwake(isWanted: boolean): void;
}

/** Links: ours, which the system hands to the app, and pages that the user's browser opens. */
export interface Links {
  /**
   * Receives links of the form `saykey://…`, including the one the app was started with, which waits for a listener.
   */
  onLink(listener: (link: string) => void): void;
  /** Opens a page in the user's browser: https, or http on this machine. Rejects if that fails. */
  openPage(url: string): Promise<void>;
}

/** Newer versions of the app. When to check, and when to install, is up to the app. */
export interface Updates {
  readonly state: UpdateState;
  onChange(listener: () => void): void;
  /** Checks for a newer version and downloads it. Never rejects: see `state`. */
  check(): Promise<void>;
  /** Ends the app and starts the newer version. Does nothing if none is ready. */
  install(): void;
}

/** `refused`: the user has turned it off in the system's settings, and it can only be turned back on there. */
export type LoginItemState = 'on' | 'off' | 'refused';

/** Whether the app starts at login. The system stores this, and the user may also change it there. */
export interface LoginItem {
  state(): LoginItemState;
  setEnabled(enabled: boolean): void;
}

/** The sound output. Every call rejects if the system fails. */
export interface SoundOutput {
  /** The current output device, by a persistent name; undefined if there is none. */
  current(): Promise<string | undefined>;
  /** undefined if the device isn't connected, or can't be muted. */
  isMuted(device: string): Promise<boolean | undefined>;
  /** Does nothing if the device isn't connected, or can't be muted. Leaves its volume as it is. */
  setMuted(device: string, isMuted: boolean): Promise<void>;
}

import type { Inserter, SelectionEditor } from '@workspace/dictation/ports';
import type { Chord, ChordAction } from '../ipc/chord.ts';
import type { Command } from '../ipc/commands.ts';
import type { Menu } from '../ipc/menu.ts';
import type { MessageFrom, MessageTo, WindowName } from '../ipc/protocol.ts';
import type { Permission, UpdateState } from '../ipc/system-messages.ts';

/** What touches the desktop: keys, the fields of other programs, the clipboard, sound. */
export interface DesktopAccess {
  readonly hotkeys: Hotkeys;
  /** Calls are handled one after the other; `insert` also serves "paste last again". */
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
  /** undefined if the app isn't kept up to date by itself. */
  readonly updates: Updates | undefined;
  /** undefined if the app can't be started at login. */
  readonly loginItem: LoginItem | undefined;
}

/** The system that the app runs on. The app's logic knows nothing else of where it runs. */
export interface Platform extends DesktopAccess, Host {
  /** How the modifiers are named. */
  readonly os: 'mac' | 'other';
  /** Gives back everything that was taken from the system: grabs, windows, processes. */
  close(): Promise<void>;
}

export type BindOutcome =
  | 'bound'
  /** Another program has it. */
  | 'taken'
  /** The system doesn't allow it as long as a permission is missing. */
  | 'not-allowed'
  /** The keyboard has no such key. */
  | 'no-such-key';

export interface ChordEvent {
  action: ChordAction;
  /**
   * A press comes once, however long the keys are held and whatever the system repeats. `combined`: a lone key that is
   * held is a part of somebody else's combination; its release comes all the same.
   */
  type: 'pressed' | 'combined' | 'released';
}

/**
 * Key combinations that work whatever program has the focus, and that no program sees; and lone keys (`LONE_KEYS`), of which
 * programs see the modifiers, and see everything if they combine them with keys of their own.
 */
export interface Hotkeys {
  /** Binds an action's chord, in place of its former one. With another outcome than `bound` the action has none. */
  bind(action: ChordAction, chord: Chord): Promise<BindOutcome>;
  unbind(action: ChordAction): Promise<void>;
  /**
   * Whether the action's chord is held down, by the keyboard's real state: its key and all its modifiers. `undefined`
   * if that can't be read.
   */
  isDown(action: ChordAction): Promise<boolean | undefined>;
  onEvent(listener: (event: ChordEvent) => void): void;
  /**
   * The letters and digits of chords, by the places (`KeyboardEvent.code`) where the layout in use has them. Absent if
   * a window can see by itself which key is pressed with modifiers.
   */
  keyNames?(): Readonly<Record<string, string>>;
  /** They may be others now. */
  onKeyNamesChange?(listener: () => void): void;
}

export interface Clipboard {
  /** Replaces what is on the clipboard. Rejects if it can't. */
  writeText(text: string): Promise<void>;
}

export interface WindowListener<W extends WindowName> {
  /** The window is there and takes messages; again after it was reloaded. */
  onOpen?(): void;
  onMessage(message: MessageFrom<W>): void;
  /** Binary frames of the microphone's window. */
  onFrame?(frame: Uint8Array): void;
  /** It is gone: closed by the user, or broken. */
  onClose?(): void;
}

/**
 * The app's windows. None takes the focus by itself, but for `settings` and `onboarding` when they are opened. The
 * microphone's window is there from the start, the HUD at the latest when it is first shown; both are opened again when
 * they break.
 */
export interface Windows {
  /** Opens or raises a window that the user works in. */
  open(window: 'settings' | 'onboarding'): void;
  close(window: 'settings' | 'onboarding'): void;
  /** Brings the HUD to the screen that the user works on, above all others, where it stays until it is hidden. */
  showHud(): void;
  hideHud(): void;
  /** Whether there is something to click on the HUD. Where there isn't, clicks go to what is below it, if the system can do that. */
  setHudClickable(isClickable: boolean): void;
  /** Dropped if the window isn't there. */
  send<W extends WindowName>(window: W, message: MessageTo<W>): void;
  /** At most one listener for each window. */
  listen<W extends WindowName>(window: W, listener: WindowListener<W>): void;
}

export type MenuBarState = 'idle' | 'recording' | 'busy' | 'trouble';

/** The item in the menu bar. Where a system has none, the settings window shows the menu. */
export interface MenuBar {
  show(state: MenuBarState, menu: Menu): void;
  onChoose(listener: (command: Command) => void): void;
  /** Whether the menu must be in the settings window. */
  readonly isInWindow: boolean;
}

/** Where keys are kept: encrypted by the system, or in a file that only the user can read. */
export interface SecretStore {
  /** Rejects if what is stored can't be read. */
  get(name: string): Promise<string | undefined>;
  /** `undefined` removes it. Rejects if it can't be stored. */
  set(name: string, secret: string | undefined): Promise<void>;
}

export interface Permissions {
  /** What the system must allow, and whether it does. */
  check(): Promise<Permission[]>;
  /**
   * Asks for it: by the system's own question if it still asks, else by opening the place in the system's settings
   * where the user gives it. Resolves once that is done or shown.
   */
  request(id: string): Promise<void>;
}

export interface Power {
  /** The machine is about to sleep or the screen is locked; it may be reported only afterwards. */
  onSleep(listener: () => void): void;
  onWake(listener: () => void): void;
  /**
   * As long as it is wanted, the system neither slows the app down nor falls asleep, where it can be kept from that; at all
   * other times the app rests like any other.
   */
  keepAwake(isWanted: boolean): void;
}

/** Addresses: ours, which the system hands to the app, and those that the user's browser opens. */
export interface Links {
  /** Links of the form `saykey://…`, the one that the app was started by included: it waits until somebody listens. */
  onLink(listener: (link: string) => void): void;
  /** Opens a page by https, or http on this machine, in the user's browser. Rejects if that fails. */
  openPage(url: string): Promise<void>;
}

/** Newer versions of the app. When to look, and when to change over, is the app's to say. */
export interface Updates {
  readonly state: UpdateState;
  onChange(listener: () => void): void;
  /** Looks for a newer version and downloads it. Never rejects: see `state`. */
  check(): Promise<void>;
  /** Ends the app and starts the newer version. Nothing happens if none is ready. */
  install(): void;
}

/** `refused`: the user has switched it off in the system's settings, and only there can it be switched on again. */
export type LoginItemState = 'on' | 'off' | 'refused';

/** Whether the app starts with the user's session. The system keeps it, and the user may change it there too. */
export interface LoginItem {
  state(): LoginItemState;
  setEnabled(enabled: boolean): void;
}

/** What sound comes out of. Each call rejects if the system fails. */
export interface SoundOutput {
  /** The device that sound comes out of at the moment, by a name that lasts; undefined if none does. */
  current(): Promise<string | undefined>;
  /** undefined if the device isn't there, or has no mute. */
  isMuted(device: string): Promise<boolean | undefined>;
  /** Nothing happens if the device isn't there, or has no mute. Its volume stays as it is. */
  setMuted(device: string, isMuted: boolean): Promise<void>;
}

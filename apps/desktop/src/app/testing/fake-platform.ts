import {
  type Inserter,
  type InsertionOutcome,
  isInserted,
  type ReplacementOutcome,
  type SelectionEditor,
  type SelectionReading,
} from '@workspace/dictation/ports';
import { type Chord, type ChordAction, formatChord } from '../../ipc/chord.ts';
import type { Command } from '../../ipc/commands.ts';
import type { HudView } from '../../ipc/hud-messages.ts';
import type { Menu } from '../../ipc/menu.ts';
import { encodeSampleFrame } from '../../ipc/microphone-messages.ts';
import type { MessageFrom, MessageTo, WindowName } from '../../ipc/protocol.ts';
import type { SettingsView } from '../../ipc/settings-messages.ts';
import type { Permission, UpdateState } from '../../ipc/system-messages.ts';
import type {
  BindOutcome,
  ChordEvent,
  Hotkeys,
  Links,
  LoginItem,
  MenuBar,
  MenuBarState,
  Permissions,
  Platform,
  Updates,
  WindowListener,
  Windows,
} from '../platform.ts';
import { FakeSoundOutput } from './fake-sound-output.ts';
import { MemorySecrets } from './memory-secrets.ts';

/** A system in memory: the test plays the keyboard, the windows, the microphone and the focused field. */
export class FakePlatform implements Platform {
  readonly hotkeys = new FakeHotkeys();
  readonly windows = new FakeWindows();
  readonly secrets = new MemorySecrets();
  readonly os = 'other';
  readonly menuBar = new FakeMenuBar();
  readonly permissions = new FakePermissions();
  readonly links = new FakeLinks();
  updates: FakeUpdates | undefined;
  loginItem: LoginItem | undefined;
  readonly soundOutput = new FakeSoundOutput();
  /** The field's text. */
  field = '';
  clipboardText = '';
  insertionOutcome: InsertionOutcome = 'inserted';
  focusedApp: string | undefined;
  /** Whether the field still has the focus when Return is to be pressed. */
  takesReturn = true;
  readonly clipboard = {
    writeText: async (text: string) => {
      this.clipboardText = text;
    },
  };
  readonly inserter: Inserter = {
    focusedApp: async () => this.focusedApp,
    captureTarget: async () => ({ id: 'field', kind: 'multi-line', ...(this.focusedApp && { app: this.focusedApp }) }),
    textAround: async () => undefined,
    insert: async (_target, text) => {
      if (isInserted(this.insertionOutcome)) this.field += text;
      if (this.insertionOutcome === 'on-clipboard') this.clipboardText = text;
      return this.insertionOutcome;
    },
    pressReturn: async (_target, isWanted) => {
      if (!isWanted() || !this.takesReturn) return false;
      this.field += '⏎';
      return true;
    },
    leaveOnClipboard: async (text) => {
      this.clipboardText = text;
      return true;
    },
  };
  /** The selection in the field. */
  selection: SelectionReading = { type: 'none' };
  replacementOutcome: ReplacementOutcome = 'replaced';
  readonly selections: SelectionEditor = {
    read: async () => this.selection,
    replace: async ({ text: before }, text, isWanted) => {
      if (!isWanted()) return 'failed';
      if (this.replacementOutcome === 'replaced') this.field = this.field.replace(before, text);
      else if (this.replacementOutcome !== 'failed') this.clipboardText = text;
      return this.replacementOutcome;
    },
  };
  goToSleep = () => {};
  wakeUp = () => {};
  isKeptAwake = false;
  readonly power = {
    onSleep: (listener: () => void) => {
      this.goToSleep = listener;
    },
    onWake: (listener: () => void) => {
      this.wakeUp = listener;
    },
    keepAwake: (isWanted: boolean) => {
      this.isKeptAwake = isWanted;
    },
  };

  async close(): Promise<void> {}
}

class FakePermissions implements Permissions {
  /** The permissions, granted or not. */
  granted: Permission[] = [];
  readonly requested: string[] = [];

  async check(): Promise<Permission[]> {
    return [...this.granted];
  }

  async request(id: string): Promise<void> {
    this.requested.push(id);
  }
}

/** Updates controlled by the test. */
export class FakeUpdates implements Updates {
  state: UpdateState = { phase: 'unknown', version: null };
  checks = 0;
  installs = 0;
  #listener = () => {};

  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  async check(): Promise<void> {
    this.checks += 1;
  }

  install(): void {
    this.installs += 1;
  }

  /** Changes the state. */
  become(state: UpdateState): void {
    this.state = state;
    this.#listener();
  }
}

class FakeLinks implements Links {
  /** Pages opened in the browser. */
  readonly opened: string[] = [];
  /** Whether there is no browser. */
  isBroken = false;
  #listener: (link: string) => void = () => {};

  onLink(listener: (link: string) => void): void {
    this.#listener = listener;
  }

  async openPage(url: string): Promise<void> {
    if (this.isBroken) throw new Error('There is no browser.');
    this.opened.push(url);
  }

  /** Simulates the user opening a link of ours. */
  follow(link: string): void {
    this.#listener(link);
  }
}

class FakeMenuBar implements MenuBar {
  readonly isInWindow = true;
  /** Everything it was given to show, in order. */
  readonly shown: { state: MenuBarState; menu: Menu }[] = [];

  show(state: MenuBarState, menu: Menu): void {
    this.shown.push({ state, menu });
  }

  /** Simulates the user choosing an item of the menu. */
  choose: (command: Command) => void = () => {};

  onChoose(listener: (command: Command) => void): void {
    this.choose = listener;
  }
}

class FakeHotkeys implements Hotkeys {
  readonly bound = new Map<ChordAction, string>();
  /** The keyboard's real state. */
  readonly held = new Set<ChordAction>();
  /** What `keyNames` returns. */
  names: Record<string, string> = {};
  #listener: (event: ChordEvent) => void = () => {};
  #onNamesChange: () => void = () => {};

  async bind(action: ChordAction, chord: Chord): Promise<BindOutcome> {
    this.bound.set(action, formatChord(chord));
    return 'bound';
  }

  async unbind(action: ChordAction): Promise<void> {
    this.bound.delete(action);
  }

  async isDown(action: ChordAction): Promise<boolean> {
    return this.held.has(action);
  }

  keyNames(): Record<string, string> {
    return this.names;
  }

  onKeyNamesChange(listener: () => void): void {
    this.#onNamesChange = listener;
  }

  /** Simulates the user choosing another layout. */
  changeNames(names: Record<string, string>): void {
    this.names = names;
    this.#onNamesChange();
  }

  onEvent(listener: (event: ChordEvent) => void): void {
    this.#listener = listener;
  }

  /** Simulates the user pressing a chord; has no effect if it isn't bound. */
  press(action: ChordAction): void {
    this.held.add(action);
    if (this.bound.has(action)) this.#listener({ action, type: 'pressed' });
  }

  /** Simulates another key pressed while a lone key is held. */
  combine(action: ChordAction): void {
    this.#listener({ action, type: 'combined' });
  }

  release(action: ChordAction): void {
    this.held.delete(action);
    if (this.bound.has(action)) this.#listener({ action, type: 'released' });
  }
}

class FakeWindows implements Windows {
  readonly opened = new Set<'settings' | 'onboarding'>();
  hud: HudView | null = null;
  isHudShown = false;
  isHudClickable = false;
  /** The calls for the HUD's window, in order. */
  readonly hudCalls: ('show' | 'hide')[] = [];
  settings: SettingsView | undefined;
  cues: string[] = [];
  /** Whether a cue is over as soon as it is requested; otherwise the test decides when. */
  isCueShort = true;
  /** The streams the microphone's window has open. */
  readonly streams = new Set<number>();
  readonly #listeners = new Map<WindowName, WindowListener<WindowName>>();

  open(window: 'settings' | 'onboarding'): void {
    this.opened.add(window);
    this.#listeners.get(window)?.onOpen?.();
  }

  close(window: 'settings' | 'onboarding'): void {
    this.opened.delete(window);
    this.#listeners.get(window)?.onClose?.();
  }

  showHud(): void {
    this.isHudShown = true;
    this.hudCalls.push('show');
  }

  hideHud(): void {
    this.isHudShown = false;
    this.hudCalls.push('hide');
  }

  setHudClickable(isClickable: boolean): void {
    this.isHudClickable = isClickable;
  }

  send<W extends WindowName>(window: W, message: MessageTo<W>): void {
    const sent = { window, message } as { [N in WindowName]: { window: N; message: MessageTo<N> } }[WindowName];
    if (sent.window === 'hud') this.hud = sent.message.view;
    else if (sent.window === 'microphone') this.#sendToMicrophone(sent.message);
    else this.settings = sent.message.view;
  }

  /** Adds a listener; the microphone's window opens as soon as it has one. */
  listen<W extends WindowName>(window: W, listener: WindowListener<W>): void {
    this.#listeners.set(window, listener as WindowListener<WindowName>);
    if (window === 'microphone') listener.onOpen?.();
  }

  /** Sends a message from a window. */
  say<W extends WindowName>(window: W, message: MessageFrom<W>): void {
    this.#listeners.get(window)?.onMessage(message);
  }

  /** Sends 20 ms of voice on every open stream. */
  sound(): void {
    const samples = Int16Array.from({ length: 480 }, (_, index) => (index % 40 < 20 ? 6_000 : -6_000));
    for (const stream of this.streams) this.#listeners.get('microphone')?.onFrame?.(encodeSampleFrame(stream, samples));
  }

  #sendToMicrophone(message: MessageTo<'microphone'>): void {
    if (message.type === 'open') this.streams.add(message.stream);
    if (message.type === 'close') this.streams.delete(message.stream);
    if (message.type === 'catch-up') this.say('microphone', { ...message, type: 'caught-up' });
    if (message.type === 'play') this.cues.push(message.cue);
    if (message.type === 'play' && this.isCueShort) this.say('microphone', { type: 'cue-over' });
  }
}

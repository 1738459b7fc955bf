import { readdir, readlink } from 'node:fs/promises';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { TargetKind } from '@workspace/dictation/ports';
import { type Display, ERROR_CODE, RequestError } from './display.ts';
import { processOf } from './window-owners.ts';

/** The window with the keyboard focus. Its title may contain what is being written, so it is never read. */
export interface FocusedWindow {
  /** Id of the top-level window. */
  id: number;
  /** From `WM_CLASS`: the class name is the program's general name, the instance name this instance's. */
  className: string | undefined;
  instanceName: string | undefined;
  /** The process that owns the window, if it runs on this machine. */
  pid: number | undefined;
}

/** Terminals, by `WM_CLASS` in lower case. */
const TERMINALS = new Set([
  'alacritty',
  'aterm',
  'blackbox',
  'com.gexperts.tilix',
  'com.mitchellh.ghostty',
  'com.raggesilver.blackbox',
  'contour',
  'cool-retro-term',
  'deepin-terminal',
  'dev.warp.warp',
  'eterm',
  'foot',
  'footclient',
  'ghostty',
  'gnome-terminal',
  'gnome-terminal-server',
  'guake',
  'hyper',
  'io.elementary.terminal',
  'kgx',
  'kitty',
  'konsole',
  'lxterminal',
  'mate-terminal',
  'mlterm',
  'org.gnome.console',
  'org.gnome.ptyxis',
  'org.kde.konsole',
  'org.wezfurlong.wezterm',
  'ptyxis',
  'qterminal',
  'rio',
  'roxterm',
  'rxvt',
  'sakura',
  'st',
  'st-256color',
  'stterm',
  'tabby',
  'terminator',
  'terminology',
  'termite',
  'tilda',
  'tilix',
  'urxvt',
  'uxterm',
  'warp',
  'wezterm',
  'xfce4-terminal',
  'xterm',
  'yakuake',
  'zutty',
]);

/**
 * Programs that contain a terminal among other fields, by `WM_CLASS` in lower case: which one has the focus is unknown.
 */
const WITH_TERMINAL = [
  /^(code|code-oss|code - oss|code - insiders|vscodium|codium|cursor|windsurf|positron|theia|zed|dev\.zed\.zed)$/,
  /^jetbrains-/,
  /^(emacs|gvim|neovide|nvim-qt|pulsar|lapce|geany|eclipse|rstudio|spyder|qtcreator|org\.qt-project\.qtcreator)$/,
  /^(kate|kdevelop|dolphin|krusader|org\.kde\.(kate|kdevelop|dolphin|krusader)|org\.gnome\.builder|gnome-builder)$/,
];

/** Special values for the focus window: 0 is none, 1 is the one under the pointer. */
const POINTER_ROOT = 1;

/** Resolves with the focused window; undefined if there is none. Rejects with a `DisplayError`. */
export async function focusedWindow(display: Display): Promise<FocusedWindow | undefined> {
  const active = await activeWindow(display);
  if (active !== undefined) {
    const window = await describe(display, active);
    // A window manager that has exited leaves its last value behind.
    if (window) return window;
  }
  const focused = await inputFocus(display);
  return focused === undefined ? undefined : describe(display, focused);
}

/** Returns a window's program, as rules name it; undefined if it is ours, or has no name. */
export function appOf({ className }: FocusedWindow): string | undefined {
  return className === PRODUCT_NAME ? undefined : className;
}

/** Resolves with the kind of a window's field: pasted line breaks send or run something in terminals only. */
export async function targetKindOf(window: FocusedWindow): Promise<TargetKind> {
  const className = window.className?.toLowerCase() ?? '';
  if (WITH_TERMINAL.some((pattern) => pattern.test(className))) return 'unknown';
  return (await isTerminal(window)) ? 'terminal' : 'multi-line';
}

/** The active window according to the window manager. */
async function activeWindow(display: Display): Promise<number | undefined> {
  const property = await display.getProperty(display.root, await display.atom('_NET_ACTIVE_WINDOW'));
  const id = readCardinal(property?.data);
  return id === 0 ? undefined : id;
}

/**
 * The window with the server's input focus, which may be on a part of a program's window, or on a nameless window of
 * the window manager's.
 */
async function inputFocus(display: Display): Promise<number | undefined> {
  const { client, root } = display;
  const { focus } = await display.request<{ focus: number }>((done) => client.GetInputFocus(done));
  try {
    for (let window = focus; window > POINTER_ROOT && window !== root; ) {
      if ((await classOf(display, window))?.className !== undefined) return window;
      ({ parent: window } = await display.request<{ parent: number }>((done) => client.QueryTree(window, done)));
    }
    return undefined;
  } catch (error) {
    return ifWindowGone(error);
  }
}

async function describe(display: Display, id: number): Promise<FocusedWindow | undefined> {
  const [names, pid] = await Promise.all([classOf(display, id), processOf(display, id)]);
  return names && { id, ...names, pid };
}

/** The names in `WM_CLASS`; undefined if the window is gone. */
async function classOf(
  display: Display,
  window: number,
): Promise<Pick<FocusedWindow, 'className' | 'instanceName'> | undefined> {
  try {
    const property = await display.getProperty(window, await display.atom('WM_CLASS'));
    const [instanceName, className] = property?.data.toString('latin1').split('\0') ?? [];
    return { className: className || undefined, instanceName: instanceName || undefined };
  } catch (error) {
    return ifWindowGone(error);
  }
}

/** Whether a window is a terminal: a known one, or one whose process has opened the pseudoterminal device. */
async function isTerminal({ className, instanceName, pid }: FocusedWindow): Promise<boolean> {
  if ([className, instanceName].some((name) => name !== undefined && TERMINALS.has(name.toLowerCase()))) return true;
  return pid !== undefined && (await holdsTerminalDevice(pid));
}

async function holdsTerminalDevice(pid: number): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  // The files of another user's process can't be read, and a process that has ended has none.
  const descriptors = await readdir(folder).catch(() => []);
  const files = await Promise.all(descriptors.map((descriptor) => readlink(`${folder}/${descriptor}`).catch(() => '')));
  return files.some((file) => file === '/dev/ptmx' || file === '/dev/pts/ptmx');
}

function readCardinal(data: Buffer | undefined): number | undefined {
  return data && data.length >= 4 ? data.readUInt32LE(0) : undefined;
}

function ifWindowGone(error: unknown): undefined {
  if (error instanceof RequestError && error.code === ERROR_CODE.window) return undefined;
  throw error;
}

import type { Display } from '../x11/display.ts';
import { pollUntil } from './polling.ts';

const UNMAP_NOTIFY = 18;
/** How long the window manager may take. */
const MANAGER_TIMEOUT_MS = 20_000;
/** Levels to search: the window manager's frames are between the root and a window. */
const MAX_DEPTH = 4;

/** Finds the window with that title, wherever the window manager has put it; undefined if there is none. */
export async function findWindow(display: Display, title: string): Promise<number | undefined> {
  const name = await display.atom('WM_NAME');
  let level = [display.root];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    level = (await Promise.all(level.map((window) => childrenOf(display, window)))).flat();
    const titles = await Promise.all(level.map((window) => readText(display, window, name)));
    const found = titles.findIndex((text) => text.startsWith(title));
    if (found !== -1) return level[found];
  }
  return undefined;
}

/**
 * Takes a minimized window back from the window manager, according to ICCCM 4.1.4, so that it is an unmapped child of
 * the root. Without a window manager there is nothing to wait for.
 */
export async function withdraw(display: Display, window: number): Promise<void> {
  const { client, root } = display;
  const manager = await display.getProperty(root, await display.atom('_NET_SUPPORTING_WM_CHECK'));
  // Withdrawn before the window manager has taken it over, the window would be taken over afterwards.
  if (manager) await pollUntil(async () => ((await isManaged(display, window)) ? true : undefined), MANAGER_TIMEOUT_MS);
  await display.request<void>((done) => client.UnmapWindow(window, done));
  const event = Buffer.alloc(32);
  event[0] = UNMAP_NOTIFY;
  event.writeUInt32LE(root, 4);
  event.writeUInt32LE(window, 8);
  const mask = client.eventMask.SubstructureNotify | client.eventMask.SubstructureRedirect;
  await display.request<void>((done) => client.SendEvent(root, 0, mask, event, done));
  await pollUntil(async () => {
    const { parent } = await display.request<{ parent: number }>((done) => client.QueryTree(window, done));
    return parent === root && !(await isManaged(display, window)) ? true : undefined;
  }, MANAGER_TIMEOUT_MS);
}

/** Marks a withdrawn window the way a window manager marks a minimized one: otherwise Chromium would draw it. */
export async function markHidden(display: Display, window: number): Promise<void> {
  const [state, hidden, type] = await Promise.all(
    ['_NET_WM_STATE', '_NET_WM_STATE_HIDDEN', 'ATOM'].map((name) => display.atom(name)),
  );
  const data = Buffer.alloc(4);
  data.writeUInt32LE(hidden!);
  await display.setProperty(window, state!, { type: type!, format: 32, data });
}

/** Window managers mark the windows they manage: 1 is normal, 3 minimized. */
async function isManaged(display: Display, window: number): Promise<boolean> {
  const state = await display.getProperty(window, await display.atom('WM_STATE'));
  return state !== undefined && state.data.length >= 4 && state.data.readUInt32LE(0) !== 0;
}

/** Windows come and go in the meantime: one that is gone has no children. */
async function childrenOf(display: Display, window: number): Promise<number[]> {
  try {
    const { children } = await display.request<{ children: number[] }>((done) =>
      display.client.QueryTree(window, done),
    );
    return children;
  } catch {
    return [];
  }
}

async function readText(display: Display, window: number, property: number): Promise<string> {
  const value = await display.getProperty(window, property).catch(() => undefined);
  return value?.data.toString() ?? '';
}

import type * as Electron from 'electron';
import type { WindowName } from '../ipc/protocol.ts';
import { HUD_SIZE, USER_WINDOW_SIZE } from '../pages/window-sizes.ts';
import { PAGE_PREFERENCES } from './window-security.ts';

const USER_WINDOW: Electron.BrowserWindowConstructorOptions = {
  ...USER_WINDOW_SIZE,
  minWidth: 560,
  minHeight: 420,
  show: false,
  fullscreenable: false,
};

const FRAMES: Record<WindowName, Electron.BrowserWindowConstructorOptions> = {
  settings: USER_WINDOW,
  onboarding: USER_WINDOW,
  hud: {
    ...HUD_SIZE,
    // The kind of window that takes clicks without activating its app.
    type: 'panel',
    show: false,
    focusable: false,
    acceptFirstMouse: true,
    frame: false,
    transparent: true,
    hasShadow: false,
    resizable: false,
    movable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    hiddenInMissionControl: true,
  },
  microphone: {
    width: 1,
    height: 1,
    show: false,
    focusable: false,
    frame: false,
    skipTaskbar: true,
    fullscreenable: false,
    hiddenInMissionControl: true,
    paintWhenInitiallyHidden: false,
  },
};

/** This page records and plays cues though it is never seen or clicked. */
const MICROPHONE_PREFERENCES: Electron.WebPreferences = {
  backgroundThrottling: false,
  autoplayPolicy: 'no-user-gesture-required',
};

/** Returns the options to create a window with. */
export function windowFrame(
  window: WindowName,
  page: { preload: string; session: Electron.Session },
): Electron.BrowserWindowConstructorOptions {
  return {
    ...FRAMES[window],
    webPreferences: { ...(window === 'microphone' ? MICROPHONE_PREFERENCES : {}), ...page, ...PAGE_PREFERENCES },
  };
}

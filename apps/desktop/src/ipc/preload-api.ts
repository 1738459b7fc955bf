/**
 * A window's IPC with the app if Electron shows the windows: its preload script puts it into the page. All that goes
 * over it is the protocol's text, and the microphone's frames.
 */
export interface PreloadApi {
  /** Begins to listen, and lets the app know that the window is there. Only the first call counts. */
  connect(onText: (text: string) => void): void;
  sendText(text: string): void;
  sendFrame(frame: Uint8Array): void;
}

/** What the page knows it by. */
export const PRELOAD_API_NAME = 'appIpc';

/** The names of what goes between a window's preload script and the app. */
export const IPC_CHANNELS = {
  /** From the window. */
  connect: 'window:connect',
  text: 'window:text',
  frame: 'window:frame',
  /** To the window. */
  toPage: 'app:text',
} as const;

/**
 * A window's IPC with the app when Electron shows the windows: its preload script exposes it to the page. Only the
 * protocol's text and the microphone's frames are sent over it.
 */
export interface PreloadApi {
  /** Starts listening, and tells the app that the window is open. Only the first call counts. */
  connect(onText: (text: string) => void): void;
  sendText(text: string): void;
  sendFrame(frame: Uint8Array): void;
}

/** The name the page finds it under. */
export const PRELOAD_API_NAME = 'appIpc';

/** The channels between a window's preload script and the app. */
export const IPC_CHANNELS = {
  /** From the window. */
  connect: 'window:connect',
  text: 'window:text',
  frame: 'window:frame',
  /** To the window. */
  toPage: 'app:text',
} as const;

import type * as Electron from 'electron';
import { IPC_CHANNELS, PRELOAD_API_NAME, type PreloadApi } from '../ipc/preload-api.ts';

/** Gives the page its IPC with the app, and nothing else of Electron: no event objects, and no choice of channels. */
export function exposePreloadApi(
  contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'>,
  ipcRenderer: Pick<Electron.IpcRenderer, 'on' | 'send'>,
): void {
  let isConnected = false;
  const api: PreloadApi = {
    connect(onText) {
      if (isConnected) return;
      isConnected = true;
      ipcRenderer.on(IPC_CHANNELS.toPage, (_event, text: string) => onText(text));
      ipcRenderer.send(IPC_CHANNELS.connect);
    },
    sendText: (text) => ipcRenderer.send(IPC_CHANNELS.text, text),
    sendFrame: (frame) => ipcRenderer.send(IPC_CHANNELS.frame, frame),
  };
  contextBridge.exposeInMainWorld(PRELOAD_API_NAME, api);
}

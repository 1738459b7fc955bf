import type * as Electron from 'electron';
import { BRIDGE_CHANNELS, BRIDGE_NAME, type WindowBridge } from '../channel/window-bridge.ts';

/** Gives the page its line to the app, and nothing else of Electron: no event object, no channel of its choice. */
export function exposeBridge(
  contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'>,
  ipcRenderer: Pick<Electron.IpcRenderer, 'on' | 'send'>,
): void {
  let isConnected = false;
  const bridge: WindowBridge = {
    connect(onText) {
      if (isConnected) return;
      isConnected = true;
      ipcRenderer.on(BRIDGE_CHANNELS.told, (_event, text: string) => onText(text));
      ipcRenderer.send(BRIDGE_CHANNELS.connect);
    },
    sendText: (text) => ipcRenderer.send(BRIDGE_CHANNELS.text, text),
    sendFrame: (frame) => ipcRenderer.send(BRIDGE_CHANNELS.frame, frame),
  };
  contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
}

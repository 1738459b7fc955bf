import { type MessageFrom, type MessageTo, readMessageTo, type WindowName } from '../channel/protocol.ts';
import { BRIDGE_NAME, type WindowBridge } from '../channel/window-bridge.ts';

const RECONNECT_MS = 500;

/** A window's line to the app. */
export interface AppChannel<W extends WindowName> {
  /** Dropped while there is no connection. */
  send(message: MessageFrom<W>): void;
  sendFrame(frame: Uint8Array<ArrayBuffer>): void;
}

/** Connects a window to the app: by the bridge where there is one, else by a WebSocket, again whenever that breaks. */
export function connectToApp<W extends WindowName>(
  window: W,
  onMessage: (message: MessageTo<W>) => void,
): AppChannel<W> {
  const hear = (text: string) => {
    const message = readMessageTo(window, text);
    if (message !== undefined) onMessage(message);
  };
  const { [BRIDGE_NAME]: bridge } = globalThis as { [BRIDGE_NAME]?: WindowBridge };
  const line = bridge ? lineOver(bridge, hear) : lineOverWebSocket(window, hear);
  return { send: (message) => line.sendText(JSON.stringify(message)), sendFrame: line.sendFrame };
}

interface Line {
  sendText(text: string): void;
  sendFrame(frame: Uint8Array<ArrayBuffer>): void;
}

function lineOver(bridge: WindowBridge, hear: (text: string) => void): Line {
  bridge.connect(hear);
  return bridge;
}

function lineOverWebSocket(window: WindowName, hear: (text: string) => void): Line {
  let socket: WebSocket | undefined;

  function connect(): void {
    socket = new WebSocket(`ws://${location.host}/channel/${window}`);
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') hear(data);
    });
    socket.addEventListener('close', () => setTimeout(connect, RECONNECT_MS));
  }

  function send(data: string | Uint8Array<ArrayBuffer>): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  }

  connect();
  return { sendText: send, sendFrame: send };
}

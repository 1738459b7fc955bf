import { PRELOAD_API_NAME, type PreloadApi } from '../ipc/preload-api.ts';
import { type MessageFrom, type MessageTo, readMessageTo, type WindowName } from '../ipc/protocol.ts';

const RECONNECT_MS = 500;

/** A window's end of the IPC with the app. */
export interface IpcClient<W extends WindowName> {
  /** Drops the message while there is no connection. */
  send(message: MessageFrom<W>): void;
  sendFrame(frame: Uint8Array<ArrayBuffer>): void;
}

/**
 * Connects a window to the app: through the preload script's API if present, otherwise through a WebSocket that
 * reconnects whenever it breaks.
 */
export function connectToApp<W extends WindowName>(
  window: W,
  onMessage: (message: MessageTo<W>) => void,
): IpcClient<W> {
  const handle = (text: string) => {
    const message = readMessageTo(window, text);
    if (message !== undefined) onMessage(message);
  };
  const { [PRELOAD_API_NAME]: api } = globalThis as { [PRELOAD_API_NAME]?: PreloadApi };
  const connection = api ? connectByPreload(api, handle) : connectByWebSocket(window, handle);
  return { send: (message) => connection.sendText(JSON.stringify(message)), sendFrame: connection.sendFrame };
}

interface Connection {
  sendText(text: string): void;
  sendFrame(frame: Uint8Array<ArrayBuffer>): void;
}

function connectByPreload(api: PreloadApi, handle: (text: string) => void): Connection {
  api.connect(handle);
  return api;
}

function connectByWebSocket(window: WindowName, handle: (text: string) => void): Connection {
  let socket: WebSocket | undefined;

  function connect(): void {
    socket = new WebSocket(`ws://${location.host}/ipc/${window}`);
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') handle(data);
    });
    socket.addEventListener('close', () => setTimeout(connect, RECONNECT_MS));
  }

  function send(data: string | Uint8Array<ArrayBuffer>): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  }

  connect();
  return { sendText: send, sendFrame: send };
}

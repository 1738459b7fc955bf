import { type MessageFrom, type MessageTo, readMessageTo, type WindowName } from '../channel/protocol.ts';

const RECONNECT_MS = 500;

/** A window's line to the app. */
export interface AppChannel<W extends WindowName> {
  /** Dropped while there is no connection. */
  send(message: MessageFrom<W>): void;
  sendFrame(frame: Uint8Array<ArrayBuffer>): void;
}

/** Connects a window to the app, and again whenever the connection breaks. */
export function connectToApp<W extends WindowName>(
  window: W,
  onMessage: (message: MessageTo<W>) => void,
): AppChannel<W> {
  let socket: WebSocket | undefined;

  function connect(): void {
    socket = new WebSocket(`ws://${location.host}/channel/${window}`);
    socket.addEventListener('message', ({ data }) => {
      const message = typeof data === 'string' ? readMessageTo(window, data) : undefined;
      if (message !== undefined) onMessage(message);
    });
    socket.addEventListener('close', () => setTimeout(connect, RECONNECT_MS));
  }

  function sendData(data: string | Uint8Array<ArrayBuffer>): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  }

  connect();
  return { send: (message) => sendData(JSON.stringify(message)), sendFrame: sendData };
}

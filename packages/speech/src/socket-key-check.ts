import { hostOf } from './address.ts';
import { kindNamedIn } from './error-kinds.ts';
import { goodKey, IMPOSSIBLE_KEY, isPossibleKey, verdictOfError } from './key-check.ts';
import type { KeyCheck, ProviderOptions, SttErrorKind } from './provider.ts';
import { SessionConnection, type SessionPorts } from './session-connection.ts';
import type { WebSocketRequest } from './transport.ts';

/** A stream that is opened only to check the key, without audio. */
export interface SocketProbe {
  request: WebSocketRequest;
  /** Messages to send once the connection is open. */
  opening: readonly (string | Uint8Array)[];
  /** What a frame says about the key; `undefined`: nothing. */
  read(data: string | Uint8Array): 'good' | SttErrorKind | undefined;
}

/** Checks the key with the provider by opening a stream. */
export function checkKeyBySocket(
  { request, opening, read }: SocketProbe,
  { baseUrl, key }: ProviderOptions,
  ports: SessionPorts,
): Promise<KeyCheck> {
  if (!isPossibleKey(key)) return Promise.resolve(IMPOSSIBLE_KEY);
  const origin = { host: hostOf(baseUrl), key };
  return new Promise((resolve) => {
    const connection = new SessionConnection(
      request,
      origin,
      ports,
      {
        onOpen() {
          for (const message of opening) connection.send(message);
        },
        onMessage(data) {
          const said = read(data);
          if (said === 'good') connection.finish();
          else if (said !== undefined) connection.fail(said);
        },
        onServerClose: (_, reason) => connection.fail(kindNamedIn(reason) ?? 'server'),
      },
      (event) => {
        if (event.type !== 'closed') return;
        resolve(event.error === undefined ? goodKey(origin) : verdictOfError(event.error, origin));
      },
    );
  });
}

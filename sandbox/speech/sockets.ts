import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import type { Account, Accounts, SessionJournal } from './accounts.ts';
import { Connection, reset } from './connection.ts';
import { type Action, delayMs, find, type Protocol } from './fault-rules.ts';
import { LIMITS } from './limits.ts';
import type { Scenario } from './scenario.ts';

/** A socket that a client has opened, and its account. */
export interface ClientSocket {
  readonly account: Account;
  readonly journal: SessionJournal;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** A protocol's handler for one socket. */
export interface SocketSession {
  /** Called when the socket has opened; `actions` are the faults to inject. */
  open(actions: readonly Action[]): void;
  receive(data: Buffer, isBinary: boolean): void;
}

/** An HTTP response instead of a socket. */
export interface HttpAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A protocol that is spoken over sockets. */
export interface SocketProtocol {
  readonly name: Protocol;
  /** The key in a request. */
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** The response to a missing or unknown key. */
  refuseKey(key: string | undefined): HttpAnswer;
  /** Whether a key gets a socket, even if only to be refused on it. */
  letsIn(key: Scenario['key']): boolean;
  /** Returns the kind of session to open for a query, or why it is refused. */
  examine(query: URLSearchParams): SocketOffer | (HttpAnswer & { code: string });
}

/** A kind of session that a client may open. */
interface SocketOffer {
  /** Samples per second of the audio. */
  rate: number;
  serve(socket: ClientSocket): SocketSession;
}

/** Accepts or refuses upgrades for several protocols. */
export class Sockets {
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #protocols: ReadonlyMap<string, SocketProtocol>;
  readonly #server = new WebSocketServer({ noServer: true, autoPong: false, maxPayload: LIMITS.largestFrameBytes });

  /** `protocols` are keyed by path. */
  constructor(accounts: Accounts, clock: Clock, protocols: ReadonlyMap<string, SocketProtocol>) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#protocols = protocols;
  }

  /** Handles an upgrade request. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // A client may disconnect in the meantime.
    stream.on('error', () => {});
    const url = URL.parse(request.url ?? '', 'http://localhost');
    const protocol = this.#protocols.get(url?.pathname ?? '');
    if (url === null || protocol === undefined) {
      // The path of the beta's transcription sessions is forbidden, all others are unknown.
      refuseUpgrade(stream, { status: url?.pathname.startsWith('/v1/realtime/') ? 403 : 404 });
      return;
    }
    const key = protocol.keyOf(request.headers);
    const account = this.#accounts.get(key ?? '');
    if (account === undefined || !protocol.letsIn(account.scenario.key)) {
      refuseUpgrade(stream, protocol.refuseKey(key));
      return;
    }
    const offer = protocol.examine(url.searchParams);
    const rate = 'rate' in offer ? offer.rate : 0;
    const journal = account.openSession(protocol.name, request.url ?? '/', request.headers, rate);
    if ('status' in offer) {
      journal.refuse(offer.code, `The upgrade was refused with status ${offer.status}.`);
      journal.end('sandbox', null);
      refuseUpgrade(stream, offer);
      return;
    }
    this.#open({ account, journal, offer, url, request, stream, head });
  }

  /** Opens a socket after the configured delays, unless a fault prevents it. */
  #open(upgrade: AcceptedUpgrade): void {
    const { account, journal, stream } = upgrade;
    const actions = journal.faults('upgrade');
    if (find(actions, 'drop') !== undefined) {
      journal.end('sandbox', null);
      reset(stream);
      return;
    }
    const proceed = () => {
      const refusal = find(actions, 'refuse');
      if (refusal === undefined) {
        this.#serve(upgrade);
      } else {
        journal.end('sandbox', null);
        refuseUpgrade(stream, refusal);
      }
    };
    const waitMs = account.scenario.connectDelayMs + silenceMs(actions) + delayMs(actions);
    if (waitMs === 0) proceed();
    else this.#waitWith(upgrade, waitMs, proceed);
  }

  /** Calls a function after `waitMs`, unless the client disconnects or the account is forgotten first. */
  #waitWith({ account, journal, stream }: AcceptedUpgrade, waitMs: number, proceed: () => void): void {
    const leave = () => stream.destroy();
    const stopListening = account.onForgotten(leave);
    const stopWaiting = () => {
      stopListening();
      unschedule();
      stream.off('end', leave).off('close', abandon);
    };
    const abandon = () => {
      stopWaiting();
      journal.end('client', null);
    };
    const unschedule =
      waitMs === Number.POSITIVE_INFINITY
        ? () => {}
        : this.#clock.schedule(waitMs, () => {
            stopWaiting();
            proceed();
          });
    stream.once('end', leave).once('close', abandon);
  }

  #serve({ account, journal, offer, url, request, stream, head }: AcceptedUpgrade): void {
    this.#server.handleUpgrade(request, stream, head, (webSocket) => {
      const connection = new Connection(webSocket, stream, this.#clock, journal, (data, isBinary) =>
        session.receive(data, isBinary),
      );
      webSocket.once(
        'close',
        account.onForgotten(() => connection.drop()),
      );
      const session = offer.serve({ account, journal, connection, clock: this.#clock, url, headers: request.headers });
      session.open(journal.faults('open'));
    });
  }
}

interface AcceptedUpgrade {
  account: Account;
  journal: SessionJournal;
  offer: SocketOffer;
  url: URL;
  request: IncomingMessage;
  stream: Duplex;
  head: Buffer;
}

/** How long an upgrade stays unanswered, in milliseconds: forever if the fault has no duration. */
function silenceMs(actions: readonly Action[]): number {
  const silence = find(actions, 'stall') ?? find(actions, 'mute');
  return silence === undefined ? 0 : (silence.ms ?? Number.POSITIVE_INFINITY);
}

/** Answers an upgrade with an HTTP response: a string as plain text, anything else as JSON. */
function refuseUpgrade(stream: Duplex, { status, body, headers = {} }: HttpAnswer): void {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    `Content-Type: ${typeof body === 'string' ? 'text/plain' : 'application/json'}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  stream.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** When the network goes down, and for how long. */
export interface Outage {
  /** After how many bytes from the client. */
  afterBytes: number;
  /** Without it: until `comeBack`. */
  ms?: number;
}

/**
 * A proxy that can be interrupted once: connections break, and none succeeds until the network is back. The server's messages can
 * be delayed.
 */
export class UnreliableNetwork {
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #port: number;
  readonly #outage: Outage | undefined;
  /** Messages from servers, and their recipients. */
  readonly #answers = new Map<Socket, Socket>();
  #isHeld = false;
  #bytes = 0;
  #state: 'not yet away' | 'away' | 'back' = 'not yet away';

  private constructor(baseUrl: string, outage: Outage | undefined) {
    this.#port = Number(new URL(baseUrl).port);
    this.#outage = outage;
    this.#server = createServer((client) => this.#carry(client));
  }

  /** Puts it in front of a server at `baseUrl`, and returns its own address. */
  static async before(baseUrl: string, outage?: Outage): Promise<{ baseUrl: string; network: UnreliableNetwork }> {
    const network = new UnreliableNetwork(baseUrl, outage);
    network.#server.listen(0, 'localhost');
    await once(network.#server, 'listening');
    const { port } = network.#server.address() as AddressInfo;
    return { baseUrl: baseUrl.replace(/:\d+/, `:${port}`), network };
  }

  /** Ends the outage. */
  comeBack(): void {
    this.#state = 'back';
  }

  /** Delays all messages from servers from now on. */
  holdAnswers(): void {
    this.#isHeld = true;
    for (const server of this.#answers.keys()) server.unpipe();
  }

  /** Delivers the delayed messages. */
  letAnswersThrough(): void {
    this.#isHeld = false;
    for (const [server, client] of this.#answers) server.pipe(client);
  }

  close(): void {
    this.#breakAll();
    this.#server.close();
  }

  #carry(client: Socket): void {
    if (this.#state === 'away') {
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.#port, 'localhost');
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#connections.add(end);
      // An error is always followed by 'close'.
      end.on('error', () => {});
      end.on('close', () => {
        this.#connections.delete(end);
        other.destroy();
      });
      if (end === client || !this.#isHeld) end.pipe(other);
    }
    this.#answers.set(server, client);
    server.on('close', () => this.#answers.delete(server));
    client.on('data', ({ length }) => this.#count(length));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (!this.#outage || this.#state !== 'not yet away' || this.#bytes < this.#outage.afterBytes) return;
    this.#state = 'away';
    this.#breakAll();
    if (this.#outage.ms !== undefined) setTimeout(() => this.comeBack(), this.#outage.ms);
  }

  #breakAll(): void {
    for (const connection of this.#connections) connection.resetAndDestroy();
  }
}

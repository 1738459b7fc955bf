import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** When the network goes away, and for how long. */
export interface Outage {
  /** How much the client has sent by then. */
  afterBytes: number;
  ms: number;
}

/** A way to a server that is interrupted once: connections break, and none is made until the network is back. */
export class UnreliableNetwork {
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #port: number;
  readonly #outage: Outage;
  #bytes = 0;
  #state: 'not yet away' | 'away' | 'back' = 'not yet away';

  private constructor(baseUrl: string, outage: Outage) {
    this.#port = Number(new URL(baseUrl).port);
    this.#outage = outage;
    this.#server = createServer((client) => this.#carry(client));
  }

  /** Lays it before a server at `baseUrl`, and returns the way in. */
  static async before(baseUrl: string, outage: Outage): Promise<{ baseUrl: string; network: UnreliableNetwork }> {
    const network = new UnreliableNetwork(baseUrl, outage);
    network.#server.listen(0, 'localhost');
    await once(network.#server, 'listening');
    const { port } = network.#server.address() as AddressInfo;
    return { baseUrl: baseUrl.replace(/:\d+/, `:${port}`), network };
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
      end.pipe(other);
    }
    client.on('data', ({ length }) => this.#count(length));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#state !== 'not yet away' || this.#bytes < this.#outage.afterBytes) return;
    this.#state = 'away';
    this.#breakAll();
    setTimeout(() => {
      this.#state = 'back';
    }, this.#outage.ms);
  }

  #breakAll(): void {
    for (const connection of this.#connections) connection.resetAndDestroy();
  }
}

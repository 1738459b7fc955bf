import type { WebSocketEnd, WebSocketListener } from '@workspace/speech/transport';

export type Heard = 'open' | 'pong' | string | Uint8Array | WebSocketEnd;

/** A listener that records its calls in order, and lets a test wait for them. */
export class SocketLog implements WebSocketListener {
  readonly heard: Heard[] = [];
  #wake: () => void = () => {};

  onOpen(): void {
    this.#log('open');
  }

  onMessage(data: string | Uint8Array): void {
    this.#log(data);
  }

  onPong(): void {
    this.#log('pong');
  }

  onEnd(end: WebSocketEnd): void {
    this.#log(end);
  }

  /** Waits until `count` events have been recorded, and returns the last of those. */
  async nth(count: number): Promise<Heard | undefined> {
    while (this.heard.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.heard[count - 1];
  }

  #log(heard: Heard): void {
    this.heard.push(heard);
    this.#wake();
  }
}

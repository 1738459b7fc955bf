import type { WebSocketEnd, WebSocketListener } from '@workspace/speech/transport';

export type Heard = 'open' | 'pong' | string | Uint8Array | WebSocketEnd;

/** A listener that records what it is called with, in order, and lets a test wait for it. */
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

  /** Waits until this much was heard, and gives the last of it. */
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

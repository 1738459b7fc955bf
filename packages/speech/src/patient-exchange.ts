import { HTTP } from './limits.ts';
import type { SttErrorKind } from './provider.ts';
import type { SessionPorts } from './session-connection.ts';
import type { HttpExchange, HttpRequest, HttpResponse } from './transport.ts';

/** The server's answer is not usable text. */
export class AnswerFailure extends Error {
  readonly kind: SttErrorKind;

  constructor(kind: SttErrorKind) {
    super(`The answer can't be used: ${kind}.`);
    this.name = 'AnswerFailure';
    this.kind = kind;
  }
}

/** An HTTP exchange that times out when it stalls: for too long, nothing is sent and nothing arrives. */
export class PatientExchange {
  readonly #exchange: HttpExchange;
  readonly #ports: SessionPorts;
  readonly #silenceMs: number;
  #stopWaiting: () => void = () => {};
  #hasTimedOut = false;
  #isOver = false;

  /** Sends the request. */
  constructor(request: HttpRequest, silenceMs: number, ports: SessionPorts) {
    this.#exchange = ports.transport.request(request, () => this.#wait());
    this.#ports = ports;
    this.#silenceMs = silenceMs;
    this.#wait();
  }

  /**
   * Returns the response. It and its body throw `NetworkFailure`; the body throws `AnswerFailure` if it is longer than
   * any text.
   */
  async response(): Promise<HttpResponse> {
    const response = await this.#exchange.response;
    this.#wait();
    return { ...response, body: this.#watched(response.body) };
  }

  /** Returns the kind of an error thrown by the response or its body. */
  kindOf(error: unknown): SttErrorKind {
    if (this.#hasTimedOut) return 'timeout';
    return error instanceof AnswerFailure ? error.kind : 'network';
  }

  /** Ends the exchange, whatever its state. */
  cancel(): void {
    this.#isOver = true;
    this.#stopWaiting();
    this.#exchange.cancel();
  }

  async *#watched(body: AsyncIterable<string>): AsyncGenerator<string> {
    let characters = 0;
    for await (const piece of body) {
      this.#wait();
      characters += piece.length;
      if (characters > HTTP.maxAnswerCharacters) throw new AnswerFailure('protocol');
      yield piece;
    }
  }

  #wait(): void {
    this.#stopWaiting();
    if (this.#isOver) return;
    this.#stopWaiting = this.#ports.clock.schedule(this.#silenceMs, () => {
      this.#hasTimedOut = true;
      this.#exchange.cancel();
    });
  }
}

/** Returns a complete body. */
export async function textOf(body: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}

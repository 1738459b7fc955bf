import type { MessageContent } from './read-message.ts';

/** How many messages are kept; the oldest go first. */
const MOST_MESSAGES = 1000;

/** A message that arrived. */
export interface Message extends MessageContent {
  readonly id: string;
  /** The addresses to which the message was delivered, whatever its header says. */
  readonly to: readonly string[];
}

/** Everything that arrived, newest first. */
export class Inbox {
  #messages: readonly Message[] = [];
  #count = 0;

  add(content: MessageContent, to: readonly string[]): void {
    this.#count += 1;
    const message = { id: String(this.#count), to, ...content };
    this.#messages = [message, ...this.#messages].slice(0, MOST_MESSAGES);
  }

  /** All messages, or those to one address. */
  list(to?: string): readonly Message[] {
    if (to === undefined) return this.#messages;
    const wanted = to.toLowerCase();
    return this.#messages.filter((message) => message.to.some((address) => address.toLowerCase() === wanted));
  }

  find(id: string): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  clear(): void {
    this.#messages = [];
  }
}

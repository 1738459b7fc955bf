import type { MessageContent } from './read-message.ts';

/** The maximum number of messages; the oldest are dropped first. */
const MOST_MESSAGES = 1000;

/** A received message. */
export interface Message extends MessageContent {
  readonly id: string;
  /** The envelope recipients, whatever the header says. */
  readonly to: readonly string[];
}

/** Received messages, newest first. */
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

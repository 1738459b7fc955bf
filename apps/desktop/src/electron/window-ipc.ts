import type * as Electron from 'electron';
import { z } from 'zod';
import { IPC_CHANNELS } from '../ipc/preload-api.ts';
import {
  MAX_BAD_MESSAGES,
  MAX_MESSAGE_BYTES,
  type MessageFrom,
  type MessageTo,
  readMessageFrom,
  type WindowName,
} from '../ipc/protocol.ts';
import { pageUrl } from './app-protocol.ts';

const textSchema = z.string().max(MAX_MESSAGE_BYTES);
const frameSchema = z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= MAX_MESSAGE_BYTES);

export interface WindowIpcEvents<W extends WindowName> {
  /** The page is listening; called again after a reload. */
  onOpen(): void;
  onMessage(message: MessageFrom<W>): void;
  onFrame(frame: Uint8Array): void;
  /** The page has repeatedly sent what the protocol doesn't know. */
  onAbuse(): void;
}

/** The app's end of the IPC with one window's page. Messages from other frames or pages are ignored. */
export class WindowIpc<W extends WindowName> {
  readonly #window: W;
  readonly #contents: Electron.WebContents;
  readonly #events: WindowIpcEvents<W>;
  #isOpen = false;
  #badMessages = 0;

  constructor(window: W, contents: Electron.WebContents, events: WindowIpcEvents<W>) {
    this.#window = window;
    this.#contents = contents;
    this.#events = events;
    this.#listen(IPC_CHANNELS.connect, () => {
      this.#isOpen = true;
      events.onOpen();
    });
    this.#listen(IPC_CHANNELS.text, (text) => this.#handle(text));
    this.#listen(IPC_CHANNELS.frame, (frame) => this.#handleFrame(frame));
  }

  /** Whether the page is listening. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#contents.isDestroyed();
  }

  /** Drops the message if the page isn't listening. */
  send(message: MessageTo<W>): void {
    if (this.isOpen) this.#contents.send(IPC_CHANNELS.toPage, JSON.stringify(message));
  }

  #listen(channel: string, take: (data: unknown) => void): void {
    this.#contents.ipc.on(channel, (event, data: unknown) => {
      if (this.#isFromPage(event)) take(data);
    });
  }

  /** Whether a message comes from the window's own page: the main frame of its contents, at its address. */
  #isFromPage({ sender, senderFrame: frame }: Electron.IpcMainEvent): boolean {
    return sender === this.#contents && frame?.parent === null && frame.url === pageUrl(this.#window);
  }

  #handle(data: unknown): void {
    const text = textSchema.safeParse(data).data;
    const message = text === undefined ? undefined : readMessageFrom(this.#window, text);
    if (message === undefined) this.#handleBadMessage();
    else if (this.#isOpen) this.#events.onMessage(message);
  }

  #handleFrame(data: unknown): void {
    const frame = this.#window === 'microphone' ? frameSchema.safeParse(data).data : undefined;
    if (frame === undefined) this.#handleBadMessage();
    else if (this.#isOpen) this.#events.onFrame(frame);
  }

  #handleBadMessage(): void {
    this.#badMessages += 1;
    if (this.#badMessages === MAX_BAD_MESSAGES) this.#events.onAbuse();
  }
}

import type { SelectionRequestEvent } from 'x11';
import type { Display } from './display.ts';
import { IncrementalTransfers } from './incremental-transfer.ts';
import {
  fromWords,
  type SelectionAtoms,
  type SelectionContent,
  type SelectionFormat,
  toWords,
} from './selection-content.ts';
import { SELECTION } from './tuning.ts';

/** A request for one of our selections in a form that we have: a format of its content, or the list of formats. */
export interface Conversion {
  requestor: number;
  target: number;
  /** Resolves with whether the program gets all of it: false if it is gone, or stops fetching. */
  served: Promise<boolean>;
}

interface Ownership {
  content: SelectionContent;
  /** Server time since when we own it. */
  since: number;
}

const NONE = 0;

/** Owns selections of the display with given content, and answers the programs that request it (ICCCM, 2.2). */
export class SelectionOwner {
  readonly #display: Display;
  readonly #atoms: SelectionAtoms;
  readonly #window: number;
  readonly #transfers: IncrementalTransfers;
  readonly #ownerships = new Map<number, Ownership>();
  readonly #conversionListeners = new Set<(conversion: Conversion) => void>();
  readonly #stopListening: () => void;
  #isClosed = false;

  private constructor(display: Display, atoms: SelectionAtoms, window: number) {
    this.#display = display;
    this.#atoms = atoms;
    this.#window = window;
    this.#transfers = new IncrementalTransfers(display, atoms);
    this.#stopListening = display.onEvent((event) => {
      if (event.name === 'SelectionRequest' && event.owner === window) void this.#answer(event);
      if (event.name === 'SelectionClear' && event.owner === window) this.#ownerships.delete(event.selection);
    });
  }

  static async open(display: Display, atoms: SelectionAtoms): Promise<SelectionOwner> {
    return new SelectionOwner(display, atoms, await display.createHiddenWindow());
  }

  /**
   * Takes a selection, unless another program has taken it after `since`, a server time. Resolves with whether we own
   * it now.
   */
  async own(selection: number, content: SelectionContent, since: number): Promise<boolean> {
    const ownership = { content, since };
    // Requests may arrive as soon as the server knows, before we do.
    this.#ownerships.set(selection, ownership);
    this.#display.client.SetSelectionOwner(this.#window, selection, since);
    return this.#display.request<boolean>((done) =>
      this.#display.client.GetSelectionOwner(selection, (error, owner) => {
        const isOurs = !error && owner === this.#window;
        // Synchronously with the reply: an earlier SelectionClear concerned an earlier ownership.
        if (isOurs) this.#ownerships.set(selection, ownership);
        else this.#ownerships.delete(selection);
        return done(error, isOurs);
      }),
    );
  }

  /** Replaces the content of one of our selections, and notifies watchers. Resolves with whether we still own it. */
  async replace(selection: number, content: SelectionContent): Promise<boolean> {
    const ownership = this.#ownerships.get(selection);
    return ownership !== undefined && this.own(selection, content, ownership.since);
  }

  /** Leaves a selection without an owner, if it is ours. */
  async release(selection: number): Promise<void> {
    const ownership = this.#ownerships.get(selection);
    if (!ownership) return;
    this.#ownerships.delete(selection);
    await this.#display.request<void>((done) =>
      this.#display.client.SetSelectionOwner(NONE, selection, ownership.since, done),
    );
  }

  /** Returns the content that we offer for a selection; undefined if it isn't ours. */
  contentOf(selection: number): SelectionContent | undefined {
    return this.#ownerships.get(selection)?.content;
  }

  /** Listens to what programs request and get. Returns a function that stops listening. */
  onConversion(listener: (conversion: Conversion) => void): () => void {
    this.#conversionListeners.add(listener);
    return () => this.#conversionListeners.delete(listener);
  }

  /** Gives up all selections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    await Promise.all([...this.#ownerships.keys()].map((selection) => this.release(selection)));
    this.#display.client.DestroyWindow(this.#window);
  }

  async #answer(request: SelectionRequestEvent): Promise<void> {
    const ownership = this.#ownerships.get(request.selection);
    // Obsolete clients leave the property unspecified.
    const property = request.property || request.target;
    const isAnswered = ownership !== undefined && (await this.#convertAll(ownership, { ...request, property }));
    this.#notify(request, isAnswered ? property : NONE);
  }

  async #convertAll(ownership: Ownership, request: SelectionRequestEvent): Promise<boolean> {
    if (request.target !== this.#atoms.multiple) return this.#convert(ownership, request);
    const { requestor, property } = request;
    const pairs = await this.#display.getProperty(requestor, property).catch(() => undefined);
    if (!pairs) return false;
    const words = fromWords(pairs.data);
    for (let at = 0; at + 1 < words.length; at += 2) {
      const part = { ...request, target: words[at]!, property: words[at + 1]! };
      if (!this.#convert(ownership, part)) words[at + 1] = NONE;
    }
    this.#set(request, { type: this.#atoms.atomPair, format: 32, data: toWords(words) });
    return true;
  }

  /** Writes the answer, or the announcement of an incremental one, to the requestor's property before it returns. */
  #convert(ownership: Ownership, request: SelectionRequestEvent): boolean {
    const format = this.#formats(ownership).find(({ target }) => target === request.target);
    if (!format) return false;
    const { requestor, target } = request;
    const served = this.#serve(request, format);
    for (const listener of this.#conversionListeners) listener({ requestor, target, served });
    return true;
  }

  /** The content, and its metadata. */
  #formats({ content, since }: Ownership): SelectionContent {
    const { targets, timestamp, multiple, atom, integer } = this.#atoms;
    const offered = [targets, timestamp, multiple, ...content.map(({ target }) => target)];
    return [
      { target: targets, type: atom, format: 32, data: toWords(offered) },
      { target: timestamp, type: integer, format: 32, data: toWords([since]) },
      ...content,
    ];
  }

  #serve({ requestor, property }: SelectionRequestEvent, format: SelectionFormat): Promise<boolean> {
    return format.data.length > SELECTION.incrementalBytes
      ? this.#transfers.send(requestor, property, format)
      : this.#set({ requestor, property }, format);
  }

  /** Resolves with whether the requestor still existed. */
  #set(
    { requestor, property }: Pick<SelectionRequestEvent, 'requestor' | 'property'>,
    value: Omit<SelectionFormat, 'target'>,
  ): Promise<boolean> {
    return this.#display.setProperty(requestor, property, value).then(
      () => true,
      () => false,
    );
  }

  #notify({ requestor, selection, target, time }: SelectionRequestEvent, property: number): void {
    this.#display.client.SendEvent(requestor, 0, 0, {
      name: 'SelectionNotify',
      time,
      requestor,
      selection,
      target,
      property,
    });
    for (const delayMs of SELECTION.wakeMs) setTimeout(() => this.#wake(requestor), delayMs);
  }

  /**
   * Sends a meaningless event. Chromium sometimes reads our answer while it waits for something else, and then sleeps
   * until the next event: without one soon after, it pastes late, or nothing.
   */
  #wake(requestor: number): void {
    if (this.#isClosed) return;
    this.#display.client.SendEvent(requestor, 0, 0, {
      name: 'ClientMessage',
      wid: requestor,
      message_type: this.#atoms.targets,
      format: 32,
      data: [],
    });
  }
}

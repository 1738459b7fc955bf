import type { CoreFoundation } from './core-foundation.ts';
import type { MacPasteboard, PasteboardAccess } from './mac.ts';
import type { Address } from './native-functions.ts';
import type { ObjectiveC } from './objective-c.ts';

/** `NSPasteboardAccessBehavior…`, from `AppKit/NSPasteboard.h`. */
const ACCESS: ReadonlyMap<number, PasteboardAccess> = new Map([
  [1, 'refused'], // Ask
  [2, 'allowed'], // AlwaysAllow
  [3, 'refused'], // AlwaysDeny
]);

/** `NSPasteboardContentsCurrentHostOnly` of `AppKit/NSPasteboard.h`, since macOS 10.12. */
const CURRENT_HOST_ONLY = 1;

/** Who may read what is written: programs on this Mac, or also the user's other devices (Universal Clipboard). */
export type PasteboardReach = 'this-mac' | 'all-devices';

/** An item on the pasteboard: its formats and their bytes, richest first. */
export type PasteboardItem = ReadonlyMap<string, Uint8Array>;

/** The general pasteboard: AppKit's NSPasteboard, on the main thread. */
export class Pasteboard implements MacPasteboard {
  readonly #foundation: CoreFoundation;
  readonly #objectiveC: ObjectiveC;

  constructor(foundation: CoreFoundation, objectiveC: ObjectiveC) {
    this.#foundation = foundation;
    this.#objectiveC = objectiveC;
  }

  /** Increases whenever any program takes the pasteboard. */
  get changeCount(): number {
    return this.#objectiveC.inPool(() => this.#objectiveC.integer(this.#general(), 'changeCount'));
  }

  get access(): PasteboardAccess {
    return this.#objectiveC.inPool(() => {
      const pasteboard = this.#general();
      if (!this.#objectiveC.responds(pasteboard, 'accessBehavior')) return 'unasked';
      return ACCESS.get(this.#objectiveC.integer(pasteboard, 'accessBehavior')) ?? 'unasked';
    });
  }

  /** Returns each item's formats, which need no permission; none for items that another program has just replaced. */
  itemTypes(): string[][] {
    return this.#objectiveC.inPool(() =>
      this.#items().map((item) => {
        const types = this.#objectiveC.objectIfAny(item, 'types');
        if (types === undefined) return [];
        return this.#foundation.readArray(types).flatMap((type) => this.#foundation.readString(type) ?? []);
      }),
    );
  }

  /**
   * Returns a format's bytes; undefined if its owner doesn't provide them. If the owner has yet to produce them, the
   * system waits for it, blocking the main thread.
   */
  itemData(index: number, type: string): Uint8Array | undefined {
    return this.#objectiveC.inPool(() => {
      const item = this.#items()[index];
      if (item === undefined) return undefined;
      const data = this.#foundation.using(this.#foundation.createString(type), (name) =>
        this.#objectiveC.objectWithObject(item, 'dataForType:', name),
      );
      return data === undefined ? undefined : this.#foundation.readData(data);
    });
  }

  /**
   * Takes the pasteboard and puts the items on it; without items it is left empty. Returns the change count, or
   * undefined if the system refused the items: then it is empty too.
   */
  write(items: readonly PasteboardItem[], reach: PasteboardReach): number | undefined {
    return this.#objectiveC.inPool(() => {
      const pasteboard = this.#general();
      const changeCount =
        reach === 'this-mac'
          ? this.#objectiveC.integerWithInteger(pasteboard, 'prepareForNewContentsWithOptions:', CURRENT_HOST_ONLY)
          : this.#objectiveC.integer(pasteboard, 'clearContents');
      if (items.length === 0) return changeCount;
      const created: Address[] = [];
      try {
        for (const item of items) created.push(this.#createItem(item));
        const isWritten = this.#foundation.using(this.#foundation.createArray(created), (array) =>
          this.#objectiveC.bool(pasteboard, 'writeObjects:', array),
        );
        return isWritten ? changeCount : undefined;
      } finally {
        for (const item of created) this.#foundation.release(item);
      }
    });
  }

  #createItem(formats: PasteboardItem): Address {
    const item = this.#objectiveC.object(
      this.#objectiveC.object(this.#objectiveC.class('NSPasteboardItem'), 'alloc'),
      'init',
    );
    for (const [type, bytes] of formats) {
      this.#foundation.using(this.#foundation.createString(type), (name) =>
        this.#foundation.using(this.#foundation.createData(bytes), (data) =>
          this.#objectiveC.bool(item, 'setData:forType:', data, name),
        ),
      );
    }
    return item;
  }

  #general(): Address {
    return this.#objectiveC.object(this.#objectiveC.class('NSPasteboard'), 'generalPasteboard');
  }

  #items(): Address[] {
    const items = this.#objectiveC.objectIfAny(this.#general(), 'pasteboardItems');
    return items === undefined ? [] : this.#foundation.readArray(items);
  }
}

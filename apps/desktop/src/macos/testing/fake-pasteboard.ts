/**
 * A format's bytes, or how its owner produces them on demand (AppKit/NSPasteboardItem.h, `setDataProvider:forTypes:`).
 */
export type Content = Uint8Array | (() => Uint8Array | undefined);

const TEXT = 'public.utf8-plain-text';

/**
 * The general pasteboard, which every program reads and writes. Taking it, and the change count that shows it:
 * developer.apple.com/documentation/appkit/nspasteboard/changecount. `clearContents` returns the count:
 * AppKit/NSPasteboard.h.
 */
export class FakePasteboard {
  changeCount = 1;
  items: ReadonlyMap<string, Content>[] = [];
  /**
   * What reading it involves: 0 not yet asked, 1 ask, 2 allow, 3 deny; undefined before macOS 15.4.
   * developer.apple.com/documentation/appkit/nspasteboard/accessbehavior-swift.enum.
   */
  accessBehavior: number | undefined;
  /** The system refuses what is put on it. `writeObjects:` of AppKit/NSPasteboard.h then returns NO. */
  isRefusing = false;

  /** Whether the user's other devices may paste it: developer.apple.com/documentation/appkit/nspasteboard/contentsoptions. */
  isOffered = true;

  clear(): number {
    this.isOffered = true;
    this.items = [];
    this.changeCount += 1;
    return this.changeCount;
  }

  /**
   * Reads a format for the app. The first read prompts the user, and counts as asked from then on; if denied, it
   * returns nothing (`accessBehavior`). The caller waits for the answer to a prompt, which is always yes here.
   */
  read(content: Content | undefined): Uint8Array | undefined {
    if (this.accessBehavior === 3) return undefined;
    if (this.accessBehavior === 0) this.accessBehavior = 1;
    return typeof content === 'function' ? content() : content;
  }

  /** Another program takes it. */
  copy(...items: Record<string, Content>[]): void {
    this.clear();
    this.items = items.map((item) => new Map(Object.entries(item)));
  }

  copyText(text: string): void {
    this.copy({ [TEXT]: new TextEncoder().encode(text) });
  }

  get text(): string | undefined {
    const content = this.items.map((item) => item.get(TEXT)).find((found) => found !== undefined);
    const bytes = typeof content === 'function' ? content() : content;
    return bytes && new TextDecoder().decode(bytes);
  }

  get types(): string[] {
    return this.items.flatMap((item) => [...item.keys()]);
  }

  /** The contents, for comparison; promised formats are produced by their owners. */
  get contents(): [type: string, bytes: number[]][][] {
    return this.items.map((item) =>
      [...item].flatMap(([type, content]): [string, number[]][] => {
        const bytes = typeof content === 'function' ? content() : content;
        return bytes ? [[type, [...bytes]]] : [];
      }),
    );
  }
}

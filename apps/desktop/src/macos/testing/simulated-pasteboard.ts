/** A format's bytes, or how its owner makes them when they are asked for. */
export type Content = Uint8Array | (() => Uint8Array | undefined);

const TEXT = 'public.utf8-plain-text';

/** The general pasteboard, which every program reads and writes. */
export class SimulatedPasteboard {
  changeCount = 1;
  items: ReadonlyMap<string, Content>[] = [];
  /** What reading it costs, as NSPasteboard tells it: 0 not yet asked, 1 ask, 2 allow, 3 deny; not told before macOS 15.4. */
  accessBehavior: number | undefined;
  /** The system refuses what is put on it. */
  isRefusing = false;

  clear(): number {
    this.items = [];
    this.changeCount += 1;
    return this.changeCount;
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

  /** What is on it, to be compared: made by their owners, where they are only promised. */
  get contents(): [type: string, bytes: number[]][][] {
    return this.items.map((item) =>
      [...item].flatMap(([type, content]): [string, number[]][] => {
        const bytes = typeof content === 'function' ? content() : content;
        return bytes ? [[type, [...bytes]]] : [];
      }),
    );
  }
}

import type { Address, NativeFunctions } from './native-functions.ts';

/** `kCFNumberSInt64Type`, from `CFNumber.h`. */
const WHOLE_NUMBER = 4;

/** Core Foundation's strings, numbers, data and arrays. Callers own, and release, what `create…` and `Copy…` return. */
export class CoreFoundation {
  readonly #native: NativeFunctions;
  readonly #constants = new Map<string, Address>();

  constructor(native: NativeFunctions) {
    this.#native = native;
  }

  /** Returns a string that lives as long as the process, for names of attributes and types. */
  constant(text: string): Address {
    const known = this.#constants.get(text);
    if (known !== undefined) return known;
    const created = this.createString(text);
    this.#constants.set(text, created);
    return created;
  }

  createString(text: string): Address {
    const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    return present(this.#native.CFStringCreateWithCharacters(null, units, units.length));
  }

  createData(bytes: Uint8Array): Address {
    return present(this.#native.CFDataCreate(null, bytes, bytes.length));
  }

  /** Creates an array that retains its members. */
  createArray(objects: readonly Address[]): Address {
    const array = present(this.#native.CFArrayCreateMutable(null, 0, this.#native.constants.kCFTypeArrayCallBacks));
    for (const object of objects) this.#native.CFArrayAppendValue(array, object);
    return array;
  }

  /** The text of a string; undefined for any other object. */
  readString(object: Address): string | undefined {
    if (this.#native.CFGetTypeID(object) !== this.#native.CFStringGetTypeID()) return undefined;
    const length = this.#native.CFStringGetLength(object);
    const units = new Uint16Array(length);
    if (length > 0) this.#native.CFStringGetCharacters(object, { location: 0, length }, units);
    return Buffer.from(units.buffer).toString('utf16le');
  }

  /** The value of a whole number; undefined for any other object. */
  readNumber(object: Address): number | undefined {
    if (this.#native.CFGetTypeID(object) !== this.#native.CFNumberGetTypeID()) return undefined;
    const place: [number | bigint] = [0];
    return this.#native.CFNumberGetValue(object, WHOLE_NUMBER, place) ? Number(place[0]) : undefined;
  }

  readData(data: Address): Uint8Array {
    const length = this.#native.CFDataGetLength(data);
    const bytes = new Uint8Array(length);
    if (length > 0) this.#native.CFDataGetBytes(data, { location: 0, length }, bytes);
    return bytes;
  }

  /** Returns the members of an array, which still owns them. */
  readArray(array: Address): Address[] {
    const count = this.#native.CFArrayGetCount(array);
    return Array.from({ length: count }, (_, index) => this.#native.CFArrayGetValueAtIndex(array, index));
  }

  retain(object: Address): void {
    this.#native.CFRetain(object);
  }

  release(object: Address): void {
    this.#native.CFRelease(object);
  }

  /** Calls `work` with an object of ours, and releases the object even if `work` throws. */
  using<T>(object: Address, work: (object: Address) => T): T {
    try {
      return work(object);
    } finally {
      this.release(object);
    }
  }
}

/** Core Foundation returns null only if no memory is left. */
function present(address: Address | null): Address {
  if (address === null) throw new Error('Out of memory.');
  return address;
}

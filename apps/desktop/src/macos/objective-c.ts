import type { Address, NativeFunctions } from './native-functions.ts';

/** AppKit has no such class or object. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** Sends messages to AppKit's objects, on the main thread. */
export class ObjectiveC {
  readonly #native: NativeFunctions;
  readonly #selectors = new Map<string, Address>();

  constructor(native: NativeFunctions) {
    this.#native = native;
  }

  /** Releases what the messages in `work` left in the pool. No address from it may be used afterwards. */
  inPool<T>(work: () => T): T {
    const pool = this.#native.objc_autoreleasePoolPush();
    try {
      return work();
    } finally {
      this.#native.objc_autoreleasePoolPop(pool);
    }
  }

  /** Throws a `MissingObjectError` if there is no such class. */
  class(name: string): Address {
    return present(this.#native.objc_getClass(name), name);
  }

  /** Returns the object that a message returns; throws a `MissingObjectError` if it returns none. */
  object(receiver: Address, message: string): Address {
    return present(this.objectIfAny(receiver, message), message);
  }

  objectIfAny(receiver: Address, message: string): Address | undefined {
    return this.#native.sendForObject(receiver, this.#selector(message)) ?? undefined;
  }

  objectWithObject(receiver: Address, message: string, argument: Address): Address | undefined {
    return this.#native.sendForObjectWithObject(receiver, this.#selector(message), argument) ?? undefined;
  }

  objectWithInt(receiver: Address, message: string, argument: number): Address | undefined {
    return this.#native.sendForObjectWithInt(receiver, this.#selector(message), argument) ?? undefined;
  }

  /** For methods that return an `int`. */
  int(receiver: Address, message: string): number {
    return this.#native.sendForInt(receiver, this.#selector(message));
  }

  /** For methods that return an `NSInteger`. */
  integer(receiver: Address, message: string): number {
    return this.#native.sendForInteger(receiver, this.#selector(message));
  }

  /** For methods that take and return an `NSInteger` or `NSUInteger`. */
  integerWithInteger(receiver: Address, message: string, argument: number): number {
    return this.#native.sendForIntegerWithInteger(receiver, this.#selector(message), argument);
  }

  bool(receiver: Address, message: string, ...[first, second]: [Address, Address?]): boolean {
    const selector = this.#selector(message);
    return second === undefined
      ? this.#native.sendForBoolWithObject(receiver, selector, first)
      : this.#native.sendForBoolWithObjects(receiver, selector, first, second);
  }

  /** Whether an object responds to a message: older systems lack newer ones. */
  responds(receiver: Address, message: string): boolean {
    return this.bool(receiver, 'respondsToSelector:', this.#selector(message));
  }

  #selector(message: string): Address {
    const known = this.#selectors.get(message);
    if (known !== undefined) return known;
    const selector = this.#native.sel_registerName(message);
    this.#selectors.set(message, selector);
    return selector;
  }
}

function present(address: Address | null | undefined, name: string): Address {
  if (address === null || address === undefined) throw new MissingObjectError(`AppKit returned no ${name}.`);
  return address;
}

import { type Clock, withinLimit } from '@workspace/speech/clock';
import { Mutex } from 'async-mutex';
import type { CoreFoundation } from './core-foundation.ts';
import type { MacAccessibility } from './mac.ts';
import type { Address, AddressPlace, NativeFunctions, Range } from './native-functions.ts';
import { ACCESSIBILITY } from './tuning.ts';

/** `AXError`, from `HIServices/AXError.h`. */
const SUCCESS = 0;
const INVALID_ELEMENT = -25202;
const CANNOT_COMPLETE = -25204;
const DISABLED = -25211;
/** The program lacks the attribute, has no value for it, or doesn't support Accessibility at all. */
const NOTHING_THERE = new Set([
  -25205, // kAXErrorAttributeUnsupported
  -25208, // kAXErrorNotImplemented
  -25212, // kAXErrorNoValue
  -25213, // kAXErrorParameterizedAttributeUnsupported
]);

/** `kAXValueTypeCFRange`, from `HIServices/AXValue.h`. */
const RANGE_TYPE = 4;

/** A program's field can't be queried. `gone`: it no longer exists. `refused`: the permission is missing. */
export class AccessibilityError extends Error {
  override readonly name = 'AccessibilityError';
  readonly kind: 'silent' | 'gone' | 'refused' | 'failed';

  constructor(kind: AccessibilityError['kind']) {
    super(`A program's field could not be asked: ${kind}.`);
    this.kind = kind;
  }
}

/**
 * Queries other programs about their fields. It only reads: nothing is ever set in them, least of all
 * `AXEnhancedUserInterface`, which changes how browsers behave for as long as they run.
 *
 * A query blocks a thread of Node's pool until the program answers. Queries are made one at a time, so that a program
 * that hangs blocks one thread at most; while it does, every query fails immediately.
 *
 * Methods that query reject with an `AccessibilityError`, and resolve with undefined if there is no such thing.
 */
export class Accessibility implements MacAccessibility {
  readonly #native: NativeFunctions;
  readonly #foundation: CoreFoundation;
  readonly #clock: Clock;
  #systemWide: Address | undefined;
  /** Makes each query wait until the previous one is answered or given up. */
  readonly #questions = new Mutex();
  #isStuck = false;

  constructor(native: NativeFunctions, foundation: CoreFoundation, clock: Clock) {
    this.#native = native;
    this.#foundation = foundation;
    this.#clock = clock;
  }

  isTrusted(): boolean {
    return this.#native.AXIsProcessTrusted();
  }

  isSecureInputOn(): boolean {
    return this.#native.IsSecureEventInputEnabled();
  }

  /** Resolves with the focused element of whichever program. The caller releases it. */
  focusedElement(): Promise<Address | undefined> {
    return this.element(this.#everyProgram(), 'AXFocusedUIElement');
  }

  /** Resolves with a program's focused element. The caller releases it. */
  focusedElementOf(pid: number): Promise<Address | undefined> {
    const program = this.#native.AXUIElementCreateApplication(pid);
    return this.element(program, 'AXFocusedUIElement').finally(() => this.release(program));
  }

  /** Resolves with an attribute that is an element; undefined if it is anything else. The caller releases it. */
  async element(element: Address, attribute: string): Promise<Address | undefined> {
    const value = await this.#attribute(element, attribute);
    if (value === undefined) return undefined;
    if (this.#native.CFGetTypeID(value) === this.#native.AXUIElementGetTypeID()) return value;
    this.release(value);
    return undefined;
  }

  async text(element: Address, attribute: string): Promise<string | undefined> {
    return this.#readString(await this.#attribute(element, attribute));
  }

  async number(element: Address, attribute: string): Promise<number | undefined> {
    const value = await this.#attribute(element, attribute);
    return value === undefined ? undefined : this.#foundation.using(value, () => this.#foundation.readNumber(value));
  }

  /** Resolves with the range of the selection, or of the caret. */
  async selectedRange(element: Address): Promise<Range | undefined> {
    const value = await this.#attribute(element, 'AXSelectedTextRange');
    if (value === undefined) return undefined;
    return this.#foundation.using(value, () => this.#readRange(value));
  }

  async textOfRange(element: Address, range: Range): Promise<string | undefined> {
    const parameter = this.#native.AXValueCreate(RANGE_TYPE, range);
    if (parameter === null) return undefined;
    const attribute = this.#foundation.constant('AXStringForRange');
    const value = await this.#ask([element, parameter], (place) =>
      this.#native.AXUIElementCopyParameterizedAttributeValue(element, attribute, parameter, place),
    ).finally(() => this.release(parameter));
    return this.#readString(value);
  }

  /** Returns the process that an element belongs to, which is known without a query. */
  pidOf(element: Address): number | undefined {
    const pid: [number] = [0];
    return this.#native.AXUIElementGetPid(element, pid) === SUCCESS ? pid[0] : undefined;
  }

  isSame(one: Address, other: Address): boolean {
    return this.#native.CFEqual(one, other);
  }

  retain(element: Address): void {
    this.#foundation.retain(element);
  }

  release(element: Address): void {
    this.#foundation.release(element);
  }

  /** Its time limit applies to every query of this process. */
  #everyProgram(): Address {
    if (this.#systemWide !== undefined) return this.#systemWide;
    this.#systemWide = this.#native.AXUIElementCreateSystemWide();
    this.#native.AXUIElementSetMessagingTimeout(this.#systemWide, ACCESSIBILITY.callMs / 1_000);
    return this.#systemWide;
  }

  #attribute(element: Address, name: string): Promise<Address | undefined> {
    const attribute = this.#foundation.constant(name);
    return this.#ask([element], (place) => this.#native.AXUIElementCopyAttributeValue(element, attribute, place));
  }

  /** `used` is retained until the system is done with it, even if the caller gives up earlier. */
  #ask(used: readonly Address[], question: (place: AddressPlace) => Promise<number>): Promise<Address | undefined> {
    // Before any query: the limit that this sets applies to all.
    this.#everyProgram();
    for (const object of used) this.#foundation.retain(object);
    return this.#questions.runExclusive(() => this.#askNow(used, question));
  }

  async #askNow(
    used: readonly Address[],
    question: (place: AddressPlace) => Promise<number>,
  ): Promise<Address | undefined> {
    if (this.#isStuck) {
      this.#releaseAll(used);
      throw new AccessibilityError('silent');
    }
    const place: AddressPlace = [null];
    let isGivenUp = false;
    this.#isStuck = true;
    const answer = question(place)
      .then((error) => {
        // Nobody is waiting for it any more.
        if (isGivenUp && place[0] !== null) this.release(place[0]);
        return error;
      })
      .finally(() => {
        this.#isStuck = false;
        this.#releaseAll(used);
      });
    const error = await withinLimit(this.#clock, ACCESSIBILITY.callMs, answer);
    if (error === SUCCESS) return place[0] ?? undefined;
    isGivenUp = error === undefined;
    if (error !== undefined && NOTHING_THERE.has(error)) return undefined;
    throw new AccessibilityError(kindOf(error));
  }

  #releaseAll(objects: readonly Address[]): void {
    for (const object of objects) this.release(object);
  }

  #readString(value: Address | undefined): string | undefined {
    return value === undefined ? undefined : this.#foundation.using(value, () => this.#foundation.readString(value));
  }

  #readRange(value: Address): Range | undefined {
    if (this.#native.CFGetTypeID(value) !== this.#native.AXValueGetTypeID()) return undefined;
    const place: Partial<Range> = {};
    if (!this.#native.AXValueGetValue(value, RANGE_TYPE, place)) return undefined;
    const location = Number(place.location);
    const length = Number(place.length);
    // A field without a caret reports kCFNotFound or the largest possible number.
    return Number.isSafeInteger(location) && location >= 0 && length >= 0 ? { location, length } : undefined;
  }
}

function kindOf(error: number | undefined): AccessibilityError['kind'] {
  switch (error) {
    case undefined:
    case CANNOT_COMPLETE:
      return 'silent';
    case INVALID_ELEMENT:
      return 'gone';
    case DISABLED:
      return 'refused';
    default:
      return 'failed';
  }
}

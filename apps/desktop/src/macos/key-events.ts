import type { CoreFoundation } from './core-foundation.ts';
import type { Address, NativeFunctions } from './native-functions.ts';

/** From `CoreGraphics/CGEventTypes.h`: `kCGEventSourceStatePrivate` and `kCGSessionEventTap`. */
const PRIVATE_STATE = -1;
const SESSION_TAP = 1;

/** `kCGEventFlagMaskCommand` with `NX_DEVICELCMDKEYMASK` (`IOKit/hidsystem/IOLLEvent.h`): the left Command key. */
const COMMAND_FLAGS = 0x10_0000 | 0x8;
const NO_FLAGS = 0;

/** The system can't create an event, or a source for one. */
export class KeyEventError extends Error {
  override readonly name = 'KeyEventError';
}

/**
 * Sends keys to the program that has the keyboard focus. They come from a source of our own and carry exactly the
 * intended modifiers, whatever the user holds down. Without the Accessibility permission the system silently drops
 * them.
 */
export class KeyEvents {
  readonly #native: NativeFunctions;
  readonly #foundation: CoreFoundation;

  constructor(native: NativeFunctions, foundation: CoreFoundation) {
    this.#native = native;
    this.#foundation = foundation;
  }

  /** Presses and releases a key together with Command. Throws a `KeyEventError`. */
  pressWithCommand(keyCode: number): void {
    this.#post(keyCode, COMMAND_FLAGS);
  }

  /** Presses and releases a key without modifiers. Throws a `KeyEventError`. */
  press(keyCode: number): void {
    this.#post(keyCode, NO_FLAGS);
  }

  /** Types a text of at most `TYPING.eventUnits` with a single key. Throws a `KeyEventError`. */
  write(text: string): void {
    this.#post(0, NO_FLAGS, text);
  }

  #post(keyCode: number, flags: number, text?: string): void {
    this.#foundation.using(present(this.#native.CGEventSourceCreate(PRIVATE_STATE)), (source) => {
      // Otherwise the user's own keys could be held back for a quarter of a second.
      this.#native.CGEventSourceSetLocalEventsSuppressionInterval(source, 0);
      const down = present(this.#native.CGEventCreateKeyboardEvent(source, keyCode, true));
      this.#foundation.using(down, () => {
        // Both are created before either is sent: no key may stay down.
        const up = present(this.#native.CGEventCreateKeyboardEvent(source, keyCode, false));
        this.#foundation.using(up, () => {
          for (const event of [down, up]) this.#prepare(event, flags, text);
          for (const event of [down, up]) this.#native.CGEventPost(SESSION_TAP, event);
        });
      });
    });
  }

  #prepare(event: Address, flags: number, text: string | undefined): void {
    this.#native.CGEventSetFlags(event, flags);
    if (text === undefined) return;
    const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    this.#native.CGEventKeyboardSetUnicodeString(event, units.length, units);
  }
}

function present(address: Address | null): Address {
  if (address === null) throw new KeyEventError('The system couldn’t create a keyboard event.');
  return address;
}

import type { CoreFoundation } from './core-foundation.ts';
import type { KeyboardLayout } from './key-codes.ts';
import type { Address, NativeFunctions } from './native-functions.ts';

/** `kUCKeyActionDisplay` and the mask of `kUCKeyTranslateNoDeadKeysBit`, from `CarbonCore/UnicodeUtilities.h`. */
const KEY_ACTION_DISPLAY = 3;
const NO_DEAD_KEYS = 1;

const MAX_UNITS = 8;

export interface NamedKeyboardLayout extends KeyboardLayout {
  /** The system's identifier, such as `com.apple.keylayout.Dvorak`. */
  readonly id: string;
}

/** The user's keyboard layouts. For the main thread only. */
export class KeyboardLayouts {
  readonly #native: NativeFunctions;
  readonly #foundation: CoreFoundation;
  /** Layouts used since the start: a few, each with its input source, which is never released. */
  readonly #known = new Map<string, NamedKeyboardLayout>();

  constructor(native: NativeFunctions, foundation: CoreFoundation) {
    this.#native = native;
    this.#foundation = foundation;
  }

  /** The current layout, or the one beneath an input method; undefined if the system doesn't know its keys. */
  get current(): NamedKeyboardLayout | undefined {
    return this.#layoutOf(this.#native.TISCopyCurrentKeyboardLayoutInputSource());
  }

  /** The Latin layout that the user used last. */
  get asciiCapable(): NamedKeyboardLayout | undefined {
    return this.#layoutOf(this.#native.TISCopyCurrentASCIICapableKeyboardLayoutInputSource());
  }

  /** Whether keys go through an input method, as for Chinese and Japanese, which would consume typed text. */
  isInputMethodOn(): boolean {
    const source = this.#native.TISCopyCurrentKeyboardInputSource();
    if (source === null) return false;
    const { kTISPropertyInputSourceType, kTISTypeKeyboardLayout } = this.#native.constants;
    return this.#foundation.using(source, () => {
      const type = this.#native.TISGetInputSourceProperty(source, kTISPropertyInputSourceType);
      return type !== null && !this.#native.CFEqual(type, kTISTypeKeyboardLayout);
    });
  }

  #layoutOf(source: Address | null): NamedKeyboardLayout | undefined {
    if (source === null) return undefined;
    const { kTISPropertyInputSourceID, kTISPropertyUnicodeKeyLayoutData } = this.#native.constants;
    const name = this.#native.TISGetInputSourceProperty(source, kTISPropertyInputSourceID);
    const id = name === null ? undefined : this.#foundation.readString(name);
    const known = id === undefined ? undefined : this.#known.get(id);
    const data = known ? null : this.#native.TISGetInputSourceProperty(source, kTISPropertyUnicodeKeyLayoutData);
    const table = data === null ? null : this.#native.CFDataGetBytePtr(data);
    if (id === undefined || table === null) {
      this.#foundation.release(source);
      return known;
    }
    const layout = {
      id,
      characters: (keyCode: number, modifiers: number) => this.#translate(table, keyCode, modifiers),
    };
    this.#known.set(id, layout);
    return layout;
  }

  #translate(table: Address, keyCode: number, modifiers: number): string {
    const units = new Uint16Array(MAX_UNITS);
    const length: [number] = [0];
    const keyboardType = this.#native.LMGetKbdType();
    const status = this.#native.UCKeyTranslate(
      table,
      keyCode,
      KEY_ACTION_DISPLAY,
      modifiers,
      keyboardType,
      NO_DEAD_KEYS,
      [0],
      MAX_UNITS,
      length,
      units,
    );
    return status === 0 ? String.fromCharCode(...units.subarray(0, length[0])) : '';
  }
}

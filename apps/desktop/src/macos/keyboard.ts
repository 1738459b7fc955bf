import { type Chord, formatChord } from '../ipc/chord.ts';
import { americanKeyOf, chordKeyCodes, keyNamesOf } from './key-codes.ts';
import type { KeyboardLayouts } from './keyboard-layouts.ts';
import type { MacKeyboard } from './mac.ts';
import type { NativeFunctions } from './native-functions.ts';

/**
 * `kCGEventSourceStateHIDSystemState`, from `CoreGraphics/CGEventTypes.h`: the hardware's state. Keys sent by programs,
 * including ours, are not in it, so that pasting a text doesn't end a held chord.
 */
const HARDWARE = 1;

/** `kCGEventFlagMask…`, from `CoreGraphics/CGEventTypes.h`. */
const FLAG = { shift: 0x2_0000, control: 0x4_0000, option: 0x8_0000, command: 0x10_0000 } as const;

/** The hardware keyboard. For the main thread only. */
export class HardwareKeyboard implements MacKeyboard {
  readonly #native: NativeFunctions;
  readonly #layouts: KeyboardLayouts;
  /** Key codes by chord, in the layout that was current when they were last needed. */
  readonly #keyCodes = new Map<string, number[]>();
  #layoutId: string | undefined;

  constructor(native: NativeFunctions, layouts: KeyboardLayouts) {
    this.#native = native;
    this.#layouts = layouts;
  }

  isKeyDown(chord: Chord): boolean {
    return this.#keyCodesOf(chord).some((keyCode) => this.#native.CGEventSourceKeyState(HARDWARE, keyCode));
  }

  americanKey(key: string): string | undefined {
    return americanKeyOf(this.#layouts.current, key);
  }

  keyNames(): Record<string, string> {
    return keyNamesOf(this.#layouts.current);
  }

  modifiers(): Record<'command' | 'shift' | 'option' | 'control', boolean> {
    const flags = Number(this.#native.CGEventSourceFlagsState(HARDWARE));
    return {
      command: (flags & FLAG.command) !== 0,
      shift: (flags & FLAG.shift) !== 0,
      option: (flags & FLAG.option) !== 0,
      control: (flags & FLAG.control) !== 0,
    };
  }

  #keyCodesOf(chord: Chord): number[] {
    const layout = this.#layouts.current;
    if (layout?.id !== this.#layoutId) this.#keyCodes.clear();
    this.#layoutId = layout?.id;
    const name = formatChord(chord);
    const known = this.#keyCodes.get(name);
    if (known) return known;
    const keyCodes = chordKeyCodes(layout, chord);
    this.#keyCodes.set(name, keyCodes);
    return keyCodes;
  }
}

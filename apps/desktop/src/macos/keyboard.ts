import { type Chord, formatChord } from '../ipc/chord.ts';
import { americanKeyOf, chordKeyCodes, keyNamesOf } from './key-codes.ts';
import type { KeyboardLayouts } from './keyboard-layouts.ts';
import type { MacKeyboard } from './mac.ts';
import type { NativeFunctions } from './native-functions.ts';

/**
 * `kCGEventSourceStateHIDSystemState`, by `CoreGraphics/CGEventTypes.h`: the hardware's state. Keys that programs send,
 * ours among them, are not in it, so that a text that is pasted meanwhile ends no held chord.
 */
const HARDWARE = 1;

/** `kCGEventFlagMask…`, by `CoreGraphics/CGEventTypes.h`. */
const FLAG = { shift: 0x2_0000, control: 0x4_0000, option: 0x8_0000, command: 0x10_0000 } as const;

/** The hardware keyboard. To be asked on the main thread. */
export class HardwareKeyboard implements MacKeyboard {
  readonly #native: NativeFunctions;
  readonly #layouts: KeyboardLayouts;
  /** Where chords' keys are, for the layout that was in use when they were last asked for. */
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

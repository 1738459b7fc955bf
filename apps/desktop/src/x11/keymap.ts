import type { Display } from './display.ts';

/** Keysyms of the X protocol. */
export const KEYSYM = {
  control: 0xffe3,
  insert: 0xff63,
  return: 0xff0d,
  shift: 0xffe1,
} as const;

export interface Keystroke {
  keycode: number;
  /** Whether Shift is needed. */
  shift: boolean;
}

/** Columns of the first two layouts' plain and shifted keysyms in the core protocol. */
const GROUP_COLUMNS = [
  [0, 1],
  [2, 3],
] as const;

/** What the keys produce in the current layout. */
export class Keymap {
  readonly #firstKeycode: number;
  readonly #rows: readonly (readonly number[])[];
  readonly #keystrokes: ReadonlyMap<number, Keystroke>;

  /** `rows`: each keycode's keysyms. `group`: the current layout, from 0. */
  constructor(firstKeycode: number, rows: readonly (readonly number[])[], group: number) {
    this.#firstKeycode = firstKeycode;
    this.#rows = rows;
    this.#keystrokes = keystrokesOf(firstKeycode, rows, group);
  }

  static async read(display: Display): Promise<Keymap> {
    const { minKeycode, maxKeycode } = display;
    const [rows, state] = await Promise.all([
      display.request<number[][]>((done) =>
        display.client.GetKeyboardMapping(minKeycode, maxKeycode - minKeycode + 1, done),
      ),
      readLockState(display),
    ]);
    return new Keymap(minKeycode, rows, state.group);
  }

  /** Maximum number of keysyms per key. */
  get columns(): number {
    return this.#rows[0]?.length ?? 0;
  }

  /** Returns the keystroke that produces a keysym in the current layout; undefined if none does. */
  keystrokeOf(keysym: number): Keystroke | undefined {
    return this.#keystrokes.get(keysym);
  }

  /** Returns a key that has the keysym in any layout; undefined if none has. */
  keycodeOf(keysym: number): number | undefined {
    const index = this.#rows.findIndex((row) => row.includes(keysym));
    return index < 0 ? undefined : this.#firstKeycode + index;
  }

  /** Returns the keys that produce nothing. */
  spareKeycodes(): number[] {
    return this.#rows.flatMap((row, index) =>
      row.every((keysym) => keysym === 0) ? [this.#firstKeycode + index] : [],
    );
  }
}

/** Resolves with the current layout, from 0, and the locked modifiers. */
export async function readLockState(display: Display): Promise<{ group: number; lockedMods: number }> {
  const xkb = await display.extension('xkb');
  await display.request<{ supported: number }>((done) => xkb.UseExtension(1, 0, done));
  return display.request((done) => xkb.GetState(xkb.UseCoreKbd, done));
}

function keystrokesOf(
  firstKeycode: number,
  rows: readonly (readonly number[])[],
  group: number,
): Map<number, Keystroke> {
  const keystrokes = new Map<number, Keystroke>();
  const columns = GROUP_COLUMNS[group] ?? [];
  for (const [level, column] of columns.entries()) {
    for (const [index, row] of rows.entries()) {
      const keysym = row[column];
      if (keysym && !keystrokes.has(keysym))
        keystrokes.set(keysym, { keycode: firstKeycode + index, shift: level > 0 });
    }
  }
  return keystrokes;
}

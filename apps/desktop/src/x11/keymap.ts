import type { Display } from './display.ts';

/** As the X protocol numbers keysyms. */
export const KEYSYM = {
  control: 0xffe3,
  insert: 0xff63,
  return: 0xff0d,
  shift: 0xffe1,
} as const;

export interface Keystroke {
  keycode: number;
  /** Whether it takes Shift. */
  shift: boolean;
}

/** The columns of the first two layouts' plain and shifted keysyms, as the core protocol orders them. */
const GROUP_COLUMNS = [
  [0, 1],
  [2, 3],
] as const;

/** What the keys of the keyboard produce in the layout in use. */
export class Keymap {
  readonly #firstKeycode: number;
  readonly #rows: readonly (readonly number[])[];
  readonly #keystrokes: ReadonlyMap<number, Keystroke>;

  /** `rows`: each keycode's keysyms. `group`: the layout in use, from 0. */
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

  /** How many keysyms a key has at most. */
  get columns(): number {
    return this.#rows[0]?.length ?? 0;
  }

  /** The keystroke that gives the keysym in the layout in use; undefined if none does. */
  keystrokeOf(keysym: number): Keystroke | undefined {
    return this.#keystrokes.get(keysym);
  }

  /** A key that has the keysym in any layout; undefined if none has. */
  keycodeOf(keysym: number): number | undefined {
    const index = this.#rows.findIndex((row) => row.includes(keysym));
    return index < 0 ? undefined : this.#firstKeycode + index;
  }

  /** Keys that produce nothing. */
  spareKeycodes(): number[] {
    return this.#rows.flatMap((row, index) =>
      row.every((keysym) => keysym === 0) ? [this.#firstKeycode + index] : [],
    );
  }
}

/** The layout in use, from 0, and the modifiers that are locked. */
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

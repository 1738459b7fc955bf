/** Mirrors `globalShortcut` on macOS. Names in backticks cite `GlobalShortcut` in electron.d.ts. */
export class FakeGlobalShortcut {
  readonly registered = new Map<string, () => void>();
  /** Accelerators that other programs have. */
  readonly taken = new Set<string>();
  /** Every call that registered or unregistered an accelerator. */
  readonly calls: string[] = [];

  /**
   * `register`: false for an accelerator that another program has taken. Also false for one that we already have:
   * Chromium's source, `ui/base/accelerators/global_accelerator_listener`. Throws for an invalid accelerator:
   * Electron's source, gin's conversion of arguments.
   */
  register(accelerator: string, callback: () => void): boolean {
    if (!ACCELERATOR.test(accelerator)) {
      throw new TypeError(`Error processing argument at index 0, conversion failure from ${accelerator}`);
    }
    this.calls.push(`register ${accelerator}`);
    if (this.taken.has(accelerator) || this.registered.has(accelerator)) return false;
    this.registered.set(accelerator, callback);
    return true;
  }

  /** `unregister`: does nothing for one that isn't ours (Electron's source, `electron_api_global_shortcut.cc`). */
  unregister(accelerator: string): void {
    this.calls.push(`unregister ${accelerator}`);
    this.registered.delete(accelerator);
  }

  /**
   * Presses the keys, which does nothing if nobody has registered them. `register`: the callback is called on a press.
   * Once per press, however long the keys are held: undocumented, assumed, see docs/verification.md, "On a Mac".
   */
  press(accelerator: string): void {
    this.registered.get(accelerator)?.();
  }
}

/** Keys and characters that the app uses: electronjs.org/docs/latest/tutorial/keyboard-shortcuts, "Accelerators". */
const ACCELERATOR =
  /^((Command|Control|Alt|Shift)\+)*([A-Z0-9]|F([1-9]|1\d|2[0-4])|[;,./'[\]\\=`-]|Space|Tab|Enter|Backspace|Delete|Insert|Escape|Home|End|PageUp|PageDown|Up|Down|Left|Right)$/;

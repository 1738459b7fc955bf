/** Mirrors `globalShortcut` on macOS. What is quoted by a name is `GlobalShortcut` in electron.d.ts. */
export class FakeGlobalShortcut {
  readonly registered = new Map<string, () => void>();
  /** What other programs have. */
  readonly taken = new Set<string>();
  /** Every call that took or gave back an accelerator. */
  readonly calls: string[] = [];

  /**
   * `register`: false for what another program has taken.
   * False too for what we have already: Chromium's source, `ui/base/accelerators/global_accelerator_listener`.
   * Throws for what is no accelerator: Electron's source, gin's conversion of arguments.
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

  /** `unregister`: does nothing for what is not ours (Electron's source, `electron_api_global_shortcut.cc`). */
  unregister(accelerator: string): void {
    this.calls.push(`unregister ${accelerator}`);
    this.registered.delete(accelerator);
  }

  /**
   * The keys are pressed; nothing happens if nobody has taken them. `register`: the callback is called for a press. Once
   * for each, however long the keys are held: undocumented, assumed, see docs/verification.md, "On a Mac".
   */
  press(accelerator: string): void {
    this.registered.get(accelerator)?.();
  }
}

/** Those of the names and signs that the app uses: electronjs.org/docs/latest/tutorial/keyboard-shortcuts, "Accelerators". */
const ACCELERATOR =
  /^((Command|Control|Alt|Shift)\+)*([A-Z0-9]|F([1-9]|1\d|2[0-4])|[;,./'[\]\\=`-]|Space|Tab|Enter|Backspace|Delete|Insert|Escape|Home|End|PageUp|PageDown|Up|Down|Left|Right)$/;

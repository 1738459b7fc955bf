/**
 * Mirrors `globalShortcut` on macOS: refuses what another program has, or we have already; throws for what is no
 * accelerator; calls back once for each press.
 */
export class SimulatedGlobalShortcut {
  readonly registered = new Map<string, () => void>();
  /** What other programs have. */
  readonly taken = new Set<string>();
  /** Every call that took or gave back an accelerator. */
  readonly calls: string[] = [];

  register(accelerator: string, callback: () => void): boolean {
    if (!ACCELERATOR.test(accelerator)) throw new TypeError('Error processing argument at index 0, conversion failure');
    this.calls.push(`register ${accelerator}`);
    if (this.taken.has(accelerator) || this.registered.has(accelerator)) return false;
    this.registered.set(accelerator, callback);
    return true;
  }

  unregister(accelerator: string): void {
    this.calls.push(`unregister ${accelerator}`);
    this.registered.delete(accelerator);
  }

  /** The keys are pressed; nothing happens where nobody has taken them. */
  press(accelerator: string): void {
    this.registered.get(accelerator)?.();
  }
}

/** The names and signs that Electron's list of accelerators gives to keys. */
const ACCELERATOR =
  /^((Command|Control|Alt|Shift)\+)*([A-Z0-9]|F([1-9]|1\d|2[0-4])|[;,./'[\]\\=`-]|Space|Tab|Enter|Backspace|Delete|Insert|Escape|Home|End|PageUp|PageDown|Up|Down|Left|Right)$/;

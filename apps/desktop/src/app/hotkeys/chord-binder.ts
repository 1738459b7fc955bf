import { Mutex } from 'async-mutex';
import { CHORD_ACTIONS, type ChordAction, parseChord } from '../../ipc/chord.ts';
import { chordLabel } from '../../ipc/chord-label.ts';
import { CHORD_TITLES } from '../../ipc/chord-titles.ts';
import type { Settings } from '../../ipc/settings-document.ts';
import type { BindOutcome, Hotkeys } from '../platform.ts';
import { conflictRemark, likelyOwner } from './known-conflicts.ts';

const NOT_ALLOWED =
  'This key needs Accessibility. Allow it in System Settings, under Privacy & Security, or choose a key combination.';

/** Keeps the hotkeys bound according to the settings; the cancel chord only while there is something to cancel. */
export class ChordBinder {
  readonly #hotkeys: Hotkeys;
  readonly #platform: 'mac' | 'other';
  readonly #onChange: () => void;
  readonly #bound = new Map<ChordAction, string>();
  readonly #problems = new Map<ChordAction, string>();
  /** Actions whose chord lacks a permission. */
  readonly #notAllowed = new Set<ChordAction>();
  #chords: Settings['chords'] | undefined;
  #isCancelWanted = false;
  #isPaused = false;
  /** Serializes the calls to the system. */
  readonly #mutex = new Mutex();

  constructor(hotkeys: Hotkeys, platform: 'mac' | 'other', onChange: () => void) {
    this.#hotkeys = hotkeys;
    this.#platform = platform;
    this.#onChange = onChange;
    hotkeys.onKeyNamesChange?.(onChange);
  }

  /** Returns why an action's chord doesn't work, and what to do; null if it works. */
  problem(action: ChordAction): string | null {
    return this.#problems.get(action) ?? null;
  }

  /** Returns who else is known to use an action's chord, even though it works, and what to do; null if no one. */
  remark(action: ChordAction): string | null {
    const written = this.#chords?.[action];
    if (this.#platform !== 'mac' || typeof written !== 'string' || this.#problems.has(action)) return null;
    return conflictRemark(written, action);
  }

  /** Binds the chords of the settings. Resolves once that is done, or known to be impossible. */
  apply(chords: Settings['chords']): Promise<void> {
    const hasChanged = CHORD_ACTIONS.some((action) => chords[action] !== this.#chords?.[action]);
    this.#chords = chords;
    return this.#mutex.runExclusive(async () => {
      if (hasChanged) await this.#bindAll();
    });
  }

  /** Sets whether there is something to cancel. */
  setCancelWanted(wanted: boolean): void {
    if (wanted === this.#isCancelWanted) return;
    this.#isCancelWanted = wanted;
    void this.#mutex.runExclusive(() => this.#bindCancel());
  }

  /** Retries the chords that lacked a permission, since it may have been granted. */
  permissionsChanged(): void {
    if (this.#notAllowed.size > 0) void this.#mutex.runExclusive(() => this.#bindAll());
  }

  /** Positions of the letters and digits; see `Hotkeys`. */
  get keyNames(): Readonly<Record<string, string>> | undefined {
    return this.#hotkeys.keyNames?.();
  }

  /** Releases all chords for a while, so that their keys reach one of our windows. */
  setPaused(paused: boolean): void {
    if (paused === this.#isPaused) return;
    this.#isPaused = paused;
    void this.#mutex.runExclusive(() => this.#bindAll());
  }

  async #bindAll(): Promise<void> {
    const chords = this.#chords;
    if (chords === undefined) return;
    for (const action of CHORD_ACTIONS) await this.#unbind(action);
    if (this.#isPaused) return;
    for (const action of CHORD_ACTIONS) {
      const written = chords[action];
      if (written === null) {
        this.#problems.delete(action);
        continue;
      }
      const rival = CHORD_ACTIONS.slice(0, CHORD_ACTIONS.indexOf(action)).find((other) => chords[other] === written);
      if (rival === undefined) this.#setOutcome(action, await this.#bind(action, written));
      else this.#problems.set(action, `“${CHORD_TITLES[rival]}” already uses these keys. Choose another shortcut.`);
    }
    // It was only bound to find out whether it can be.
    if (!this.#isCancelWanted) await this.#unbind('cancel');
    this.#onChange();
  }

  async #bindCancel(): Promise<void> {
    if (!this.#isCancelWanted) return this.#unbind('cancel');
    if (this.#chords === undefined || this.#isPaused || this.#bound.has('cancel')) return;
    const rival = CHORD_ACTIONS.find((other) => other !== 'cancel' && this.#bound.get(other) === this.#chords?.cancel);
    if (rival === undefined) this.#setOutcome('cancel', await this.#bind('cancel', this.#chords.cancel));
    this.#onChange();
  }

  async #bind(action: ChordAction, written: string): Promise<BindOutcome> {
    const chord = parseChord(written);
    const outcome = chord ? await this.#hotkeys.bind(action, chord) : 'no-such-key';
    if (outcome === 'bound') this.#bound.set(action, written);
    return outcome;
  }

  async #unbind(action: ChordAction): Promise<void> {
    if (!this.#bound.delete(action)) return;
    await this.#hotkeys.unbind(action);
  }

  #setOutcome(action: ChordAction, outcome: BindOutcome): void {
    const written = this.#chords?.[action] ?? '';
    const label = chordLabel(written, this.#platform);
    const owner = this.#platform === 'mac' ? likelyOwner(written) : undefined;
    this.#notAllowed.delete(action);
    if (outcome === 'not-allowed') this.#notAllowed.add(action);
    if (outcome === 'bound') this.#problems.delete(action);
    else if (outcome === 'not-allowed') this.#problems.set(action, NOT_ALLOWED);
    else if (outcome === 'taken') this.#problems.set(action, `${label} is already used by ${takenWords(owner)}`);
    else this.#problems.set(action, `Your keyboard doesn’t have the keys for ${label}. Choose another shortcut.`);
  }
}

/** Names the known owner of a chord, if any, and says what to do. */
function takenWords(owner: string | undefined): string {
  if (owner === 'macOS') return 'macOS. Choose another shortcut, or change it in System Settings under Keyboard.';
  const likely = owner === undefined ? '' : `, most likely ${owner}`;
  return `another app${likely}. Choose another shortcut, or quit that app.`;
}

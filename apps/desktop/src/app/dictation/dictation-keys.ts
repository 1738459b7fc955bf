import type { DictationKey, GestureEvent } from '@workspace/dictation/gesture';
import { GESTURE } from '@workspace/dictation/tuning';
import type { Clock } from '@workspace/speech/clock';
import { keyTraits } from '../../ipc/chord.ts';
import type { ChordEvent, Hotkeys } from '../platform.ts';
import type { SettingsKeeper } from '../settings/settings-keeper.ts';
import type { Dictation } from './dictation.ts';
import type { Readiness } from './readiness.ts';

/** How often to check whether the held chord is still down, in case its release was missed. */
const HOLD_CHECK_MS = 100;

export interface DictationKeysDependencies {
  clock: Clock;
  hotkeys: Pick<Hotkeys, 'isDown'>;
  settings: Pick<SettingsKeeper, 'current'>;
  dictation: Dictation;
  readiness: Readiness;
  /** A key was pressed, whether or not it has an effect. */
  onPress(): void;
}

/** The dictation keys: passes presses and releases on to the engine while it is ready for them. */
export class DictationKeys {
  readonly #dependencies: DictationKeysDependencies;
  #cancelHoldCheck: (() => void) | undefined;
  #cancelRefusal: (() => void) | undefined;

  constructor(dependencies: DictationKeysDependencies) {
    this.#dependencies = dependencies;
  }

  handle(key: DictationKey, type: ChordEvent['type']): void {
    if (type === 'pressed') this.#press(key);
    else if (type === 'combined') this.#handleCombined(key);
    else
      this.#gesture(key === 'toggle' ? { type: 'toggle-released' } : { type: 'hold-released', key, holdDown: false });
  }

  /** Starts a dictation without a key, or stops the live one. */
  toggle(): void {
    const { dictation, readiness } = this.#dependencies;
    if (dictation.isHearing || readiness.admit('toggle')) this.#gesture({ type: 'toggle-pressed' });
  }

  close(): void {
    this.#cancelHoldCheck?.();
    this.#cancelRefusal?.();
  }

  #press(key: DictationKey): void {
    const { settings, onPress } = this.#dependencies;
    const { chords, tapToLatch } = settings.current;
    const traits = keyTraits(chords[key] ?? '');
    onPress();
    if (!this.#admit(key, traits)) return;
    this.#gesture(
      key === 'toggle'
        ? { type: 'toggle-pressed', shared: traits.shared }
        : { type: 'hold-pressed', key, holdDown: true, tapLatches: tapToLatch, ...traits },
    );
  }

  /** Returns whether a press may be acted on; if not, the HUD says why. */
  #admit(key: DictationKey, { shared }: { shared: boolean }): boolean {
    const { clock, dictation, readiness } = this.#dependencies;
    if (dictation.isHearing) return true;
    if (!shared || readiness.isReady(key)) return readiness.admit(key);
    // Nothing may be shown if the key turns out to be part of another combination.
    this.#cancelRefusal?.();
    this.#cancelRefusal = clock.schedule(GESTURE.tentativeMs, () => readiness.admit(key));
    return false;
  }

  #handleCombined(key: DictationKey): void {
    this.#cancelRefusal?.();
    this.#gesture({ type: 'combined', key });
  }

  #gesture(event: GestureEvent): void {
    this.#watch(this.#dependencies.dictation.engine.gesture(event).watch);
  }

  /** Polls the real state of the keys that are down, in case a release never comes. */
  #watch(keys: readonly DictationKey[]): void {
    const { clock, hotkeys } = this.#dependencies;
    if (keys.length === 0 || this.#cancelHoldCheck) return;
    this.#cancelHoldCheck = clock.schedule(HOLD_CHECK_MS, async () => {
      const readings = await Promise.all(keys.map(async (key) => ({ key, holdDown: await hotkeys.isDown(key) })));
      this.#cancelHoldCheck = undefined;
      for (const reading of readings) this.#gesture({ type: 'hold-read', ...reading });
    });
  }
}

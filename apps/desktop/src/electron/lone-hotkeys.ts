import type { Clock } from '@workspace/speech/clock';
import type { BindOutcome, ChordEvent } from '../app/platform.ts';
import type { ChordAction, LoneKey } from '../ipc/chord.ts';
import { MOUSE_BUTTONS } from '../ipc/chord.ts';
import type { MacEventTap, TappedEvent } from '../macos/mac.ts';

/** How often the hardware is read while a lone key is down, in case its release was missed. */
const POLL_MS = 50;

interface Binding {
  action: ChordAction;
  key: LoneKey;
  /**
   * `combined`: it became part of somebody else's combination. `spent`: it was part of one from the start, or was
   * already down.
   */
  phase: 'up' | 'held' | 'combined' | 'spent';
}

export interface LoneHotkeysPorts {
  eventTap: MacEventTap;
  clock: Clock;
  emit(event: ChordEvent): void;
}

/**
 * A Mac's lone modifiers, Fn and mouse buttons. Modifiers are only observed; a button of ours is withheld from programs
 * from its press to its release, unless something else was already down.
 */
export class LoneHotkeys {
  readonly #ports: LoneHotkeysPorts;
  readonly #bindings: Binding[] = [];
  #cancelPoll: (() => void) | undefined;

  constructor(ports: LoneHotkeysPorts) {
    this.#ports = ports;
  }

  bind(action: ChordAction, key: LoneKey): BindOutcome {
    this.unbind(action);
    const isDown = this.#ports.eventTap.isDown(key) === true;
    this.#bindings.push({ action, key, phase: isDown ? 'spent' : 'up' });
    if (this.#listen()) {
      this.#watch();
      return 'bound';
    }
    this.unbind(action);
    return 'not-allowed';
  }

  unbind(action: ChordAction): void {
    const index = this.#bindings.findIndex((binding) => binding.action === action);
    if (index < 0) return;
    const [binding] = this.#bindings.splice(index, 1);
    if (binding) this.#letGo(binding);
    this.#listen();
  }

  /** undefined if the action has no lone key, or its state isn't known. */
  isDown(action: ChordAction): boolean | undefined {
    const binding = this.#bindings.find((other) => other.action === action);
    return binding && this.#ports.eventTap.isDown(binding.key);
  }

  has(action: ChordAction): boolean {
    return this.#bindings.some((binding) => binding.action === action);
  }

  /** Treats whatever was held as released, since releases can no longer be seen. */
  releaseAll(): void {
    for (const binding of this.#bindings) {
      this.#letGo(binding);
      if (binding.phase !== 'up') binding.phase = 'spent';
    }
  }

  /** Reopens the tap, for instance after sleep. */
  rearm(): void {
    this.#listen();
  }

  close(): void {
    this.#cancelPoll?.();
    for (const binding of this.#bindings.splice(0)) this.#letGo(binding);
    this.#ports.eventTap.close();
  }

  #listen(): boolean {
    const { eventTap } = this.#ports;
    if (this.#bindings.length === 0) {
      eventTap.close();
      return true;
    }
    return eventTap.open(
      this.#bindings.map(({ key }) => key),
      (event) => this.#handle(event),
    );
  }

  /** Returns whether the event is withheld from programs. */
  #handle(event: TappedEvent): boolean {
    const own = event.type === 'other' ? undefined : this.#bindings.find(({ key }) => key === event.key);
    if (event.type !== 'other' && !event.isDown) {
      const isOurs = own !== undefined && own.phase !== 'spent' && own.phase !== 'up';
      if (own) this.#release(own);
      return isOurs && event.type === 'button';
    }
    const others = this.#bindings.filter((binding) => binding !== own && binding.phase === 'held');
    // Two buttons of ours may be held together.
    const isOwnButton = own !== undefined && isButton(own.key);
    for (const other of others) if (!(isOwnButton && isButton(other.key))) this.#combine(other);
    if (own?.phase !== 'up') return false;
    const isCombined = this.#isCombined(own);
    own.phase = isCombined ? 'spent' : 'held';
    if (!isCombined) this.#ports.emit({ action: own.action, type: 'pressed' });
    this.#watch();
    return !isCombined && isOwnButton;
  }

  #isCombined({ key }: Binding): boolean {
    const ownButtons = this.#bindings.filter((other) => other.phase === 'held' && isButton(other.key));
    return ownButtons.length === 0 && this.#ports.eventTap.areOthersDown(key);
  }

  #combine(binding: Binding): void {
    binding.phase = 'combined';
    this.#ports.emit({ action: binding.action, type: 'combined' });
  }

  #release(binding: Binding): void {
    this.#letGo(binding);
    binding.phase = 'up';
  }

  #letGo({ action, phase }: Binding): void {
    if (phase === 'held' || phase === 'combined') this.#ports.emit({ action, type: 'released' });
  }

  /** Reads the hardware repeatedly while a key is down. */
  #watch(): void {
    if (this.#cancelPoll || this.#bindings.every(({ phase }) => phase === 'up')) return;
    this.#cancelPoll = this.#ports.clock.schedule(POLL_MS, () => {
      this.#cancelPoll = undefined;
      for (const binding of this.#bindings) {
        if (binding.phase !== 'up' && this.#ports.eventTap.isDown(binding.key) === false) this.#release(binding);
      }
      this.#watch();
    });
  }
}

function isButton(key: LoneKey): boolean {
  return (MOUSE_BUTTONS as readonly string[]).includes(key);
}

import type { Clock } from '@workspace/speech/clock';
import type * as Electron from 'electron';
import type { BindOutcome, ChordEvent, Hotkeys, Power } from '../app/platform.ts';
import { type Chord, type ChordAction, isLoneKey, type Modifier } from '../ipc/chord.ts';
import type { MacAccessibility, MacEventTap, MacKeyboard } from '../macos/mac.ts';
import { acceleratorOf } from './hotkeys-accelerator.ts';
import {
  beginChord,
  CHORD_UP,
  type ChordHold,
  type ChordReading,
  giveUpChord,
  type HoldStep,
  lookAtChord,
  pressChord,
} from './hotkeys-hold.ts';
import { LoneHotkeys } from './lone-hotkeys.ts';

/** How often the keyboard is read while a chord is down; never otherwise. */
const POLL_MS = 8;

const MAC_MODIFIERS: Record<Modifier, keyof ReturnType<MacKeyboard['modifiers']>> = {
  Command: 'command',
  Control: 'control',
  Alt: 'option',
  Shift: 'shift',
};

export interface GlobalHotkeysPorts {
  globalShortcut: Pick<Electron.GlobalShortcut, 'register' | 'unregister'>;
  keyboard: MacKeyboard;
  accessibility: MacAccessibility;
  eventTap: MacEventTap;
  clock: Clock;
  power: Pick<Power, 'onSleep' | 'onWake'>;
  /** Reports each change of the keyboard layout. */
  onLayoutChange(listener: () => void): void;
}

/** A chord to be registered with the system. */
interface Registration {
  chord: Chord;
  /** undefined: the keyboard layout has no such key, and another chord has the key that it had. */
  accelerator: string | undefined;
  /** undefined: given up, but still down. Kept until it is up: no chord is registered or unregistered while held. */
  action: ChordAction | undefined;
  hold: ChordHold;
  /** Whether Accessibility was granted when it was pressed, or bound. */
  isTrusted: boolean;
}

/**
 * Key combinations through the system's hot-key service: it receives the press, even under Secure Input, and hides it
 * from other programs. It doesn't report the release, so the keyboard's state is read while a chord is down. It has no
 * lone keys: see `LoneHotkeys`.
 */
export class GlobalHotkeys implements Hotkeys {
  readonly #ports: GlobalHotkeysPorts;
  readonly #registrations = new Set<Registration>();
  readonly #listeners = new Set<(event: ChordEvent) => void>();
  readonly #lone: LoneHotkeys;
  #cancelPoll: (() => void) | undefined;
  #wasSecureInputOn = false;
  #mustRearm = false;

  constructor(ports: GlobalHotkeysPorts) {
    this.#ports = ports;
    const { eventTap, clock } = ports;
    this.#lone = new LoneHotkeys({ eventTap, clock, emit: (event) => this.#emit(event) });
    ports.power.onSleep(() => this.#releaseAll());
    const rearm = () => {
      this.#mustRearm = true;
      this.#settle();
    };
    ports.power.onWake(() => {
      this.#lone.rearm();
      rearm();
    });
    ports.onLayoutChange(rearm);
  }

  async bind(action: ChordAction, chord: Chord): Promise<BindOutcome> {
    this.#giveUp(action);
    if (isLoneKey(chord.key)) return this.#lone.bind(action, chord.key);
    const accelerator = this.#acceleratorOf(chord);
    if (accelerator === undefined) return 'no-such-key';
    const kept = this.#registeredAs(accelerator);
    if (kept) {
      if (kept.action !== undefined) return 'taken';
      kept.action = action;
      return 'bound';
    }
    const outcome = this.#register(accelerator);
    if (outcome !== 'bound') return outcome;
    const { accessibility, clock } = this.#ports;
    const isTrusted = accessibility.isTrusted();
    const registration: Registration = { chord, accelerator, action, hold: CHORD_UP, isTrusted };
    registration.hold = beginChord(this.#read(registration), clock.now());
    this.#registrations.add(registration);
    this.#settle();
    return outcome;
  }

  async unbind(action: ChordAction): Promise<void> {
    this.#giveUp(action);
  }

  async isDown(action: ChordAction): Promise<boolean | undefined> {
    if (this.#lone.has(action)) return this.#lone.isDown(action);
    const registration = this.#find(action);
    if (!registration) return false;
    this.#look(registration);
    this.#settle();
    if (registration.hold.phase !== 'held') return false;
    return isReadable(registration) ? true : undefined;
  }

  keyNames(): Readonly<Record<string, string>> {
    return this.#ports.keyboard.keyNames();
  }

  onKeyNamesChange(listener: () => void): void {
    this.#ports.onLayoutChange(listener);
  }

  onEvent(listener: (event: ChordEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** Unregisters all chords. */
  close(): void {
    this.#releaseAll();
    this.#lone.close();
    this.#mustRearm = false;
    for (const registration of this.#registrations) this.#unregister(registration);
    this.#registrations.clear();
  }

  #acceleratorOf(chord: Chord): string | undefined {
    const { keyboard } = this.#ports;
    return acceleratorOf(chord, (key) => keyboard.americanKey(key));
  }

  #find(action: ChordAction): Registration | undefined {
    return [...this.#registrations].find((registration) => registration.action === action);
  }

  #registeredAs(accelerator: string): Registration | undefined {
    return [...this.#registrations].find((registration) => registration.accelerator === accelerator);
  }

  #register(accelerator: string): BindOutcome {
    try {
      const isRegistered = this.#ports.globalShortcut.register(accelerator, () => this.#press(accelerator));
      return isRegistered ? 'bound' : 'taken';
    } catch {
      // It throws if it can't parse the accelerator.
      return 'no-such-key';
    }
  }

  #unregister({ accelerator }: Registration): void {
    if (accelerator !== undefined) this.#ports.globalShortcut.unregister(accelerator);
  }

  #press(accelerator: string): void {
    const registration = this.#registeredAs(accelerator);
    if (!registration) return;
    const { accessibility, clock } = this.#ports;
    if (registration.hold.phase === 'up') registration.isTrusted = accessibility.isTrusted();
    this.#noticeSecureInput();
    this.#follow(registration, pressChord(registration.hold, this.#read(registration), clock.now()));
    this.#settle();
  }

  #look(registration: Registration): void {
    if (registration.hold.phase === 'up') return;
    this.#follow(registration, lookAtChord(registration.hold, this.#read(registration), this.#ports.clock.now()));
  }

  #giveUp(action: ChordAction): void {
    this.#lone.unbind(action);
    const registration = this.#find(action);
    if (!registration) return;
    this.#follow(registration, giveUpChord(registration.hold, this.#read(registration), this.#ports.clock.now()));
    registration.action = undefined;
    this.#settle();
  }

  /** Treats whatever was held as released, since releases can no longer be seen. */
  #releaseAll(): void {
    this.#lone.releaseAll();
    for (const registration of this.#registrations) {
      const wasHeld = registration.hold.phase === 'held';
      this.#follow(registration, { hold: CHORD_UP, emits: wasHeld ? ['released'] : [] });
    }
    this.#settle();
  }

  #follow(registration: Registration, { hold, emits }: HoldStep): void {
    registration.hold = hold;
    const { action } = registration;
    if (action === undefined) return;
    for (const type of emits) this.#emit({ action, type });
  }

  #emit(event: ChordEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #read({ chord, isTrusted }: Registration): ChordReading {
    return { key: isTrusted ? this.#readKey(chord) : 'unknown', modifiers: this.#readModifiers(chord) };
  }

  #readKey(chord: Chord): ChordReading['key'] {
    const { keyboard, accessibility } = this.#ports;
    if (keyboard.isKeyDown(chord)) return 'down';
    // Under Secure Input programs may not learn which keys are down.
    return accessibility.isSecureInputOn() ? 'unknown' : 'up';
  }

  #readModifiers({ modifiers }: Chord): ChordReading['modifiers'] {
    if (modifiers.length === 0) return 'none';
    const down = this.#ports.keyboard.modifiers();
    return modifiers.every((modifier) => down[MAC_MODIFIERS[modifier]]) ? 'down' : 'up';
  }

  /**
   * Unregisters chords that were given up and are no longer down; schedules the next check of the others; registers all
   * of them again if that is due.
   */
  #settle(): void {
    for (const registration of this.#registrations) {
      if (registration.action !== undefined || registration.hold.phase !== 'up') continue;
      this.#unregister(registration);
      this.#registrations.delete(registration);
    }
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
    const down = [...this.#registrations].filter(({ hold }) => hold.phase !== 'up');
    if (down.some(isReadable)) this.#cancelPoll = this.#ports.clock.schedule(POLL_MS, () => this.#poll());
    else if (down.length === 0 && this.#mustRearm) this.#rearm();
  }

  #poll(): void {
    for (const registration of this.#registrations) this.#look(registration);
    this.#settle();
  }

  /** The service reportedly loses chords to it. Nothing signals the end of Secure Input: the next press notices it. */
  #noticeSecureInput(): void {
    const isOn = this.#ports.accessibility.isSecureInputOn();
    if (this.#wasSecureInputOn && !isOn) this.#mustRearm = true;
    this.#wasSecureInputOn = isOn;
  }

  /** Registers all chords again, in case the system has lost them, or the keyboard layout has changed. */
  #rearm(): void {
    this.#mustRearm = false;
    const all = [...this.#registrations].map((registration) => ({
      registration,
      former: registration.accelerator,
      current: this.#acceleratorOf(registration.chord),
    }));
    for (const { registration } of all) {
      this.#unregister(registration);
      registration.accelerator = undefined;
    }
    for (const { registration, current } of all) this.#registerAgain(registration, current);
    // A key that the layout lacks stays where it was, unless another chord is there now.
    for (const { registration, former } of all) this.#registerAgain(registration, former);
  }

  /** A chord that isn't available now is tried again next time. */
  #registerAgain(registration: Registration, accelerator: string | undefined): void {
    if (registration.accelerator !== undefined || accelerator === undefined || this.#registeredAs(accelerator)) return;
    this.#register(accelerator);
    registration.accelerator = accelerator;
  }
}

/** Whether the keyboard's state shows the release: without modifiers only the key can, which takes Accessibility. */
function isReadable({ chord, isTrusted }: Registration): boolean {
  return isTrusted || chord.modifiers.length > 0;
}

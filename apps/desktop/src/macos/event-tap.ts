import type { LoneKey } from '../ipc/chord.ts';
import type { CoreFoundation } from './core-foundation.ts';
import type { MacEventTap, TappedEvent } from './mac.ts';
import type { Address, NativeFunctions } from './native-functions.ts';

/**
 * `CoreGraphics/CGEventTypes.h`: `kCGSessionEventTap`, `kCGHeadInsertEventTap`, `kCGEventTapOptionDefault`. The last
 * makes the tap a filter, which needs Accessibility; a tap that only listens would also need the Input Monitoring
 * permission.
 */
const SESSION = 1;
const AT_HEAD = 0;
const FILTER = 0;

/** `CGEventType`, as above. */
const EVENT = {
  leftMouseDown: 1,
  rightMouseDown: 3,
  keyDown: 10,
  flagsChanged: 12,
  scrollWheel: 22,
  otherMouseDown: 25,
  otherMouseUp: 26,
  tapDisabledByTimeout: 0xffff_fffe,
  tapDisabledByUserInput: 0xffff_ffff,
} as const;

/** `CGEventField`, as above. */
const FIELD = { mouseButton: 3, keyCode: 9, sourceProcess: 41 } as const;

/** `kCGEventSourceStateHIDSystemState`. */
const HARDWARE = 1;

/** Virtual key codes from `HIToolbox/Events.h`, and their bits: `NX_DEVICE…KEYMASK`, `IOKit/hidsystem/IOLLEvent.h`. */
const MODIFIERS: Readonly<Partial<Record<LoneKey, { keyCode: number; bit: number; anySide: number }>>> = {
  LeftControl: { keyCode: 0x3b, bit: 0x1, anySide: 0x4_0000 },
  LeftShift: { keyCode: 0x38, bit: 0x2, anySide: 0x2_0000 },
  RightShift: { keyCode: 0x3c, bit: 0x4, anySide: 0x2_0000 },
  LeftCommand: { keyCode: 0x37, bit: 0x8, anySide: 0x10_0000 },
  RightCommand: { keyCode: 0x36, bit: 0x10, anySide: 0x10_0000 },
  LeftAlt: { keyCode: 0x3a, bit: 0x20, anySide: 0x8_0000 },
  RightAlt: { keyCode: 0x3d, bit: 0x40, anySide: 0x8_0000 },
  RightControl: { keyCode: 0x3e, bit: 0x2000, anySide: 0x4_0000 },
  /** `kCGEventFlagMaskSecondaryFn`. */
  Fn: { keyCode: 0x3f, bit: 0x80_0000, anySide: 0x80_0000 },
};
/** The side-specific bits; a keyboard may report none of them. */
const SIDES = 0x207f;
/** `kVK_CapsLock`: while it is on, it may read as down. */
const CAPS_LOCK = 0x39;
const KEY_CODES = Array.from({ length: 0x80 }, (_, keyCode) => keyCode);

/** `CGMouseButton`: 0 is the left one, 1 the right one, 2 the middle one. */
const BUTTONS: Readonly<Partial<Record<LoneKey, number>>> = { Mouse3: 2, Mouse4: 3, Mouse5: 4 };
const ALL_BUTTONS = [0, 1, 2, 3, 4];

/** A Quartz tap of the session's events (`CGEventTapCreate`), on the main thread's run loop. */
export class EventTap implements MacEventTap {
  readonly #native: NativeFunctions;
  readonly #foundation: CoreFoundation;
  readonly #ownPid: number;
  #callback: Address | undefined;
  #open: { port: Address; source: Address } | undefined;
  #onEvent: (event: TappedEvent) => boolean = () => false;

  constructor(native: NativeFunctions, foundation: CoreFoundation, ownPid: number) {
    this.#native = native;
    this.#foundation = foundation;
    this.#ownPid = ownPid;
  }

  open(keys: readonly LoneKey[], onEvent: (event: TappedEvent) => boolean): boolean {
    this.close();
    const native = this.#native;
    this.#onEvent = onEvent;
    this.#callback ??= native.eventTapCallback((type, event) => this.#handle(type, event));
    const port = native.CGEventTapCreate(SESSION, AT_HEAD, FILTER, maskOf(keys), this.#callback, null);
    if (port === null) return false;
    const source = native.CFMachPortCreateRunLoopSource(null, port, 0);
    if (source === null) {
      this.#foundation.release(port);
      return false;
    }
    native.CFRunLoopAddSource(native.CFRunLoopGetMain(), source, native.constants.kCFRunLoopCommonModes);
    native.CGEventTapEnable(port, true);
    this.#open = { port, source };
    return true;
  }

  close(): void {
    if (!this.#open) return;
    const { port, source } = this.#open;
    this.#open = undefined;
    const native = this.#native;
    native.CGEventTapEnable(port, false);
    native.CFRunLoopRemoveSource(native.CFRunLoopGetMain(), source, native.constants.kCFRunLoopCommonModes);
    native.CFMachPortInvalidate(port);
    this.#foundation.release(source);
    this.#foundation.release(port);
  }

  isDown(key: LoneKey): boolean | undefined {
    const button = BUTTONS[key];
    if (button !== undefined) return this.#native.CGEventSourceButtonState(HARDWARE, button);
    return isModifierDown(key, Number(this.#native.CGEventSourceFlagsState(HARDWARE)));
  }

  areOthersDown(key: LoneKey): boolean {
    const ownCode = MODIFIERS[key]?.keyCode;
    const isKeyDown = (keyCode: number) => this.#native.CGEventSourceKeyState(HARDWARE, keyCode);
    const isButtonDown = (button: number) => this.#native.CGEventSourceButtonState(HARDWARE, button);
    return (
      KEY_CODES.some((keyCode) => keyCode !== ownCode && keyCode !== CAPS_LOCK && isKeyDown(keyCode)) ||
      ALL_BUTTONS.some((button) => button !== BUTTONS[key] && isButtonDown(button))
    );
  }

  #handle(type: number, event: Address): Address | null {
    if (type === EVENT.tapDisabledByTimeout || type === EVENT.tapDisabledByUserInput) {
      if (this.#open) this.#native.CGEventTapEnable(this.#open.port, true);
      return event;
    }
    // Events that we post ourselves pass through here too.
    if (this.#field(event, FIELD.sourceProcess) === this.#ownPid) return event;
    return this.#onEvent(this.#read(type, event)) ? null : event;
  }

  #read(type: number, event: Address): TappedEvent {
    switch (type) {
      case EVENT.flagsChanged: {
        const keyCode = this.#field(event, FIELD.keyCode);
        const key = keyWith(MODIFIERS, (modifier) => modifier.keyCode === keyCode);
        const flags = Number(this.#native.CGEventGetFlags(event));
        return { type: 'modifier', key, isDown: key === undefined || isModifierDown(key, flags) !== false };
      }
      case EVENT.otherMouseDown:
      case EVENT.otherMouseUp: {
        const button = this.#field(event, FIELD.mouseButton);
        return {
          type: 'button',
          key: keyWith(BUTTONS, (own) => own === button),
          isDown: type === EVENT.otherMouseDown,
        };
      }
      default:
        return { type: 'other' };
    }
  }

  #field(event: Address, field: number): number {
    return Number(this.#native.CGEventGetIntegerValueField(event, field));
  }
}

/** undefined: the modifier is down, but the keyboard doesn't report on which side. */
function isModifierDown(key: LoneKey, flags: number): boolean | undefined {
  const modifier = MODIFIERS[key];
  if (!modifier || (flags & modifier.anySide) === 0) return false;
  if ((flags & modifier.bit) !== 0) return true;
  return (flags & SIDES) === 0 ? undefined : false;
}

function keyWith<T>(keys: Readonly<Partial<Record<LoneKey, T>>>, matches: (value: T) => boolean): LoneKey | undefined {
  return (Object.keys(keys) as LoneKey[]).find((key) => {
    const value = keys[key];
    return value !== undefined && matches(value);
  });
}

/** Returns the mask for the events of the keys, and of whatever they may be combined with. */
function maskOf(keys: readonly LoneKey[]): number {
  const { leftMouseDown, rightMouseDown, keyDown, flagsChanged, scrollWheel, otherMouseDown, otherMouseUp } = EVENT;
  const types: number[] = [leftMouseDown, rightMouseDown, keyDown, flagsChanged, scrollWheel, otherMouseDown];
  if (keys.some((key) => BUTTONS[key] !== undefined)) types.push(otherMouseUp);
  return types.reduce((mask, type) => mask | (1 << type), 0);
}

import { describe, expect, it } from 'vitest';
import { CoreFoundation } from './core-foundation.ts';
import { EventTap } from './event-tap.ts';
import type { TappedEvent } from './mac.ts';
import { FakeMac, OWN_PID } from './testing/fake-mac.ts';

/** CoreGraphics/CGEventTypes.h, `CGEventType`. */
const TYPE = { leftMouseDown: 1, keyDown: 10, flagsChanged: 12, scrollWheel: 22, otherDown: 25, otherUp: 26 };
const DISABLED_BY_TIMEOUT = 0xffff_fffe;
/** IOKit/hidsystem/IOLLEvent.h: the right Control key's bit; CGEventTypes.h: Control on either side. */
const RIGHT_CONTROL = 0x2000 | 0x4_0000;

function setUp() {
  const mac = new FakeMac();
  const tap = new EventTap(mac.native, new CoreFoundation(mac.native), OWN_PID);
  const heard: TappedEvent[] = [];
  const open = (...keys: Parameters<EventTap['open']>[0]) =>
    tap.open(keys, (event) => {
      heard.push(event);
      return event.type === 'button';
    });
  return { mac, tap, heard, open };
}

describe('The event tap', () => {
  it('reports modifiers by side, and lets them through', () => {
    const { mac, heard, open } = setUp();
    expect(open('RightControl')).toBe(true);
    expect(mac.pass(TYPE.flagsChanged, { keyCode: 0x3e, flags: RIGHT_CONTROL })).toBe(true);
    mac.pass(TYPE.flagsChanged, { keyCode: 0x3e, flags: 0 });
    mac.pass(TYPE.flagsChanged, { keyCode: 0x3f, flags: 0x80_0000 });
    mac.pass(TYPE.flagsChanged, { keyCode: 0x39, flags: 0x1_0000 });
    expect(heard).toEqual([
      { type: 'modifier', key: 'RightControl', isDown: true },
      { type: 'modifier', key: 'RightControl', isDown: false },
      { type: 'modifier', key: 'Fn', isDown: true },
      { type: 'modifier', key: undefined, isDown: true },
    ]);
  });

  it('swallows the events that its listener claims', () => {
    const { mac, heard, open } = setUp();
    open('Mouse4');
    expect(mac.pass(TYPE.otherDown, { button: 3 })).toBe(false);
    expect(mac.pass(TYPE.otherUp, { button: 3 })).toBe(false);
    expect(heard).toEqual([
      { type: 'button', key: 'Mouse4', isDown: true },
      { type: 'button', key: 'Mouse4', isDown: false },
    ]);
  });

  it('reports other keys, buttons and the wheel, but not which', () => {
    const { mac, heard, open } = setUp();
    open('Fn');
    for (const type of [TYPE.keyDown, TYPE.leftMouseDown, TYPE.scrollWheel]) {
      expect(mac.pass(type, { keyCode: 8 })).toBe(true);
    }
    expect(heard).toEqual([{ type: 'other' }, { type: 'other' }, { type: 'other' }]);
  });

  it('receives button releases only if a button is bound', () => {
    const { mac, open } = setUp();
    open('Fn');
    expect((mac.tap?.mask ?? 0) & (1 << TYPE.otherUp)).toBe(0);
    open('Fn', 'Mouse3');
    expect((mac.tap?.mask ?? 0) & (1 << TYPE.otherUp)).not.toBe(0);
  });

  it('ignores keys that the app itself sends', () => {
    const { mac, heard, open } = setUp();
    open('Mouse4');
    expect(mac.pass(TYPE.keyDown, { keyCode: 9, process: OWN_PID })).toBe(true);
    expect(heard).toEqual([]);
  });

  it('is re-enabled after the system has disabled it', () => {
    const { mac, heard, open } = setUp();
    open('Fn');
    mac.tap!.isOn = false;
    mac.pass(DISABLED_BY_TIMEOUT);
    expect(mac.tap?.isOn).toBe(true);
    expect(heard).toEqual([]);
  });

  it('requires Accessibility, and is removed when closed', () => {
    const { mac, tap, open } = setUp();
    mac.isTrusted = false;
    expect(open('Fn')).toBe(false);
    mac.isTrusted = true;
    expect(open('Fn')).toBe(true);
    tap.close();
    expect(mac.tap).toBeUndefined();
    expect(mac.pass(TYPE.keyDown)).toBe(true);
  });

  it('reads the hardware: a modifier’s side only if the keyboard reports it, buttons, and any other keys', () => {
    const { mac, tap } = setUp();
    expect(tap.isDown('RightControl')).toBe(false);
    mac.modifiersDown.add('control');
    expect(tap.isDown('RightControl')).toBeUndefined();
    expect(tap.isDown('RightShift')).toBe(false);
    mac.buttonsDown.add(3);
    expect(tap.isDown('Mouse4')).toBe(true);
    expect(tap.areOthersDown('Mouse4')).toBe(false);
    mac.keysDown.add(0);
    expect(tap.areOthersDown('Mouse4')).toBe(true);
  });
});

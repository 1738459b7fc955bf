import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chordSchema } from '../../ipc/chord.ts';
import { type KeyPress, readPressedChord } from './pressed-chord.ts';

const CODES = [
  ...['KeyA', 'KeyZ', 'Digit0', 'Digit9', 'F1', 'F12', 'F24', 'F25', 'Space', 'Tab', 'Enter', 'Escape', 'ArrowUp'],
  ...['ControlLeft', 'ShiftRight', 'AltLeft', 'MetaRight', 'CapsLock', 'Semicolon', 'Numpad1', 'AudioVolumeUp', ''],
];

describe('readPressedChord', () => {
  it('reads a key with its modifiers, in the order in which chords are written', () => {
    expect(readPressedChord(press('Space', 'shiftKey', 'ctrlKey'))).toEqual({
      type: 'chord',
      chord: 'Control+Shift+Space',
    });
    expect(readPressedChord(press('Digit7', 'altKey', 'metaKey'))).toEqual({ type: 'chord', chord: 'Command+Alt+7' });
    expect(readPressedChord(press('ArrowLeft', 'ctrlKey'))).toEqual({ type: 'chord', chord: 'Control+Left' });
  });

  it('reads a function key on its own', () => {
    expect(readPressedChord(press('F9'))).toEqual({ type: 'chord', chord: 'F9' });
  });

  it('uses the letter printed on the key, or the key’s position if that isn’t a Latin letter', () => {
    const control = { ...press('KeyQ', 'ctrlKey') };
    expect(readPressedChord({ ...control, key: 'a' })).toEqual({ type: 'chord', chord: 'Control+A' });
    expect(readPressedChord({ ...control, code: 'Semicolon', key: 'M' })).toEqual({
      type: 'chord',
      chord: 'Control+M',
    });
    expect(readPressedChord({ ...control, key: 'й' })).toEqual({ type: 'chord', chord: 'Control+Q' });
    expect(readPressedChord({ ...control, code: 'Digit1', key: '&' })).toEqual({ type: 'chord', chord: 'Control+1' });
  });

  it('uses only the key’s position if the app knows the layout: with Option, a Mac types another character', () => {
    const azerty = { KeyQ: 'A', KeyA: 'Q', Semicolon: 'M', Digit1: '1' };
    const option = { ...press('KeyQ', 'altKey'), key: 'æ' };
    expect(readPressedChord(option, azerty)).toEqual({ type: 'chord', chord: 'Alt+A' });
    expect(readPressedChord({ ...option, code: 'Semicolon', key: 'µ' }, azerty)).toEqual({
      type: 'chord',
      chord: 'Alt+M',
    });
    // That key types a comma.
    expect(readPressedChord({ ...option, code: 'KeyM', key: '∞' }, azerty)).toEqual({
      type: 'invalid',
      reason: 'unknown-key',
    });
    expect(readPressedChord({ ...option, code: 'Space', key: ' ' }, azerty)).toEqual({
      type: 'chord',
      chord: 'Alt+Space',
    });
  });

  it('waits for the key while only modifiers are held', () => {
    expect(readPressedChord(press('ShiftLeft', 'ctrlKey', 'shiftKey'))).toEqual({
      type: 'incomplete',
      modifiers: ['Control', 'Shift'],
    });
  });

  it('leaves on Escape alone, but reads it with a modifier', () => {
    expect(readPressedChord(press('Escape'))).toEqual({ type: 'leave' });
    expect(readPressedChord(press('Escape', 'ctrlKey'))).toEqual({ type: 'chord', chord: 'Control+Escape' });
  });

  it('rejects keys that are for typing, and keys that chords can’t contain', () => {
    expect(readPressedChord(press('KeyA'))).toEqual({ type: 'invalid', reason: 'no-modifier' });
    expect(readPressedChord(press('KeyA', 'shiftKey'))).toEqual({ type: 'invalid', reason: 'no-modifier' });
    expect(readPressedChord(press('Numpad1', 'ctrlKey'))).toEqual({ type: 'invalid', reason: 'unknown-key' });
  });

  it('returns only chords that the settings accept unchanged', () => {
    const presses = fc.record({
      key: fc.oneof(fc.constant(''), fc.string({ maxLength: 2 })),
      code: fc.oneof(fc.constantFrom(...CODES), fc.string()),
      metaKey: fc.boolean(),
      ctrlKey: fc.boolean(),
      altKey: fc.boolean(),
      shiftKey: fc.boolean(),
    });
    fc.assert(
      fc.property(presses, (pressed) => {
        const read = readPressedChord(pressed);
        if (read.type === 'chord') expect(chordSchema.parse(read.chord)).toBe(read.chord);
      }),
    );
  });
});

function press(code: string, ...held: ('metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey')[]): KeyPress {
  const none = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };
  return { code, key: '', ...none, ...Object.fromEntries(held.map((modifier) => [modifier, true])) };
}

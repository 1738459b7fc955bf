import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandSchema, microphoneCommand, microphoneOf } from './commands.ts';
import { readMessageFrom } from './protocol.ts';

test('A window can send known commands, and no others', () => {
  for (const item of ['toggle', 'paste-last', 'install-update', 'microphone:', 'microphone:usb'])
    expect(readMessageFrom('settings', JSON.stringify({ type: 'choose', item }))).toEqual({ type: 'choose', item });
  for (const item of ['', 'pasteLast', 'erase', 'Toggle', 'my microphone:usb', null])
    expect(readMessageFrom('settings', JSON.stringify({ type: 'choose', item }))).toBeUndefined();
});

test('A microphone’s command selects it if it is connected, whatever its id', () => {
  const id = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1 }), (ids) => {
      const devices = ids.map((each) => ({ id: each, label: '' }));
      for (const device of devices) {
        const command = microphoneCommand(device);
        expect(commandSchema.parse(command)).toBe(command);
        expect(microphoneOf(command, devices)).toBe(device);
        expect(microphoneOf(command, [])).toBeUndefined();
      }
      expect(microphoneOf(microphoneCommand(null), devices)).toBeNull();
    }),
  );
});

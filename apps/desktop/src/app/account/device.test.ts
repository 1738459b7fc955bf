import { deviceSchema } from '@workspace/contract/auth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeDevice } from './device.ts';

it('describes the computer in a form that the server accepts, whatever its name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
      const device = describeDevice(name, 'mac', '1.2.3');
      expect(deviceSchema.parse(device)).toMatchObject({ platform: 'macOS', appVersion: '1.2.3' });
    }),
  );
});

it('uses the host name without its suffix, or else a general name', () => {
  expect(describeDevice('Desk.local', 'mac', '1').name).toBe('Desk');
  expect(describeDevice(' \n', 'mac', '1').name).toBe('Mac');
  expect(describeDevice('', 'other', '1')).toMatchObject({ name: 'Computer', platform: 'Linux' });
});

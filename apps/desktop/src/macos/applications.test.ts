import { expect, test } from 'vitest';
import { OWN_PID } from './testing/fake-mac.ts';
import { tryOut } from './testing/try-out.ts';

test.each([true, false])('A program is brought to the front (activation must be yielded: %s)', (isCooperative) => {
  const { mac, applications } = tryOut();
  mac.isActivationCooperative = isCooperative;
  const program = mac.open();
  expect(applications.front).toBe(program.pid);
  mac.open({ pid: OWN_PID });
  expect(applications.front).toBeUndefined();
  applications.activate(program.pid);
  expect(mac.front).toBe(program);
});

test('A program that has ended is not brought to the front', () => {
  const { mac, applications } = tryOut();
  const own = mac.open({ pid: OWN_PID });
  applications.activate(4_711);
  expect(mac.front).toBe(own);
});

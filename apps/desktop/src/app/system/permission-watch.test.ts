import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { expect, it } from 'vitest';
import type { Permission } from '../../ipc/system-messages.ts';
import { PermissionWatch } from './permission-watch.ts';

const permission = (granted: boolean): Permission => ({ id: 'a', title: 'A', granted, detail: '', canRequest: true });

function watch(isGranted: boolean) {
  const clock = new FakeClock();
  const system = { isGranted, checks: 0, isBroken: false };
  let changes = 0;
  const permissions = {
    async check() {
      system.checks += 1;
      if (system.isBroken) throw new Error('The system does not say.');
      return [permission(system.isGranted)];
    },
    request: async () => Promise.reject(new Error('There is nobody to ask.')),
  };
  const made = new PermissionWatch({
    clock,
    permissions,
    onChange: () => {
      changes += 1;
    },
  });
  return { clock, system, watch: made, changes: () => changes };
}

it('polls while a window is open and a permission is missing, and no longer', async () => {
  const { clock, system, watch: made } = watch(false);
  made.open();
  await settlePromises();
  clock.advance(2_000);
  await settlePromises();
  expect(system.checks).toBe(2);
  system.isGranted = true;
  clock.advance(2_000);
  await settlePromises();
  expect(made.list).toEqual([permission(true)]);
  expect(clock.scheduledCount).toBe(0);
});

it('stops when the window closes, even during a check', async () => {
  const { clock, watch: made } = watch(false);
  made.open();
  made.close();
  await settlePromises();
  expect(clock.scheduledCount).toBe(0);
});

it('checks without a window only if a permission was missing, or none is known', async () => {
  const { system, watch: made } = watch(true);
  made.lookForMissing();
  await settlePromises();
  made.lookForMissing();
  await settlePromises();
  expect(system.checks).toBe(1);
});

it('keeps the last result if a check fails', async () => {
  const { system, watch: made } = watch(true);
  await made.look();
  system.isBroken = true;
  await made.request('a');
  expect(made.list).toEqual([permission(true)]);
});

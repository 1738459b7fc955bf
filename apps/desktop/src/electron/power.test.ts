import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { expect, test } from 'vitest';
import { ElectronPower } from './power.ts';
import { FakePowerSaveBlocker } from './testing/fake-power-save-blocker.ts';

test('Sleep, screen lock and their ends are reported to all listeners', () => {
  const powerMonitor = new EventEmitter();
  const power = new ElectronPower(powerMonitor as unknown as Electron.PowerMonitor, new FakePowerSaveBlocker());
  const emitted: string[] = [];
  for (const name of ['first', 'second']) {
    power.onSleep(() => emitted.push(`${name} sleep`));
    power.onWake(() => emitted.push(`${name} wake`));
  }
  for (const [event, word] of [
    ['suspend', 'sleep'],
    ['resume', 'wake'],
    ['lock-screen', 'sleep'],
    ['unlock-screen', 'wake'],
  ] as const) {
    powerMonitor.emit(event);
    expect(emitted.splice(0)).toEqual([`first ${word}`, `second ${word}`]);
  }
});

test('The app is kept awake on request, by a single blocker', () => {
  const blocker = new FakePowerSaveBlocker();
  const power = new ElectronPower(new EventEmitter() as unknown as Electron.PowerMonitor, blocker);
  power.keepAwake(false);
  expect([...blocker.started.values()]).toEqual([]);
  for (const isWanted of [true, true]) power.keepAwake(isWanted);
  expect([...blocker.started.values()]).toEqual(['prevent-app-suspension']);
  power.keepAwake(false);
  expect([...blocker.started.values()]).toEqual([]);
  power.keepAwake(true);
  expect([...blocker.started.values()]).toEqual(['prevent-app-suspension']);
});

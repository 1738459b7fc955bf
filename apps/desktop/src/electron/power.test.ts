import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { expect, test } from 'vitest';
import { ElectronPower } from './power.ts';

test('Sleep and a locked screen are told, and their ends, to all who listen', () => {
  const powerMonitor = new EventEmitter();
  const power = new ElectronPower(powerMonitor as unknown as Electron.PowerMonitor);
  const told: string[] = [];
  for (const name of ['first', 'second']) {
    power.onSleep(() => told.push(`${name} sleep`));
    power.onWake(() => told.push(`${name} wake`));
  }
  for (const [event, word] of [
    ['suspend', 'sleep'],
    ['resume', 'wake'],
    ['lock-screen', 'sleep'],
    ['unlock-screen', 'wake'],
  ] as const) {
    powerMonitor.emit(event);
    expect(told.splice(0)).toEqual([`first ${word}`, `second ${word}`]);
  }
});

import { SILENT_LEVEL } from '@workspace/dictation/voice-activity';
import { expect, it } from 'vitest';
import { FakeMicrophone } from '../testing/fake-microphone.ts';
import { LevelMonitor } from './level-monitor.ts';

it('shows the level while open, and leaves no microphone open afterwards', () => {
  const microphone = new FakeMicrophone();
  const monitor = new LevelMonitor(microphone, () => {});
  monitor.open();
  monitor.open();
  expect(microphone.openCount).toBe(1);
  microphone.sound(3_277);
  expect(monitor.level).toBeCloseTo(-20, 1);
  monitor.close();
  expect([microphone.openCount, monitor.level, monitor.isOpen]).toEqual([0, SILENT_LEVEL, false]);
});

it('reports why there is no audio, and can be reopened', () => {
  const microphone = new FakeMicrophone();
  const monitor = new LevelMonitor(microphone, () => {});
  monitor.open();
  microphone.end('denied');
  expect([monitor.isOpen, monitor.failure]).toEqual([false, 'denied']);
  monitor.open();
  expect([monitor.isOpen, monitor.failure]).toEqual([true, undefined]);
});

import { expect, test } from 'vitest';
import { channelFor } from './release-line.ts';

// Darwin releases by macOS release: Apple's open source, and electron-updater's own example of 23.1.0 for macOS 14.1.
test.each([
  ['12.0', '21.0.1', 'macos-12'],
  ['12.7.6', '21.6.0', 'macos-12'],
  ['13.0', '22.1.0', 'latest'],
  ['15.5', '24.5.0', 'latest'],
  ['26.0', '25.0.0', 'latest'],
])('macOS %s (Darwin %s) uses the channel %s', (_macos, kernel, channel) => {
  expect(channelFor(kernel)).toBe(channel);
});

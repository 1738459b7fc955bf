import { expect, it } from 'vitest';
import { openedWarning, silenceWarning } from './microphone-warnings.ts';

it('a device that was asked for is nothing to speak of', () => {
  expect(openedWarning({ label: 'Desk', reason: 'asked-for' }, 'Desk')).toBeUndefined();
});

it('a device in place of the chosen one is named, and so is the chosen one, if they have names', () => {
  expect(openedWarning({ label: 'Desk', reason: 'fallback' }, 'Lapel')).toEqual({
    tone: 'warning',
    text: 'Lapel isn’t connected. Listening to Desk.',
  });
  expect(openedWarning({ label: '', reason: 'fallback' }, '')).toMatchObject({
    text: 'The chosen microphone isn’t connected. Listening to another one.',
  });
});

it('the built-in one in place of a headset is no trouble, but is mentioned', () => {
  expect(openedWarning({ label: 'Inside', reason: 'built-in-with-bluetooth' }, undefined)).toMatchObject({
    tone: 'remark',
    text: expect.stringContaining('built-in microphone'),
  });
});

it('a silent device comes with what to do: under a closed lid the built-in one hears nothing', () => {
  expect(silenceWarning({ label: '', reason: 'asked-for' })).toContain('muted');
  expect(silenceWarning({ label: '', reason: 'built-in-with-bluetooth' })).toContain('lid');
});

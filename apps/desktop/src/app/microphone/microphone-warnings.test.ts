import { expect, it } from 'vitest';
import { openedWarning, silenceWarning } from './microphone-warnings.ts';

it('the requested device causes no warning', () => {
  expect(openedWarning({ label: 'Desk', reason: 'asked-for' }, 'Desk')).toBeUndefined();
});

it('a fallback for the selected device is reported with the names of both, if known', () => {
  expect(openedWarning({ label: 'Desk', reason: 'fallback' }, 'Lapel')).toEqual({
    tone: 'warning',
    text: 'Lapel isn’t connected. Listening to Desk.',
  });
  expect(openedWarning({ label: '', reason: 'fallback' }, '')).toMatchObject({
    text: 'The chosen microphone isn’t connected. Listening to another one.',
  });
});

it('the built-in microphone in place of a headset is only remarked on', () => {
  expect(openedWarning({ label: 'Inside', reason: 'built-in-with-bluetooth' }, undefined)).toMatchObject({
    tone: 'remark',
    text: expect.stringContaining('built-in microphone'),
  });
});

it('a silent device is reported with advice, which for the built-in one mentions the lid', () => {
  expect(silenceWarning({ label: '', reason: 'asked-for' })).toContain('muted');
  expect(silenceWarning({ label: '', reason: 'built-in-with-bluetooth' })).toContain('lid');
});

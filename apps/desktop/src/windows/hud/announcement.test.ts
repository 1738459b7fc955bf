import { expect, it } from 'vitest';
import type { HudView } from '../../channel/hud-messages.ts';
import { announcementOf } from './announcement.ts';

const LISTENING: HudView = {
  state: 'listening',
  mode: 'hold',
  title: 'Listening',
  detail: null,
  trouble: false,
  level: -24,
  seconds: 7,
  text: '',
  host: 'api.openai.com',
  actions: [],
  cancelChord: 'Ctrl+Shift+C',
};

it('says how it stands, and what to know or do', () => {
  expect(announcementOf(LISTENING)).toBe('Listening');
  expect(announcementOf({ ...LISTENING, detail: 'The connection broke.' })).toBe('Listening. The connection broke.');
  expect(announcementOf({ ...LISTENING, title: 'No connection.', detail: 'Try again.' })).toBe(
    'No connection. Try again.',
  );
});

it('says nothing new while a dictation goes on: neither text, time nor level', () => {
  const later = { ...LISTENING, level: -3, seconds: 12, text: 'Dear Anna,' };
  expect(announcementOf(later)).toBe(announcementOf(LISTENING));
});

it('says nothing while nothing is shown', () => {
  expect(announcementOf(null)).toBe('');
});

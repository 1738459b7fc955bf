import { expect, it } from 'vitest';
import { announcementOf } from './announcement.ts';

it.each([
  ['Listening', null, 'Listening'],
  ['Listening', 'The connection broke.', 'Listening. The connection broke.'],
  ['No connection.', 'Try again.', 'No connection. Try again.'],
])('says the state, and what to know or do: %s %s', (title, detail, said) => {
  expect(announcementOf({ title, detail })).toBe(said);
});

it('says nothing while nothing is shown', () => {
  expect(announcementOf(null)).toBe('');
});

import { expect, test } from 'vitest';
import { browserEnvironment } from './browser-environment.ts';

test('A browser, ours or the user’s, gets only the variables it needs', () => {
  const variables = { HOME: '/home/me', OPENAI_API_KEY: 'sk', LC_ALL: 'C', DISPLAY: ':0', EMPTY: undefined };
  expect(browserEnvironment(variables, ':1')).toEqual({ HOME: '/home/me', LC_ALL: 'C', DISPLAY: ':1' });
});

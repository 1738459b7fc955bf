import type { SttErrorKind } from '@workspace/speech/provider';
import { expect, test } from 'vitest';
import { ArgumentError, USAGE_HINT } from './arguments.ts';
import { AudioFileError } from './audio-file-error.ts';
import { ConfigurationError } from './configuration.ts';
import { exitCodeForProvider, explain } from './exit-codes.ts';
import { OutputError } from './output.ts';

test.for<[Error, number, string]>([
  [new ArgumentError('--json is refused.'), 2, `--json is refused.\n${USAGE_HINT}`],
  [new ConfigurationError('Missing'), 2, 'Missing'],
  [new AudioFileError('a\u001b[2J.wav', 'is empty.'), 2, '"a\uFFFD[2J.wav" is empty.'],
  [new OutputError('ENOSPC'), 1, "Couldn't write the text (ENOSPC)."],
])('%s has its exit code and message', ([error, exitCode, message]) => {
  expect(explain(error)).toEqual({ exitCode, message });
});

test('An unexpected error is reported without its message, which may quote what was said', () => {
  const { exitCode, message } = explain(new TypeError('"the words that were said" is not a function\nor sk-secret'));
  expect(exitCode).toBe(1);
  expect(message).toMatch(/This is a bug.*\nTypeError\n {4}at .*exit-codes\.test\.ts/);
  expect(message).not.toContain('said');
  expect(message).not.toContain('secret');
  expect(explain('the words that were said').message).not.toContain('said');
});

test.for<[SttErrorKind, number]>([
  ['auth', 3],
  ['permission', 3],
  ['quota', 4],
  ['rate-limit', 4],
  ['network', 4],
  ['timeout', 4],
  ['bad-config', 4],
  ['expired', 4],
  ['server', 4],
  ['protocol', 4],
  ['unavailable', 4],
])('A provider failure of the kind %s exits with %i', ([kind, exitCode]) => {
  expect(exitCodeForProvider(kind)).toBe(exitCode);
});

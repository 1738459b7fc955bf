import { expect, test } from 'vitest';
import { parseReleaseArguments } from './release-arguments.ts';
import { ReleaseError } from './release-error.ts';

test('A version alone makes a signed release without notes', () => {
  expect(parseReleaseArguments(['0.6.0'])).toEqual({
    version: '0.6.0',
    notes: '',
    isUnsignedAllowed: false,
    folder: undefined,
  });
});

test('Options give the notes and the folder, and allow an unsigned release', () => {
  expect(parseReleaseArguments(['0.6.0', '--notes', 'Faster.', '--into', 'out', '--unsigned'])).toEqual({
    version: '0.6.0',
    notes: 'Faster.',
    isUnsignedAllowed: true,
    folder: 'out',
  });
});

test.each([[[]], [['0.6.0', '0.7.0']], [['0.6.0', '--unsinged']], [['0.6.0', '--notes']]])(
  'Other arguments are rejected, with a pointer to the help: %j',
  (argv) => {
    expect(() => parseReleaseArguments(argv)).toThrow(ReleaseError);
    expect(() => parseReleaseArguments(argv)).toThrow('npm run release -- --help');
  },
);

test('The help names the options', () => {
  expect(parseReleaseArguments(['--help'])).toEqual({ help: expect.stringMatching(/--notes.*--unsigned.*--into/s) });
});

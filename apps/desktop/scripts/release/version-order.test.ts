import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectionTo } from './version-order.ts';

function release(version: string, isDevelopment = false) {
  const file = { version, sha256: 'a'.repeat(64), size: 1, date: '2026-01-02', notes: '' };
  return isDevelopment ? { ...file, isDevelopment } : file;
}

test.each([
  '',
  'v1.2.3',
  '1.2',
  '1.2.3.4',
  '1.2.03',
  'latest',
  '1.2.3+build',
  '1.2.3-',
  '1.2.3-a..b',
  '../1.2.3',
  ' 1.2.3',
])('“%s” is no version', (version) => {
  expect(objectionTo(version, [])).toContain('is no version');
});

test.each(['0.5.4', '0.5.5', '0.6.0-beta.1', '0.6.0-beta.2'])('%s is refused after 0.6.0-beta.2', (version) => {
  expect(objectionTo(version, [release('0.5.5'), release('0.6.0-beta.2')])).toMatch(/is not newer than 0\.[56]/);
});

test.each(['0.6.0-beta.3', '0.6.0-beta.10', '0.6.0', '0.10.0', '1.0.0'])(
  '%s is taken after 0.6.0-beta.2',
  (version) => {
    expect(objectionTo(version, [release('0.5.5'), release('0.6.0-beta.2')])).toBeUndefined();
  },
);

test('An image for development gives way to the release of its version, not to an older one', () => {
  const development = [release('0.5.5', true)];
  expect(objectionTo('0.5.5', development)).toBeUndefined();
  expect(objectionTo('0.5.4', development)).toContain('0.5.5');
});

test('Of two versions one may follow the other, never both', () => {
  const part = fc.nat(3);
  const version = fc
    .tuple(part, part, part, fc.option(part))
    .map(([major, minor, patch, beta]) => `${major}.${minor}.${patch}${beta === null ? '' : `-beta.${beta}`}`);
  fc.assert(
    fc.property(version, version, (one, other) => {
      const follows = [objectionTo(one, [release(other)]), objectionTo(other, [release(one)])].filter((it) => !it);
      expect(follows).toHaveLength(one === other ? 0 : 1);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENT_LINE, MACOS_12_LINE } from '../../src/electron/release-line.ts';
import { objectionTo as objectionIn } from './version-order.ts';

function objectionTo(version: string, releases: Parameters<typeof objectionIn>[1]) {
  return objectionIn(version, releases, CURRENT_LINE);
}

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
])('“%s” is not a version', (version) => {
  expect(objectionTo(version, [])).toContain('is no version');
});

test.each(['0.5.4', '0.5.5', '0.6.0-beta.1', '0.6.0-beta.2'])('%s is rejected after 0.6.0-beta.2', (version) => {
  expect(objectionTo(version, [release('0.5.5'), release('0.6.0-beta.2')])).toMatch(/is not newer than 0\.[56]/);
});

test.each(['0.6.0-beta.3', '0.6.0-beta.10', '0.6.0', '0.10.0', '1.0.0'])(
  '%s is accepted after 0.6.0-beta.2',
  (version) => {
    expect(objectionTo(version, [release('0.5.5'), release('0.6.0-beta.2')])).toBeUndefined();
  },
);

test('A development image can be replaced by a release of its version, but not by an older one', () => {
  const development = [release('0.5.5', true)];
  expect(objectionTo('0.5.5', development)).toBeUndefined();
  expect(objectionTo('0.5.4', development)).toContain('0.5.5');
});

function forMacos12(version: string) {
  return { ...release(version), channel: MACOS_12_LINE.channel };
}

test.each(['0.9.2', '0.9.3-beta.1'])('The macOS 12 line can continue below the current one: %s', (version) => {
  expect(
    objectionIn(version, [release('0.9.0'), release('1.0.0'), forMacos12('0.9.1')], MACOS_12_LINE),
  ).toBeUndefined();
});

test.each(['0.9.0', '0.9.1', '0.8.0'])(
  'The macOS 12 line rejects versions that are not newer than its last: %s',
  (version) => {
    const releases = [release('0.9.0'), release('1.0.0'), forMacos12('0.9.1')];
    expect(objectionIn(version, releases, MACOS_12_LINE)).toContain('is not newer');
  },
);

test('The macOS 12 line can’t overtake the current one, which upgraded Macs switch to', () => {
  expect(objectionIn('1.0.1', [release('1.0.0')], MACOS_12_LINE)).toContain('is not older');
});

test('The current line can’t reuse a version of the macOS 12 line, but may follow one', () => {
  expect(objectionTo('0.9.1', [forMacos12('0.9.1')])).toContain('0.9.1');
  expect(objectionTo('1.0.1', [release('1.0.0'), forMacos12('0.9.9')])).toBeUndefined();
});

test('Of two different versions, exactly one may follow the other', () => {
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

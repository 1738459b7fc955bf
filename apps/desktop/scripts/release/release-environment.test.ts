import { expect, test } from 'vitest';
import { readReleaseEnvironment } from './release-environment.ts';
import { ReleaseError } from './release-error.ts';

const GIVEN = { SAYKEY_API_URL: 'https://api.example.com', SAYKEY_SITE_URL: 'https://www.example.com' };

test('Both addresses are enough for a release', () => {
  expect(readReleaseEnvironment({ ...GIVEN, PATH: '/bin', INIT_CWD: '/somewhere' })).toEqual({
    calledFrom: '/somewhere',
    canNotarize: false,
  });
});

test.each(['SAYKEY_API_URL', 'SAYKEY_SITE_URL'])('An empty %s counts as missing', (name) => {
  expect(() => readReleaseEnvironment({ ...GIVEN, [name]: '' })).toThrow(
    new ReleaseError(`Missing required environment variable ${name}`),
  );
});

test.each([
  'http://api.example.com',
  'api.example.com',
  'https://api.example.com/',
  'https://api.example.com?x',
  'https://',
])('%s is rejected as the API’s address', (address) => {
  expect(() => readReleaseEnvironment({ ...GIVEN, SAYKEY_API_URL: address })).toThrow(/^SAYKEY_API_URL must /);
});

test.each([
  [{ APPLE_API_KEY: '/key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' }, true],
  [{ APPLE_ID: 'somebody', APPLE_APP_SPECIFIC_PASSWORD: 'password', APPLE_TEAM_ID: 'team' }, true],
  [{ APPLE_KEYCHAIN_PROFILE: 'profile' }, true],
  [{ APPLE_API_KEY: '/key.p8', APPLE_API_KEY_ID: '', APPLE_API_ISSUER: 'issuer' }, false],
  [{ APPLE_ID: 'somebody', APPLE_API_KEY_ID: 'id', APPLE_TEAM_ID: 'team' }, false],
])('Whether the app can be notarized with %j: %s', (given, canNotarize) => {
  expect(readReleaseEnvironment({ ...GIVEN, ...given })).toMatchObject({ canNotarize });
});

import { expect, test } from 'vitest';
import { MINUTE_MS } from '../clock.ts';
import { Keys } from '../secrets/keys.ts';
import { TestClock } from '../testing/test-clock.ts';
import { openGoogleAttempt, sealGoogleAttempt } from './google-attempt.ts';

const ATTEMPT = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'the-verifier' };
const OLD_SECRET = 'the-secret-of-yesterday-0123456789';
const NEW_SECRET = 'the-secret-of-today-0123456789-0123';

function services(...secrets: [string, ...string[]]) {
  return { keys: new Keys(secrets), clock: new TestClock() };
}

test('A Google sign-in attempt passes through the browser unchanged and unreadable', async () => {
  const here = services(NEW_SECRET);
  const sealed = await sealGoogleAttempt(here, ATTEMPT);
  for (const text of Object.values(ATTEMPT)) {
    expect(sealed).not.toContain(text);
    expect(sealed).not.toContain(Buffer.from(text).toString('base64url'));
  }
  expect(await openGoogleAttempt(here, sealed)).toEqual(ATTEMPT);
});

test('A Google sign-in attempt expires after ten minutes', async () => {
  const here = services(NEW_SECRET);
  const sealed = await sealGoogleAttempt(here, ATTEMPT);
  here.clock.advance(10 * MINUTE_MS - 1);
  expect(await openGoogleAttempt(here, sealed)).toEqual(ATTEMPT);
  here.clock.advance(1);
  expect(await openGoogleAttempt(here, sealed)).toBeUndefined();
});

test('A Google sign-in attempt survives a change of secret while the old one is still accepted', async () => {
  const sealed = await sealGoogleAttempt(services(OLD_SECRET), ATTEMPT);
  expect(await openGoogleAttempt(services(NEW_SECRET, OLD_SECRET), sealed)).toEqual(ATTEMPT);
  expect(await openGoogleAttempt(services(NEW_SECRET), sealed)).toBeUndefined();
});

test('A Google sign-in attempt that this server did not seal is rejected', async () => {
  const here = services(NEW_SECRET);
  const sealed = await sealGoogleAttempt(here, ATTEMPT);
  for (const forged of ['', 'x', '....', `${sealed}x`, sealed.slice(0, -1), 'a'.repeat(4_000)]) {
    expect(await openGoogleAttempt(here, forged)).toBeUndefined();
  }
});

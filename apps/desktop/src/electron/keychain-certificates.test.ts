import { getCACertificates } from 'node:tls';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { KeychainCertificates } from './keychain-certificates.ts';

const OWN = '-----BEGIN CERTIFICATE-----\nof the company\n-----END CERTIFICATE-----';

let clock: FakeClock;
const readKeychain = vi.fn();

beforeEach(() => {
  clock = new FakeClock();
  readKeychain.mockReset();
  readKeychain.mockResolvedValue([OWN]);
});

test('The Keychain is read only after a certificate has been refused', async () => {
  const certificates = new KeychainCertificates(clock, readKeychain);
  const onChange = vi.fn();
  certificates.onChange(onChange);
  expect(certificates.trusted).toEqual(getCACertificates('default'));
  expect(readKeychain).not.toHaveBeenCalled();
  certificates.handleRefusal();
  certificates.handleRefusal();
  expect(certificates.trusted).not.toContain(OWN);
  await settlePromises();
  expect(readKeychain).toHaveBeenCalledOnce();
  expect(onChange).toHaveBeenCalledOnce();
  expect(certificates.trusted).toEqual([...getCACertificates('default'), OWN]);
});

test('The Keychain is read again after a minute at the earliest', async () => {
  const certificates = new KeychainCertificates(clock, readKeychain);
  certificates.handleRefusal();
  await settlePromises();
  clock.advance(59_999);
  certificates.handleRefusal();
  expect(readKeychain).toHaveBeenCalledOnce();
  clock.advance(1);
  certificates.handleRefusal();
  expect(readKeychain).toHaveBeenCalledTimes(2);
});

test('If the Keychain cannot be read, nothing changes', async () => {
  readKeychain.mockRejectedValue(new Error('no Keychain'));
  const certificates = new KeychainCertificates(clock, readKeychain);
  const onChange = vi.fn();
  certificates.onChange(onChange);
  certificates.handleRefusal();
  await settlePromises();
  expect(onChange).not.toHaveBeenCalled();
  expect(certificates.trusted).toEqual(getCACertificates('default'));
});

test('The worker thread loads the system’s certificate authorities', async () => {
  const certificates = new KeychainCertificates(clock);
  const isRead = Promise.withResolvers<void>();
  certificates.onChange(isRead.resolve);
  certificates.handleRefusal();
  await isRead.promise;
  expect(certificates.trusted).toEqual([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
});

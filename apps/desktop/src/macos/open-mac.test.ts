import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { afterEach, expect, test } from 'vitest';
import { MacUnavailableError, openMac } from './open-mac.ts';

const { platform } = process;

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
});

test.runIf(platform !== 'darwin')('On other systems, openMac rejects', async () => {
  await expect(openMac({ clock: new FakeClock(), ownField: async () => 'none' })).rejects.toThrow(MacUnavailableError);
});

test.runIf(platform !== 'darwin')(
  'A library that can’t be loaded is reported as a single error, with its cause',
  async () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const failure = await openMac({ clock: new FakeClock(), ownField: async () => 'none' }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(MacUnavailableError);
    expect((failure as MacUnavailableError).cause).toBeInstanceOf(Error);
  },
);

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ElectronLinks } from './links.ts';
import { FakeElectronApp } from './testing/fake-electron-app.ts';

let app: FakeElectronApp;
let links: ElectronLinks;
const openExternal = vi.fn(async () => {});

beforeEach(() => {
  openExternal.mockReset();
  app = new FakeElectronApp();
  links = new ElectronLinks(app.asApp, { openExternal });
});

describe('A link to the app', () => {
  test('that the app was launched with waits for a listener', () => {
    expect(app.raise('open-url', 'saykey://setup?token=one').defaultPrevented).toBe(true);
    const onLink = vi.fn();
    links.onLink(onLink);
    expect(onLink).toHaveBeenCalledExactlyOnceWith('saykey://setup?token=one');
    links.onLink(onLink);
    expect(onLink).toHaveBeenCalledOnce();
  });

  test('is passed on immediately while the app is running', () => {
    const onLink = vi.fn();
    links.onLink(onLink);
    expect(onLink).not.toHaveBeenCalled();
    app.raise('open-url', 'saykey://setup?token=two');
    expect(onLink).toHaveBeenCalledExactlyOnceWith('saykey://setup?token=two');
  });

  test('replaces earlier ones that are still waiting', () => {
    app.raise('open-url', 'saykey://setup?token=one');
    app.raise('open-url', 'saykey://setup?token=two');
    const onLink = vi.fn();
    links.onLink(onLink);
    expect(onLink).toHaveBeenCalledExactlyOnceWith('saykey://setup?token=two');
  });

  test.each([
    'https://example.com/',
    'file:///etc/passwd',
    'other://setup',
    `saykey://setup?token=${'a'.repeat(3_000)}`,
  ])('is ignored if it is another kind of link or too long: %.40s', (url) => {
    const onLink = vi.fn();
    links.onLink(onLink);
    expect(app.raise('open-url', url).defaultPrevented).toBe(true);
    expect(onLink).not.toHaveBeenCalled();
  });

  test('is found among command-line arguments', () => {
    const onLink = vi.fn();
    links.onLink(onLink);
    expect(links.takeFrom(['/Applications/Saykey.app', '--flag'])).toBe(false);
    expect(links.takeFrom(['/Applications/Saykey.app', '--flag', 'SAYKEY://setup?token=one'])).toBe(true);
    expect(onLink).toHaveBeenCalledExactlyOnceWith('SAYKEY://setup?token=one');
  });

  test('is registered with the system only for the packaged app', () => {
    expect(app.protocols).toEqual(['saykey']);
    const unpacked = new FakeElectronApp();
    unpacked.isPackaged = false;
    new ElectronLinks(unpacked.asApp, { openExternal });
    expect(unpacked.protocols).toEqual([]);
  });
});

describe('The browser', () => {
  test.each([
    'https://www.example.com/app/billing?a=b',
    'http://localhost:3000/app',
    'http://127.0.0.1:3000/',
    'http://[::1]/',
  ])('opens %s', async (url) => {
    await links.openPage(url);
    expect(openExternal).toHaveBeenCalledExactlyOnceWith(url);
  });

  test.each([
    'http://example.com/',
    'http://localhost.example.com/',
    'file:///Applications/Calculator.app',
    'smb://example.com/share',
    'x-apple.systempreferences:com.apple.preference.security',
    'javascript:alert(1)',
    'https://user:password@example.com/',
    'saykey://setup?token=one',
    'no address',
    '',
  ])('does not open %s', async (url) => {
    await expect(links.openPage(url)).rejects.toThrow('Only pages of the web can be opened.');
    expect(openExternal).not.toHaveBeenCalled();
  });

  test('that cannot be started causes an error', async () => {
    openExternal.mockRejectedValue(new Error('Failed to open'));
    await expect(links.openPage('https://www.example.com/')).rejects.toThrow('Failed to open');
  });
});

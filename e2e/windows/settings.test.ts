// The settings window in a real browser: what each control sends, and what the window makes of the app's answers.
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { NOT_REACHED, SIGNED_OUT } from '@workspace/desktop/app/account/account';
import { conflictRemark } from '@workspace/desktop/app/hotkeys/known-conflicts';
import { MICROPHONE_PROBLEMS } from '@workspace/desktop/app/microphone/level-monitor';
import type { Command } from '@workspace/desktop/ipc/commands';
import type { SettingsView } from '@workspace/desktop/ipc/settings-messages';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, horizontalOverflow } from '../page-checks.ts';
import { expectAccessibleInLightAndDark, narrow, openPage, startWindows } from './pages.ts';
import { DISK_FULL, errorOf, macPermissions, takenProblem } from './product-texts.ts';
import { ACCESSIBILITY, MICROPHONE, SettingsApp, typicalView, viewWith } from './settings-app.ts';

const PAGES = [
  'General',
  'Speech',
  'Words',
  'Writing',
  'Tidy up',
  'Apps',
  'Microphone',
  'Shortcuts',
  'Account',
  'Self-check',
  'Privacy',
];

const { browser, server } = await startWindows();
let page = await newPage();
let app: SettingsApp;

function newPage(): Promise<Page> {
  return openPage(browser, { timezoneId: 'Europe/Berlin' });
}

/** Opens the window. All tests share one page, which is cheaper than a new one each. */
async function open(title: string, view: SettingsView = typicalView()): Promise<void> {
  if (page.isClosed()) page = await newPage();
  app = new SettingsApp(await server.open(page, 'settings'), view);
  await page.getByRole('tab', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function untilSent(...messages: unknown[]): Promise<void> {
  await expect.poll(() => app.messages).toEqual(messages);
}

/** Waits until the latest change is this one, and answers. */
async function untilChanged(change: Record<string, unknown>): Promise<void> {
  await expect.poll(() => app.changes.at(-1)).toEqual(change);
  app.answer();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();

describe('speech', () => {
  test('a provider can be chosen, and the host that receives the audio is shown', async () => {
    const providers = typicalView().providers.map((provider) => ({ ...provider, key: 'stored' as const }));
    await open('Speech', viewWith({ languages: ['de'] }, { providers }));
    await shown('Your speech goes to api.openai.com');
    await page.getByRole('radio', { name: /Deepgram/ }).click();
    await untilChanged({ provider: 'deepgram' });
    await shown('Your speech goes to api.deepgram.com');
    await page.getByRole('radio', { name: /compatible/ }).click();
    await untilChanged({ provider: 'openai-compatible' });
    await shown('Nothing is sent until you enter the server’s address.');
  });

  test('providers with a key come first, with their price, when text appears, and where audio goes', async () => {
    const providers = typicalView().providers.map((provider) => ({
      ...provider,
      key: provider.id === 'soniox' ? ('stored' as const) : ('none' as const),
    }));
    await open('Speech', viewWith({ provider: 'soniox' }, { providers }));
    const offered = page.getByRole('radiogroup', { name: 'Provider' }).locator('label');
    const nameOf = (index: number) => offered.nth(index).innerText();
    await expect.poll(() => offered.count()).toBe(1 + providers.length);
    expect(await nameOf(1)).toBe('Soniox\nKey added\nUS$0.002 per minute · Live\nstt-rt.soniox.com');
    expect(await nameOf(2)).toBe('OpenAI\nUS$0.0045 per minute · Live optional\napi.openai.com');
    // The order stays as it is, so that nothing moves under the pointer.
    app.show({ providers: providers.map((provider) => ({ ...provider, key: 'stored' as const })) });
    await expect.poll(() => nameOf(2)).toContain('Key added');
    expect(await nameOf(1)).toContain('Soniox');
  });

  test('on-device recognition is a provider without a key, address, model or price', async () => {
    await open('Speech');
    await page.getByRole('radio', { name: /On this computer.*English only · Free/ }).click();
    await untilChanged({ provider: 'on-device' });
    await shown('Your speech is turned into text on this computer and never leaves it.');
    for (const words of ['English only', 'Works without internet', 'less accurate than a paid provider'])
      await shown(words);
    expect(await page.getByLabel('API key').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Model' }).count()).toBe(0);
    expect(await page.getByText('per hour').count()).toBe(0);
    expect(await page.getByRole('switch').count()).toBe(0);
    await page.getByRole('tab', { name: 'Privacy' }).click();
    await shown('Is turned into text on this computer and never leaves it. It’s never saved to disk.');
  });

  test('the state of on-device recognition is shown, from loading to failed', async () => {
    await open('Speech', viewWith({ provider: 'on-device' }, { platform: 'mac' }));
    await page.getByRole('radio', { name: 'On this Mac' }).waitFor();
    await shown('Loads when you press the key, and is unloaded after five minutes without use.');
    for (const [onDevice, words] of [
      ['loading', 'Loading'],
      ['ready', 'Ready'],
      ['failed', 'Can’t start'],
    ] as const) {
      app.show({ onDevice });
      await page.getByRole('status').getByText(words, { exact: true }).waitFor();
    }
    await shown('Run the self-check to see why.');
  });

  test('until the provider is set up, the page says that this computer is used', async () => {
    await open('Speech');
    await page.getByRole('radio', { name: /Deepgram/ }).click();
    await untilChanged({ provider: 'deepgram' });
    await shown('Until Deepgram has an API key, your speech is turned into text on this computer and never leaves it.');
    await page.getByLabel('API key').waitFor();
    await page.getByRole('radio', { name: /compatible/ }).click();
    await untilChanged({ provider: 'openai-compatible' });
    await shown('Until OpenAI-compatible server has an address, your speech is turned into text on this computer');
  });

  test('a warning says that on-device recognition is limited to English', async () => {
    await open('Speech', viewWith({ provider: 'on-device', languages: ['de'] }));
    await shown('Recognition on this computer understands English only.');
    await shown('Add it, or choose another provider.');
    await shown('Until then, you can’t dictate.');
    await page.getByLabel('Add a language').fill('British');
    await page.getByRole('option', { name: 'British English' }).waitFor();
    await page.keyboard.press('Enter');
    await untilChanged({ languages: ['de', 'en-GB'] });
    await page.getByText('English isn’t one of your languages').first().waitFor({ state: 'detached' });
  });

  test('the on-device fallback can be switched off, and is described as unavailable without English', async () => {
    await open('Speech');
    const takeOver = page.getByRole('switch', { name: 'Use this computer when the provider fails' });
    await shown('Recognition on this computer');
    await takeOver.press('Space');
    await untilChanged({ onDeviceFallback: false });
    await page.getByText('Idle').waitFor({ state: 'detached' });
    app.show({ settings: { ...app.view.settings, onDeviceFallback: true, languages: ['de'] } });
    await shown('So it can’t step in.');
    app.show({ platform: 'mac' });
    await page.getByRole('switch', { name: 'Use this Mac when the provider fails' }).waitFor();
  });

  test('a key is entered without being shown, and checked immediately', async () => {
    await open('Speech', viewWith({ provider: 'deepgram' }));
    const field = page.getByLabel('API key');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('off');
    await field.fill('  key-of-a-test ');
    await field.press('Enter');
    await untilSent(
      { type: 'set-key', provider: 'deepgram', key: 'key-of-a-test' },
      { type: 'check-key', provider: 'deepgram' },
    );
    expect(await field.inputValue()).toBe('');
    expect(await page.content()).not.toContain('key-of-a-test');
  });

  test('a stored key can be checked, removed and replaced', async () => {
    await open('Speech');
    await button('Check API key').click();
    await button('Remove').click();
    await button('Replace').click();
    await page.keyboard.type('another');
    await page.keyboard.press('Escape');
    await button('Replace').click();
    await page.keyboard.type('one-more');
    await button('Add and check').click();
    await untilSent(
      { type: 'check-key', provider: 'openai' },
      { type: 'remove-key', provider: 'openai' },
      { type: 'set-key', provider: 'openai', key: 'one-more' },
      { type: 'check-key', provider: 'openai' },
    );
  });

  test('the result of a check is shown in words, with the time it took', async () => {
    await open('Speech');
    await shown('api.openai.com accepts the API key. Answered in 182 ms.');
    app.show({ providers: withCheck({ status: 'checking', message: 'Asking api.openai.com …', roundTripMs: null }) });
    await shown('Asking api.openai.com …');
    expect(await button('Check API key').isDisabled()).toBe(true);
    const { message: noConnection } = errorOf('network');
    app.show({ providers: withCheck({ status: 'unreachable', message: noConnection, roundTripMs: 9 }) });
    await shown(noConnection);
    expect(await page.getByText('Answered in').count()).toBe(0);
  });

  test('a key from the environment can only be checked', async () => {
    const providers = typicalView().providers.map((provider) => ({ ...provider, key: 'environment' as const }));
    await open('Speech', typicalView({ providers }));
    await shown('by an environment variable');
    expect(await button('Remove').count()).toBe(0);
    await button('Check API key').click();
    await untilSent({ type: 'check-key', provider: 'openai' });
  });

  test('a server that may need no key can be checked without one once it has an address', async () => {
    await open('Speech', viewWith({ provider: 'openai-compatible' }));
    await button('Add and check').waitFor();
    app.show({ providers: typicalView().providers.map((provider) => ({ ...provider, host: 'localhost:8000' })) });
    await button('Check without an API key').click();
    await untilSent({ type: 'check-key', provider: 'openai-compatible' });
  });

  test('an address is sent while it is typed, and stays in the field if it is rejected', async () => {
    await open('Speech', viewWith({ provider: 'openai-compatible' }));
    const field = page.getByLabel('Server address');
    await field.fill('localhost:8000');
    await untilChanged({ baseUrls: { 'openai-compatible': 'localhost:8000' } });
    await shown('The address must start with http:// or https://.');
    await page.getByLabel('API key').focus();
    app.show({ saveProblem: DISK_FULL });
    await shown(DISK_FULL);
    expect(await field.inputValue()).toBe('localhost:8000');
    await field.fill('http://localhost:8000/v1/');
    await field.blur();
    await untilChanged({ baseUrls: { 'openai-compatible': 'http://localhost:8000/v1/' } });
    await expect.poll(() => field.inputValue()).toBe('http://localhost:8000/v1');
    await field.fill('');
    await field.blur();
    await untilChanged({ baseUrls: {} });
  });

  test('an address is sent even if the window is closed right after the last keystroke', async () => {
    await open('Speech', viewWith({ provider: 'openai-compatible' }));
    await page.getByLabel('Server address').fill('http://localhost:8000/v1');
    await page.close();
    await untilChanged({ baseUrls: { 'openai-compatible': 'http://localhost:8000/v1' } });
  });

  test('models are listed with their prices, live ones marked Live', async () => {
    await open('Speech');
    await shown('US$0.0045 per minute, US$0.27 per hour.');
    await page.getByRole('switch', { name: 'Live' }).click();
    await untilChanged({ live: true });
    await shown('gpt-live-transcribe');
    await shown('US$0.017 per minute, US$1.02 per hour.');
    await page.getByRole('radio', { name: /Deepgram/ }).click();
    await untilChanged({ provider: 'deepgram' });
    await shown('US$0.0077 per minute, US$0.462 per hour.');
    expect(await page.getByRole('switch', { name: 'Live' }).count()).toBe(0);
  });

  test('another model can be chosen by keyboard', async () => {
    const providers = typicalView().providers.map((provider) => ({
      ...provider,
      models: ['first', 'second'].map((id) => ({ id, pricePerMinute: null, live: false })),
    }));
    await open('Speech', typicalView({ providers }));
    await page.getByRole('combobox', { name: 'Model' }).press('Enter');
    // The list appears a moment before it responds to keys.
    await page.locator('[role=option]:focus', { hasText: 'first' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilChanged({ models: { openai: 'second' } });
  });

  test('an OpenAI-compatible server may have a model with any name', async () => {
    await open('Speech', viewWith({ provider: 'openai-compatible' }));
    await page.getByRole('combobox', { name: 'Model' }).fill('whisper-of-mine');
    await page.getByRole('combobox', { name: 'Model' }).blur();
    await untilChanged({ models: { 'openai-compatible': 'whisper-of-mine' } });
  });

  test('languages can be added by typing part of their name, and removed', async () => {
    await open('Speech');
    await page.getByLabel('Add a language').fill('nederl');
    await page.getByRole('option', { name: 'Dutch' }).waitFor();
    await page.keyboard.press('Enter');
    await untilChanged({ languages: ['en', 'de', 'nl'] });
    await button('Remove Dutch').waitFor();
    expect(await page.getByLabel('Add a language').inputValue()).toBe('');
    await button('Remove English').click();
    await untilChanged({ languages: ['de', 'nl'] });
  });
});

describe('words', () => {
  test('two words added in a row are both kept, even before the app has answered', async () => {
    await open('Words', viewWith({ vocabulary: ['one'] }));
    await page.getByLabel('Add words').fill(' two ');
    await page.keyboard.press('Enter');
    await page.getByLabel('Add words').fill('three');
    await page.keyboard.press('Enter');
    await untilChanged({ vocabulary: ['one', 'two', 'three'] });
    await expect.poll(() => page.getByLabel('Add words').inputValue()).toBe('');
  });

  test('several words can be pasted, one per line', async () => {
    await open('Words', viewWith({ vocabulary: ['alpha'] }));
    await page.getByLabel('Add words').fill('beta\n\n  gamma \r\nalpha\nbeta\n');
    await button('Add 3 words').click();
    await untilChanged({ vocabulary: ['alpha', 'beta', 'gamma'] });
  });

  test('a rejected word stays in the field, with the reason', async () => {
    await open('Words');
    await page.getByLabel('Add words').fill(`fine\n${'x'.repeat(101)}`);
    await button('Add 2 words').click();
    await expect.poll(() => app.changes).toHaveLength(1);
    app.show({ rejected: { 'vocabulary.6': 'can have at most 100 characters.' } });
    await shown(`“${'x'.repeat(29)}…” can have at most 100 characters.`);
    expect(await page.getByLabel('Add words').inputValue()).toContain('fine');
    expect(await page.getByLabel('Add words').getAttribute('aria-invalid')).toBe('true');
  });

  test('words can be removed by keyboard, and the focus moves to the next', async () => {
    await open('Words');
    await button('Remove Grünwald').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await untilChanged({ vocabulary: ['Grünwald', 'PostgreSQL', 'Siobhán', '東京'] });
    await page.locator(':focus[aria-label="Remove PostgreSQL"]').waitFor();
  });

  test('long lists can be searched', async () => {
    await open('Words', viewWith({ vocabulary: Array.from({ length: 200 }, (_, index) => `word ${index}`) }));
    await page.getByLabel('Search vocabulary').fill('D 19');
    await shown('11 of 200');
    await button('Remove word 190').click();
    await expect.poll(() => app.changes).toHaveLength(1);
    const { vocabulary } = app.changes[0] as { vocabulary: string[] };
    expect(vocabulary).toHaveLength(199);
    expect(vocabulary).not.toContain('word 190');
  });

  test('replacements can be added, edited in place and removed', async () => {
    await open('Words', viewWith({ replacements: [{ from: 'a', to: '\n\n' }] }));
    await shown('2 line breaks');
    await page.getByLabel('Replace', { exact: true }).fill(' b ');
    await page.getByLabel('With', { exact: true }).fill('B, \nof course');
    await button('Add').last().click();
    await untilChanged({
      replacements: [
        { from: 'a', to: '\n\n' },
        { from: 'b', to: 'B, \nof course' },
      ],
    });
    await page.getByLabel('With, 1').fill('A');
    await page.getByLabel('With, 1').blur();
    await untilChanged({
      replacements: [
        { from: 'a', to: 'A' },
        { from: 'b', to: 'B, \nof course' },
      ],
    });
    await button('Remove the replacement for a').click();
    await untilChanged({ replacements: [{ from: 'b', to: 'B, \nof course' }] });
  });

  test('a rejected replacement shows the reason at its field', async () => {
    await open('Words');
    app.show({ rejected: { 'replacements.1.from': 'can’t be empty.' } });
    await expect.poll(() => page.getByLabel('Replace, 2').getAttribute('aria-invalid')).toBe('true');
    await shown('This can’t be empty.');
    expect(await page.getByLabel('Replace, 1').getAttribute('aria-invalid')).toBeNull();
  });
});

describe('apps', () => {
  const row = (name: string | RegExp) => page.getByRole('button', { name, expanded: false });
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };

  test('the app used last can get a rule, which follows the general settings until changed', async () => {
    await open('Apps', viewWith({ languages: ['en'], pressReturn: 'always' }));
    await shown('No rules yet');
    await button('Add Slack').click();
    await untilChanged({ appRules: [{ app: 'Slack' }] });
    await shown('Same as everywhere');
    expect(await button('Add Slack').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Press Return after each dictation, Slack' }).click();
    await page.getByRole('option', { name: /^Same as everywhere\s*Yes$/ }).waitFor();
    await page.getByRole('option', { name: 'No', exact: true }).click();
    await untilChanged({ appRules: [{ app: 'Slack', pressReturn: 'never' }] });
    await choose('Spoken commands, Slack', 'On');
    await untilChanged({ appRules: [{ app: 'Slack', pressReturn: 'never', spokenCommands: true }] });
    await shown('Doesn’t press Return, spoken commands');
    await choose('Press Return after each dictation, Slack', 'Same as everywhere');
    await untilChanged({ appRules: [{ app: 'Slack', spokenCommands: true }] });
  });

  test('a rule can use the general languages, detect them, or have its own', async () => {
    await open('Apps', viewWith({ languages: ['en'], appRules: [{ app: 'Slack' }] }));
    await row(/Slack/).click();
    await choose('Languages, Slack', 'Detect them');
    await untilChanged({ appRules: [{ app: 'Slack', languages: [] }] });
    await choose('Languages, Slack', 'Choose…');
    await untilChanged({ appRules: [{ app: 'Slack', languages: ['en'] }] });
    await page.getByPlaceholder('Add a language').fill('germ');
    await page.getByPlaceholder('Add a language').press('Enter');
    await untilChanged({ appRules: [{ app: 'Slack', languages: ['en', 'de'] }] });
    await button('Remove English').click();
    await untilChanged({ appRules: [{ app: 'Slack', languages: ['de'] }] });
    await shown('German');
  });

  test('any app can get a rule by name, and an existing rule is shown instead', async () => {
    await open('Apps', viewWith({ appRules: [{ app: 'XTerm', removeFillers: true }] }));
    await page.getByLabel('Another app').fill(' xterm ');
    await page.getByLabel('Another app').press('Enter');
    await page.getByRole('combobox', { name: 'Filler words, XTerm' }).waitFor();
    await page.getByLabel('Another app').fill('x'.repeat(201));
    await button('Add').click();
    app.answer();
    await shown('This can have at most 200 characters.');
    await page.getByLabel('Another app').fill('Emacs');
    await button('Add').click();
    await untilChanged({ appRules: [{ app: 'XTerm', removeFillers: true }, { app: 'Emacs' }] });
    await expect.poll(() => page.getByLabel('Another app').inputValue()).toBe('');
    await button('Remove the rule for XTerm').click();
    await untilChanged({ appRules: [{ app: 'Emacs' }] });
  });

  test('line breaks can be kept in an editor with a built-in terminal, and the risk is shown', async () => {
    await open('Apps', viewWith({}, { platform: 'mac', lastApp: 'com.apple.Notes' }));
    await shown('The app you used last: com.apple.Notes');
    await button('Keep in Cursor').click();
    await untilChanged({ appRules: [{ app: 'com.todesktop.230313mzl4w4u92', lineBreaks: 'keep' }] });
    await shown('In a terminal, each line may run as a command.');
    expect(await button('Keep in Cursor').count()).toBe(0);
    await choose('Line breaks, Cursor', 'Turn into spaces');
    await untilChanged({ appRules: [{ app: 'com.todesktop.230313mzl4w4u92', lineBreaks: 'spaces' }] });
    await expect.poll(() => page.getByText('In a terminal, each line').count()).toBe(0);
  });

  test('if an app has several rules, the page shows which one applies', async () => {
    const appRules = [
      { app: 'Slack', removeFillers: true },
      { app: 'slack', removeFillers: false },
    ];
    await open('Apps', viewWith({ appRules }));
    await row(/Removes filler words/).waitFor();
    await row(/Not used: an earlier rule for this app counts./).waitFor();
  });
});

describe('microphone', () => {
  test('the app listens only while the page is shown', async () => {
    await open('Microphone');
    await untilSent({ type: 'listen', on: true });
    app.show({ microphones: { ...app.view.microphones, isOpen: true, level: -12 } });
    await shown('Say something. The bar should move.');
    expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('speech is heard');
    await page.getByRole('tab', { name: 'General' }).click();
    await untilSent({ type: 'listen', on: true }, { type: 'listen', on: false });
  });

  test('the app listens again after the connection to the page is lost', async () => {
    const line = await server.open(page, 'settings');
    app = new SettingsApp(line);
    await page.getByRole('tab', { name: 'Microphone' }).click();
    await untilSent({ type: 'listen', on: true });
    app.show({ microphones: { ...app.view.microphones, isOpen: true } });
    await shown('Say something');
    const next = server.nextLine('settings');
    line.drop();
    app = new SettingsApp(await next);
    await untilSent({ type: 'listen', on: true });
  });

  test('a device can be chosen, and the system default restored', async () => {
    await open('Microphone');
    const choice = page.getByRole('combobox', { name: 'Microphone' });
    await choice.click();
    await page.getByRole('option', { name: 'Headset' }).click();
    await untilChanged({ microphone: { id: 'headset', label: 'Headset' } });
    await choice.click();
    await page.getByRole('option', { name: 'System default' }).click();
    await untilChanged({ microphone: null });
  });

  test('a disconnected device is marked, and one with a new id is found by name', async () => {
    await open('Microphone', viewWith({ microphone: { id: 'gone', label: 'Podium' } }));
    await shown('Podium (not connected)');
    await shown('Until you reconnect it, the system default is used.');
    const headset = { id: 'another-id', label: 'Headset' };
    app.show({ settings: { ...app.view.settings, microphone: headset } });
    await page.getByText('Until you reconnect it').waitFor({ state: 'detached' });
  });

  test('if permission is missing, it is requested only by a button', async () => {
    await open('Microphone', typicalView({ permissions: [MICROPHONE] }));
    await shown('Not listening');
    await button('Allow: Microphone').click();
    await untilSent({ type: 'request-permission', id: 'microphone' });
    app.show({ permissions: [{ ...MICROPHONE, granted: true }] });
    await untilSent({ type: 'request-permission', id: 'microphone' }, { type: 'listen', on: true });
    await button('Allow: Microphone').waitFor({ state: 'detached' });
  });

  test('the microphone can be kept on between dictations, and the cost is shown', async () => {
    await open('Microphone', typicalView({ platform: 'mac' }));
    await shown('The orange dot stays on, and it uses some battery.');
    await page.getByRole('switch', { name: 'Keep the microphone on between dictations', checked: false }).click();
    await untilChanged({ keepMicrophoneWarm: true });
    await page.getByRole('switch', { name: 'Keep the microphone on between dictations', checked: true }).waitFor();
  });

  test('on a Mac, a Bluetooth headset’s microphone can be used instead of the built-in one', async () => {
    await open('Microphone');
    const headset = page.getByRole('switch', { name: 'Use the built-in microphone with a Bluetooth headset' });
    expect(await headset.count()).toBe(0);
    app.show({ platform: 'mac' });
    await headset.click();
    await untilChanged({ builtInWithBluetooth: false });
  });

  test('a problem is shown with a button to try again', async () => {
    const { microphones } = typicalView();
    const problem = MICROPHONE_PROBLEMS.missing;
    await open('Microphone', typicalView({ microphones: { ...microphones, problem } }));
    await page.getByRole('alert').getByText(problem).waitFor();
    expect(app.messages).toEqual([]);
    await button('Try again').click();
    await untilSent({ type: 'listen', on: true });
  });
});

describe('shortcuts', () => {
  const PAUSE = { type: 'pause-chords', paused: true };
  const RESUME = { type: 'pause-chords', paused: false };
  const startRecording = async (title = 'Start and stop') => {
    await button(`Change the shortcut for “${title}”`).click();
    await shown('Press the new shortcut');
  };

  test('a new shortcut is recorded while the app’s chords are paused', async () => {
    await open('Shortcuts');
    await startRecording();
    await page.keyboard.press('Control+Alt+KeyD');
    const chords = { ...app.view.settings.chords, toggle: 'Control+Alt+D' };
    await untilSent(PAUSE, { type: 'change', change: { chords } }, RESUME);
    app.answer();
    await shown('Ctrl+Alt+D');
    await page.locator(':focus[aria-label="Change the shortcut for “Start and stop”"]').waitFor();
  });

  test('a new shortcut can be tried immediately in a field below', async () => {
    await open('Shortcuts');
    await startRecording();
    await page.keyboard.press('Escape');
    await page.getByText('Press the new shortcut').waitFor({ state: 'detached' });
    expect(await page.getByText('Try it in the field').count()).toBe(0);
    await startRecording();
    await page.keyboard.press('Control+Alt+KeyD');
    await page.getByRole('status').getByText('Changed. Try it in the field below.').waitFor();
    const toggle = { chord: 'Control+Alt+D', problem: await takenProblem('Control+Alt+D'), remark: null };
    app.show({ chords: { ...app.view.chords, toggle } });
    await page.getByText('Try it in the field').waitFor({ state: 'detached' });
    await page.getByLabel('Try it here').fill('what was said');
    await page.keyboard.press('Control+KeyA');
    expect(app.changes).toHaveLength(1);
  });

  test('Escape stops recording and changes nothing', async () => {
    await open('Shortcuts');
    await startRecording();
    await page.keyboard.press('Escape');
    await untilSent(PAUSE, RESUME);
  });

  test('switching to another page stops recording too', async () => {
    await open('Shortcuts');
    await startRecording();
    await page.getByRole('tab', { name: 'General' }).click();
    await untilSent(PAUSE, RESUME);
  });

  test('typing keys, unsupported keys and shortcuts already used are rejected with a reason', async () => {
    await open('Shortcuts');
    await startRecording();
    await page.keyboard.press('Shift+KeyD');
    await shown('Hold Ctrl, Alt or Super with the key');
    await page.keyboard.press('Control+Semicolon');
    await shown('You can’t use this key.');
    await page.keyboard.press('Control+Shift+Space');
    await shown('Ctrl+Shift+Space is already used for “Hold to dictate”.');
    expect(app.changes).toEqual([]);
    await page.keyboard.press('F9');
    await untilChanged({ chords: { ...app.view.settings.chords, toggle: 'F9' } });
  });

  test.each([
    ['ControlRight', 'RightControl', 'Right Ctrl'],
    ['AltRight', 'RightAlt', 'Right Alt'],
    ['ShiftLeft', 'LeftShift', 'Left Shift'],
    ['MetaLeft', 'LeftCommand', 'Left Super'],
  ])('a modifier pressed and released alone is accepted: %s', async (code, written, label) => {
    await open('Shortcuts');
    await startRecording('Hold to dictate');
    await page.keyboard.down(code);
    expect(app.changes).toEqual([]);
    await page.keyboard.up(code);
    await untilChanged({ chords: { ...app.view.settings.chords, hold: written } });
    app.answer();
    await shown(label);
  });

  test('modifiers held together don’t count as lone keys', async () => {
    await open('Shortcuts');
    await startRecording('Hold to dictate');
    for (const code of ['ControlRight', 'ShiftRight']) await page.keyboard.down(code);
    for (const code of ['ShiftRight', 'ControlRight']) await page.keyboard.up(code);
    await page.keyboard.press('Control+Alt+KeyD');
    await untilChanged({ chords: { ...app.view.settings.chords, hold: 'Control+Alt+D' } });
    expect(app.changes).toHaveLength(1);
  });

  test('a lone modifier is rejected for Cancel', async () => {
    await open('Shortcuts');
    await startRecording('Cancel');
    await page.keyboard.press('ControlRight');
    await shown('Hold Ctrl, Alt or Super with the key');
    expect(await page.getByText('A single modifier key works too').count()).toBe(0);
    expect(app.changes).toEqual([]);
  });

  test('a mouse button can be recorded by clicking', async () => {
    await open('Shortcuts');
    await startRecording('Hold to dictate and send');
    await page.getByText('A single modifier key works too').click({ button: 'middle' });
    const chords = { ...app.view.settings.chords, send: 'Mouse3' };
    await untilChanged({ chords });
    app.answer();
    await shown('Middle mouse button');
  });

  test.each([
    ['send', 'Hold to dictate and send'],
    ['edit', 'Hold to edit by voice'],
  ] as const)('the %s key can be set and removed', async (action, title) => {
    await open('Shortcuts');
    expect(await button(`Remove the shortcut for “${title}”`).count()).toBe(0);
    await startRecording(title);
    await page.keyboard.press('F9');
    await untilChanged({ chords: { ...app.view.settings.chords, [action]: 'F9' } });
    app.answer();
    await button(`Remove the shortcut for “${title}”`).click();
    await expect.poll(() => app.changes.at(-1)).toMatchObject({ chords: { [action]: null } });
  });

  test('Fn is offered as a button on a Mac', async () => {
    await open('Shortcuts', viewWith({}, { platform: 'mac' }));
    await startRecording('Hold to dictate');
    await button('Use Fn').click();
    await expect.poll(() => app.changes).toMatchObject([{ chords: { hold: 'Fn' } }]);
  });

  test('the permission that lone keys need on a Mac is shown before one is chosen', async () => {
    const lacking = { ...ACCESSIBILITY, granted: false };
    await open('Shortcuts', viewWith({}, { platform: 'mac', permissions: [lacking] }));
    await startRecording('Hold to dictate');
    await shown('Both need Accessibility, which isn’t allowed yet.');
    app.show({ permissions: [{ ...lacking, granted: true }] });
    await page.getByText('Both need Accessibility').waitFor({ state: 'detached' });
  });

  test('a tap can keep recording, and phrases can wait until the key is released', async () => {
    await open('Shortcuts');
    await page.getByRole('switch', { name: 'Tap to keep recording' }).click();
    await page.getByRole('switch', { name: 'Insert phrases as you speak' }).click();
    await expect.poll(() => app.changes).toEqual([{ tapToLatch: true }, { insertWhileHolding: false }]);
  });

  test('the description says when text appears with the current key', async () => {
    const { settings } = typicalView();
    await open('Shortcuts', viewWith({ chords: { ...settings.chords, hold: 'Mouse4' } }));
    await shown('Speak while you hold it. The text appears phrase by phrase.');
    app.show({ settings });
    await shown('Speak while you hold it. The text appears when you let go.');
  });

  test('a shortcut that doesn’t work shows the reason', async () => {
    await open('Shortcuts');
    const problem = await takenProblem('Control+Shift+T');
    app.show({ chords: { ...app.view.chords, toggle: { chord: 'Control+Shift+T', problem, remark: null } } });
    await shown(problem);
  });

  test('a conflict of a working shortcut is shown as a remark, unless there is a problem', async () => {
    await open('Shortcuts');
    const remark = conflictRemark('Command+Shift+T', 'toggle')!;
    const toggle = { chord: 'Command+Shift+T', problem: null, remark };
    app.show({ chords: { ...app.view.chords, toggle } });
    await page.getByRole('status').getByText(remark).waitFor();
    const problem = await takenProblem('Command+Shift+T');
    app.show({ chords: { ...app.view.chords, toggle: { ...toggle, problem } } });
    await shown(problem);
    expect(await page.getByText(remark).count()).toBe(0);
  });

  test('the platform’s default shortcuts can be restored', async () => {
    const chords = { hold: 'F1', send: null, edit: null, toggle: 'F2', cancel: 'F3', pasteLast: 'F4' };
    await open('Shortcuts', viewWith({ chords }, { platform: 'mac' }));
    await button('Restore defaults').click();
    await expect.poll(() => app.changes).toHaveLength(1);
    expect(app.changes[0]).toMatchObject({ chords: { hold: 'Command+Shift+Space', toggle: 'Command+Shift+T' } });
    app.answer();
    await shown('⇧⌘Space');
    expect(await button('Restore defaults').isDisabled()).toBe(true);
  });
});

describe('general', () => {
  test('sounds can be switched off', async () => {
    await open('General');
    await page.getByRole('switch', { name: 'Play sounds' }).press('Space');
    await untilChanged({ sounds: false });
    await page.getByRole('switch', { name: 'Play sounds', checked: false }).waitFor();
  });

  test('muting other sound can be switched on, or the reason why not is shown', async () => {
    await open('General');
    const mute = page.getByRole('switch', { name: 'Mute other sound while recording' });
    await mute.press('Space');
    await untilChanged({ muteWhileRecording: true });
    await expect.poll(() => mute.getAttribute('aria-checked')).toBe('true');
    app.show({ canMuteOutput: false });
    await shown('Install the package pulseaudio-utils');
    expect(await mute.isDisabled()).toBe(true);
    expect(await mute.getAttribute('aria-checked')).toBe('false');
    app.show({ canMuteOutput: true, platform: 'mac' });
    await shown('outputs that have no mute keep playing');
  });

  test('today’s usage is shown, and whether its cost is known', async () => {
    await open('General');
    await shown('12 min 34 s');
    await shown('About US$0.06');
    app.show({ today: { seconds: 30, dollars: 0, hasUnpriced: true } });
    await shown('At least US$0.00');
    await shown('Doesn’t include models whose price isn’t known');
    await shown('Version 0.5.5');
  });

  test('if the system has no menu bar, the page starts with the app’s status and ends with Quit', async () => {
    await open('General');
    expect(await page.getByText('Ready to dictate').count()).toBe(0);
    const item = (id: Command, label: string, others: object = {}) => {
      return { type: 'item' as const, id, label, enabled: true, chord: null, checked: null, ...others };
    };
    const menu = [
      { type: 'label' as const, label: 'Ready to dictate' },
      item('toggle', 'Start Dictation', { chord: 'Control+Shift+T' }),
      item('cancel', 'Cancel Dictation', { enabled: false }),
      item('copy-last', 'Copy Last Text'),
      item('retry', 'Retry Failed Dictation', { enabled: false }),
      { type: 'label' as const, label: 'Beta Tester: 20m of 1h left' },
      item('upgrade', 'Upgrade'),
      item('quit', `Quit ${PRODUCT_NAME}`),
    ];
    app.show({ menu });
    const card = page.locator('main section').first();
    await card.getByText('Ready to dictate').waitFor();
    await card.getByText('Beta Tester: 20m of 1h left').waitFor();
    await card.getByText('Ctrl+Shift+T').waitFor();
    await card.getByRole('button', { name: 'Start Dictation' }).click();
    await button('Upgrade').click();
    await button('Copy Last Text').click();
    for (const name of ['Cancel Dictation', 'Retry Failed Dictation']) expect(await button(name).count()).toBe(0);
    expect(await page.locator('main button').last().textContent()).toBe(`Quit ${PRODUCT_NAME}`);
    await button(`Quit ${PRODUCT_NAME}`).click();
    await untilSent(
      ...(['toggle', 'upgrade', 'copy-last', 'quit'] as const).map((id) => ({ type: 'choose' as const, item: id })),
    );
    app.show({ menu: menu.map((entry) => ({ ...entry, ...(entry.type === 'item' && { enabled: true }) })) });
    await button('Cancel Dictation').waitFor();
    await expectAccessible(page);
  });

  test('starting at login can be switched where supported, and follows the system’s state', async () => {
    await open('General');
    expect(await page.getByRole('switch', { name: 'Start at login' }).count()).toBe(0);
    app.show({ startsAtLogin: 'off' });
    await page.getByRole('switch', { name: 'Start at login', checked: false }).press('Space');
    await untilSent({ type: 'start-at-login', on: true });
    await page.getByRole('switch', { name: 'Start at login', checked: false }).waitFor();
    app.show({ startsAtLogin: 'on' });
    await page.getByRole('switch', { name: 'Start at login', checked: true }).waitFor();
    app.show({ startsAtLogin: 'refused' });
    await page.getByRole('switch', { name: 'Start at login', checked: false }).waitFor();
    await shown(/macOS doesn’t allow it/);
  });

  test('updates can be checked for and installed, with their progress shown', async () => {
    await open('General');
    expect(await page.getByText('Updates').count()).toBe(0);
    app.show({ update: { phase: 'unknown', version: null } });
    await button('Check for updates').click();
    app.show({ update: { phase: 'checking', version: null } });
    await page.getByRole('status').getByText('Checking for updates…').waitFor();
    expect(await button('Check for updates').isDisabled()).toBe(true);
    app.show({ update: { phase: 'current', version: null } });
    await shown(`${PRODUCT_NAME} is up to date.`);
    app.show({ update: { phase: 'failed', version: null } });
    await shown('Couldn’t check for updates. Check your internet connection, then try again.');
    expect(await button('Check for updates').isDisabled()).toBe(false);
    app.show({ update: { phase: 'fetching', version: '0.6.0' } });
    await shown('Downloading version 0.6.0…');
    app.show({ update: { phase: 'ready', version: '0.6.0' } });
    await shown('Version 0.6.0 is ready.');
    await button('Restart to update').click();
    await untilSent({ type: 'choose', item: 'check-for-updates' }, { type: 'choose', item: 'install-update' });
  });

  test('every page shows if settings can’t be saved', async () => {
    await open('General', typicalView({ saveProblem: DISK_FULL }));
    for (const title of PAGES) {
      await page.getByRole('tab', { name: title }).click();
      await page.getByRole('alert').getByText(DISK_FULL).waitFor();
    }
  });
});

describe('self-check', () => {
  const report = 'What is copied and saved.\n';
  const selfCheck = {
    isRunning: false,
    items: [{ id: 'a', title: 'Microphone', status: 'failed' as const, detail: MICROPHONE_PROBLEMS.failed }],
    report,
  };

  test('runs on request, and shows its findings in words', async () => {
    await open('Self-check');
    await button('Run self-check').click();
    await untilSent({ type: 'run-self-check' });
    app.show({ selfCheck: { ...selfCheck, isRunning: true, report: null } });
    await page.getByRole('listitem').getByText(MICROPHONE_PROBLEMS.failed).waitFor();
    await page.getByRole('listitem').getByText('Failed').waitFor();
    expect(await button('Checking…').isDisabled()).toBe(true);
    expect(await button('Copy report').count()).toBe(0);
  });

  test('shows current permissions, with a way to grant them', async () => {
    const [forbidden] = await macPermissions('restricted');
    await open('Self-check', typicalView({ permissions: [forbidden, ACCESSIBILITY] }));
    await button('Allow: Accessibility').click();
    await untilSent({ type: 'request-permission', id: 'accessibility' });
    expect(await page.getByRole('button', { name: /^Allow/ }).count()).toBe(1);
    await page.getByRole('listitem').getByText(forbidden.detail).waitFor();
    app.show({ permissions: [forbidden, { ...ACCESSIBILITY, granted: true }] });
    await page
      .getByRole('listitem')
      .filter({ hasText: ACCESSIBILITY.detail })
      .getByText('Allowed', { exact: true })
      .waitFor();
    expect(await page.getByRole('button', { name: /^Allow/ }).count()).toBe(0);
  });

  test('omits findings about permissions that are shown elsewhere', async () => {
    const { title, detail } = MICROPHONE;
    const items = [{ id: 'permission-microphone', title, status: 'failed' as const, detail }];
    await open('Self-check', typicalView({ selfCheck: { isRunning: false, items, report } }));
    await button('Copy report').waitFor();
    expect(await page.getByText(detail).count()).toBe(0);
  });

  test('explains a permission left over from an earlier version', async () => {
    await open('Self-check', typicalView({ platform: 'mac', permissions: [ACCESSIBILITY] }));
    await page.locator('summary', { hasText: 'Already turned on there?' }).press('Enter');
    await shown('remove it with the minus button');
    app.show({ permissions: [{ ...ACCESSIBILITY, granted: true }] });
    await page.locator('summary').waitFor({ state: 'detached' });
  });

  test('has a report that can be copied and saved', async () => {
    await open('Self-check', typicalView({ selfCheck }));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy report').click();
    await shown('Copied.');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(report);
    const download = page.waitForEvent('download');
    await button('Save report').click();
    const chunks = await (await (await download).createReadStream()).toArray();
    expect(Buffer.concat(chunks).toString()).toBe(report);
  });
});

describe('account', () => {
  const LINKED = { state: 'linked', email: 'anna@example.com', problem: null } as const;
  const ASKED = { state: 'confirming', email: 'anna@example.com', replaces: null } as const;
  const YES = { type: 'answer-link', accept: true };
  const NO = { type: 'answer-link', accept: false };

  test('says that the app works without one, and shows the local allowance', async () => {
    await open('Account');
    await shown(`${PRODUCT_NAME} works without an account`);
    await shown('47m 26s left of 1h in any 7 days');
    expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('47m 26s left of 1h in any 7 days');
    expect(await page.getByRole('meter').getAttribute('aria-valuenow')).toBe('2846');
    await shown('Counted in seconds, on this computer only.');
    expect(await button('Upgrade').count()).toBe(0);
    await button(`Open ${PRODUCT_NAME} on the web`).click();
    await untilSent({ type: 'open-page', page: 'account' });
    app.show({ account: { state: 'none', problem: SIGNED_OUT } });
    await shown(SIGNED_OUT);
  });

  test('shows a link request in front, which can be answered by keyboard alone', async () => {
    await open('Words');
    app.show({ account: { state: 'linking' } });
    await page.getByRole('heading', { level: 1, name: 'Words' }).waitFor();
    app.show({ account: ASKED });
    await page.locator(':focus', { hasText: 'Link this computer to anna@example.com?' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('button:focus', { hasText: 'Not now' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await untilSent(YES);
    app.show({ account: LINKED });
    await page.getByRole('status').getByText('Linked to anna@example.com.').waitFor();
    await page.locator('[role=tabpanel] :focus').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('button:focus', { hasText: 'Open on the web' }).waitFor();
  });

  test('shows a link request immediately if the window opens with it', async () => {
    app = new SettingsApp(await server.open(page, 'settings'), typicalView({ account: ASKED, platform: 'mac' }));
    await page.locator(':focus', { hasText: 'Link this Mac to anna@example.com?' }).waitFor();
    await button('Not now').click();
    await untilSent(NO);
  });

  test('doesn’t bring the link request back by itself after another page was chosen', async () => {
    await open('General', typicalView({ account: ASKED }));
    app.show({ today: { seconds: 60, dollars: 0, hasUnpriced: false } });
    await shown('1 min 0 s');
    await page.getByRole('tab', { name: 'Privacy' }).press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('heading', { level: 2, name: /^Link this computer/ }).waitFor();
    await page.locator('[role=tab]:focus', { hasText: 'Account' }).waitFor();
  });

  test('brings a second link request to the front again', async () => {
    await open('General', typicalView({ account: ASKED }));
    app.show({ account: { ...ASKED, email: 'berta@example.com' } });
    await page.locator(':focus', { hasText: 'berta@example.com' }).waitFor();
  });

  test('names both accounts if one replaces the other', async () => {
    await open('Account', typicalView({ account: { ...ASKED, replaces: 'old@example.com' } }));
    await shown('Link this computer to anna@example.com?');
    await shown(/It’s now linked to old@example\.com and will be unlinked from it\./);
  });

  test('shows a linked account with its plan and remaining allowance', async () => {
    await open('Account', typicalView({ account: LINKED }));
    await shown('anna@example.com');
    await shown('Beta Tester');
    await shown('You get some of it back on Thursday 26 November at 14:05.');
    await button('Upgrade').click();
    await button('Open on the web').click();
    await untilSent({ type: 'open-page', page: 'billing' }, { type: 'open-page', page: 'account' });
    app.show({ account: { ...LINKED, problem: NOT_REACHED } });
    await shown(NOT_REACHED);
    app.show({ allowance: { ...app.view.allowance, usedSeconds: 4_000 } });
    await shown('No time left of 1h in any 7 days');
    expect(await page.getByRole('meter').getAttribute('aria-valuenow')).toBe('0');
    app.show({ allowance: { plan: 'standard', limitSeconds: null, usedSeconds: 4_000, resetsAt: null } });
    await shown('Unlimited, under fair use');
    expect(await page.getByRole('meter').count()).toBe(0);
    expect(await button('Upgrade').count()).toBe(0);
  });

  test('asks for confirmation before signing out', async () => {
    await open('Account', typicalView({ account: LINKED }));
    await button('Sign out…').press('Enter');
    await page.getByRole('alertdialog', { name: 'Sign this computer out?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(app.messages).toEqual([]);
    await button('Sign out…').click();
    await button('Sign out').click();
    await untilSent({ type: 'sign-out' });
  });

  test('is accessible in every state in light and dark', async () => {
    await open('Account', typicalView());
    const states: [SettingsView['account'], shows: string][] = [
      [{ state: 'none', problem: SIGNED_OUT }, SIGNED_OUT],
      [{ state: 'linking' }, 'Checking the account…'],
      [{ ...ASKED, replaces: 'old@example.com' }, 'old@example.com'],
      [{ ...LINKED, problem: NOT_REACHED }, NOT_REACHED],
    ];
    for (const [account, shows] of states) {
      app.show({ account });
      await shown(shows);
      await expectAccessibleInLightAndDark(page);
    }
    await button('Sign out…').click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessibleInLightAndDark(page);
  });
});

describe('privacy', () => {
  test('everything is forgotten only once confirmed, and not by a stray Enter', async () => {
    await open('Privacy');
    await button('Forget everything…').press('Enter');
    await page.getByRole('alertdialog', { name: 'Forget everything?' }).waitFor();
    await page.locator('button:focus', { hasText: 'Cancel' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await button('Forget everything…').click();
    await button('Forget everything').click();
    await untilSent({ type: 'forget-everything' });
  });
});

describe('writing', () => {
  test.each([
    ['Follow spoken commands', 'spokenCommands', false],
    ['Leave out filler words', 'removeFillers', false],
    ['Fit into the sentence', 'fitToCaret', true],
  ] as const)('can be switched: %s', async (name, field, isOn) => {
    await open('Writing');
    const control = page.getByRole('switch', { name });
    expect(await control.isChecked()).toBe(isOn);
    await control.click();
    await untilChanged({ [field]: !isOn });
    await expect.poll(() => control.isChecked()).toBe(!isOn);
  });

  test('can press Return after each dictation', async () => {
    await open('Writing');
    const control = page.getByRole('switch', { name: 'Press Return after each dictation' });
    await control.click();
    await untilChanged({ pressReturn: 'always' });
    await expect.poll(() => control.isChecked()).toBe(true);
    await control.click();
    await untilChanged({ pressReturn: 'never' });
  });

  test('shows the spoken commands of the chosen languages', async () => {
    await open('Writing', viewWith({ languages: ['de-CH'] }));
    expect(await page.getByText('What you can say').count()).toBe(0);
    await page.getByRole('switch', { name: 'Follow spoken commands' }).click();
    await untilChanged({ spokenCommands: true });
    await page.getByText('What you can say').click();
    await shown('“neue Zeile”, “nächste Zeile”, “Zeilenumbruch”');
    await shown('Such as “äh”, “ähm”, “öh”, “hm”.');
    expect(await page.getByText('“new paragraph”').count()).toBe(0);
    app.show({ settings: { ...app.view.settings, languages: ['en', 'es'] } });
    await shown('“nuevo párrafo”');
    await page.getByRole('heading', { level: 3, name: 'Spanish' }).waitFor();
    await shown('Such as “um”, “uh”, “eh”, “ehm”.');
    app.show({ settings: { ...app.view.settings, languages: ['it'] } });
    await shown(/^Commands are known in English, German, French and Spanish/);
    await shown(/^Fillers are known in English, German, French and Spanish/);
  });
});

describe('tidy up', () => {
  const { settings } = typicalView();
  const choice = settings.cleanUp;
  const state = typicalView().cleanUp!;
  const chosen = (change: Partial<typeof choice>, cleanUp: Partial<typeof state> = {}) =>
    viewWith({ cleanUp: { ...choice, ...change } }, { cleanUp: { ...state, ...cleanUp } });

  test('is off by default, and names the host that gets the text when switched on', async () => {
    await open('Tidy up');
    const onOff = page.getByRole('switch', { name: 'Tidy up what I say' });
    await shown('When it’s tidied up, your text goes to api.openai.com and nowhere else.');
    await page.getByRole('tab', { name: 'Privacy' }).click();
    await shown('Off. Your text is sent to no language model.');
    await page.getByRole('tab', { name: 'Tidy up' }).click();
    await onOff.click();
    await untilChanged({ cleanUp: { ...choice, enabled: true } });
    await page.getByRole('tab', { name: 'Privacy' }).click();
    await shown('Your text goes to api.openai.com before it’s inserted, and nowhere else.');
  });

  test('says what is missing, and what happens until then', async () => {
    await open('Tidy up', chosen({}, { missing: 'key' }));
    await shown('Add an API key. Until then, your text stays as you said it.');
    app.show({ cleanUp: { ...state, missing: 'model' } });
    await shown('Choose a model. Until then, your text stays as you said it.');
    app.show({ cleanUp: { ...state, missing: 'address', host: null } });
    await shown('Enter the server’s address. Until then, your text stays as you said it.');
    expect(await button('Tidy it up').isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Privacy' }).click();
    await shown('Off. Your text is sent to no language model.');
  });

  test('shares the OpenAI key with speech, without changing the speech provider', async () => {
    const providers = typicalView().providers.map((provider) => ({ ...provider, key: 'none' as const, check: null }));
    await open('Tidy up', { ...chosen({}, { missing: 'key' }), providers });
    await page.getByLabel('API key', { exact: true }).fill('sk-canary');
    await button('Add and check').click();
    await untilSent(
      { type: 'set-key', provider: 'openai', key: 'sk-canary', keepsSpeech: true },
      { type: 'check-key', provider: 'openai' },
    );
    expect(await page.content()).not.toContain('sk-canary');
  });

  test('clears the address and model when another provider is chosen', async () => {
    await open('Tidy up', chosen({ model: 'gpt-4.1' }));
    await page.getByRole('radio', { name: /Ollama.*On this computer · Free/ }).click();
    await untilChanged({ cleanUp: { ...choice, provider: 'ollama', baseUrl: null, model: null } });
    expect(await page.locator('input[type=password]').count()).toBe(0);
    expect(await page.getByLabel('Server address').getAttribute('placeholder')).toBe('http://127.0.0.1:11434/v1');
  });

  test('lists a server’s models, and accepts one of them', async () => {
    await open('Tidy up', chosen({ provider: 'ollama' }, { missing: 'model', host: '127.0.0.1:11434' }));
    await button('Find models').click();
    await untilSent({ type: 'find-models' });
    app.show({ cleanUp: { ...state, missing: 'model', host: '127.0.0.1:11434', models: [] } });
    await shown('The server named no models. Is it running?');
    app.show({ cleanUp: { ...state, missing: 'model', host: '127.0.0.1:11434', models: ['qwen3:4b', 'gemma3'] } });
    await shown('qwen3:4b, gemma3.');
    await page.getByLabel('Model', { exact: true }).fill('qwen3:4b');
    await untilChanged({ cleanUp: { ...choice, provider: 'ollama', model: 'qwen3:4b' } });
  });

  test('has an address and then a separate key for any other server', async () => {
    const compatible = { provider: 'compatible', baseUrl: null } as const;
    await open('Tidy up', chosen(compatible, { missing: 'address', host: null }));
    expect(await page.locator('input[type=password]').count()).toBe(0);
    const address = page.getByLabel('Server address');
    await address.fill('models.example');
    await untilChanged({ cleanUp: { ...choice, ...compatible, baseUrl: 'models.example' } });
    await shown('The address must start with http:// or https://.');
    await address.fill('https://models.example/v1');
    await untilChanged({ cleanUp: { ...choice, ...compatible, baseUrl: 'https://models.example/v1' } });
    app.show({ cleanUp: { ...state, missing: 'model', host: 'models.example' } });
    await page.getByLabel('API key (if the server needs one)').fill('own-canary');
    await button('Add').click();
    await expect.poll(() => app.messages.at(-1)).toEqual({ type: 'set-model-key', key: 'own-canary' });
    app.show({ cleanUp: { ...state, missing: 'model', host: 'models.example', hasOwnKey: true } });
    await shown('Saved on this computer. It isn’t shown again.');
    await button('Remove').click();
    await expect.poll(() => app.messages.at(-1)).toEqual({ type: 'set-model-key', key: '' });
    expect(await page.content()).not.toContain('own-canary');
  });

  test('can be tried with a sample sentence, and shows the result', async () => {
    await open('Tidy up');
    await shown('This sentence is sent, and nothing of yours.');
    await button('Tidy it up').click();
    await untilSent({ type: 'try-clean-up' });
    app.show({ cleanUp: { ...state, trial: { status: 'checking', message: 'Asking api.openai.com…', text: null } } });
    await shown('Asking api.openai.com…');
    expect(await button('Tidy it up').isDisabled()).toBe(true);
    const trial = { status: 'valid' as const, message: 'api.openai.com answered in 0.6 seconds.', text: 'Let’s meet.' };
    app.show({ cleanUp: { ...state, trial } });
    await shown('api.openai.com answered in 0.6 seconds.');
    await shown('“Let’s meet.”');
  });

  test('has a time limit, a switch for phrases, and optional instructions', async () => {
    await open('Tidy up', chosen({ limitMs: 3_200 }));
    await page.getByRole('combobox', { name: 'Wait for it at most' }).click();
    await page.getByRole('option', { name: '3.2 seconds' }).waitFor();
    await page.getByRole('option', { name: '4 seconds' }).click();
    await untilChanged({ cleanUp: { ...choice, limitMs: 4_000 } });
    await page.getByRole('switch', { name: 'Phrase by phrase' }).click();
    await untilChanged({ cleanUp: { ...choice, limitMs: 4_000, byPhrase: false } });
    await page.getByLabel('What else to do (optional)').fill('Use British spelling.');
    const instructions = 'Use British spelling.';
    await untilChanged({ cleanUp: { ...choice, limitMs: 4_000, byPhrase: false, instructions } });
  });

  test('shows why texts are inserted as heard while it is on', async () => {
    const problem = 'api.openai.com refused the API key.';
    await open('Tidy up', chosen({ enabled: true }, { problem }));
    await shown(problem);
  });

  test('can differ in an app by its rule, and says so', async () => {
    await open('Apps', viewWith({ appRules: [{ app: 'Slack' }] }));
    await page.getByRole('button', { name: 'Slack Same as everywhere' }).click();
    await page.getByRole('combobox', { name: 'Tidy up, Slack' }).click();
    await page.getByRole('option', { name: 'On' }).click();
    await untilChanged({ appRules: [{ app: 'Slack', cleanUp: true }] });
    await shown('Tidies up');
    await page.getByRole('tab', { name: 'Tidy up' }).click();
    await shown('It’s on in some apps: see Apps.');
  });
});

describe('the window', () => {
  test('can be used by keyboard alone', async () => {
    await open('General');
    await page.getByRole('tab', { name: 'General' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { level: 1, name: 'Speech' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await untilChanged({ provider: 'deepgram' });
    await shown('Your access to Deepgram');
    await page.keyboard.press('Tab');
    await page.keyboard.type('typed-key');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => app.messages).toContainEqual({ type: 'set-key', provider: 'deepgram', key: 'typed-key' });
  });

  test('is accessible on every page in light and dark', async () => {
    await open('General', await troubledView());
    for (const title of PAGES) {
      await page.getByRole('tab', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expectAccessibleInLightAndDark(page);
    }
    await page.getByRole('button', { name: 'Forget everything…' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessibleInLightAndDark(page);
  });

  test('never scrolls sideways, even if it is narrow and shows long names', async () => {
    await narrow(page);
    await open('General', await troubledView());
    for (const title of PAGES) {
      await page.getByRole('tab', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await horizontalOverflow(page), title).toBe(0);
    }
    const { email } = app.view.account as { email: string };
    app.show({ account: { state: 'confirming', email, replaces: `old-${email}` } });
    await page.getByRole('heading', { level: 2, name: /^Link/ }).waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
  });
});

function withCheck(check: SettingsView['providers'][number]['check']): SettingsView['providers'] {
  return typicalView().providers.map((provider) => ({ ...provider, check }));
}

/** Long names, long lists, and something wrong everywhere. */
async function troubledView(): Promise<SettingsView> {
  const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const host = `${longName.toLowerCase().replace('ä', 'ae')}.example:8443`;
  const { providers, microphones } = typicalView();
  const problem = await takenProblem('Control+Shift+Space');
  return viewWith(
    {
      provider: 'openai-compatible',
      baseUrls: { 'openai-compatible': `https://${host}/v1` },
      languages: ['en', 'zh-TW', 'ar'],
      vocabulary: Array.from({ length: 100 }, (_, index) => `${index % 9 ? '' : longName} ${index}`.trim()),
      replacements: Array.from({ length: 20 }, (_, index) => ({ from: `${longName} ${index}`, to: `a\n${longName}` })),
      microphone: { id: 'gone', label: longName },
    },
    {
      rejected: {
        'baseUrls.openai-compatible': 'can’t contain a user name or password.',
        'vocabulary.100': 'can have at most 100 characters.',
        'replacements.0.from': 'can’t be empty.',
        languages: 'can have at most 10 entries.',
      },
      saveProblem: DISK_FULL,
      providers: providers.map((provider) => ({
        ...provider,
        host,
        check: { status: 'invalid', message: errorOf('auth', host).message, roundTripMs: 3_000 },
      })),
      microphones: { ...microphones, problem: MICROPHONE_PROBLEMS.lost },
      chords: {
        hold: { chord: 'Control+Shift+Space', problem, remark: null },
        send: { chord: null, problem: null, remark: null },
        edit: { chord: null, problem: null, remark: null },
        toggle: { chord: 'Control+Shift+T', problem, remark: null },
        cancel: { chord: 'Control+Shift+C', problem, remark: null },
        pasteLast: { chord: 'Control+Alt+V', problem, remark: null },
      },
      selfCheck: {
        isRunning: false,
        items: (['running', 'good', 'warning', 'failed'] as const).map((status) => ({
          id: status,
          title: longName,
          status,
          detail: `${longName} ${longName}`,
        })),
        report: 'report',
      },
      account: { state: 'linked', email: `${longName}@example.com`, problem: NOT_REACHED },
      permissions: ['microphone', 'accessibility'].map((id) => ({
        id,
        title: longName,
        granted: false,
        detail: `${longName} ${longName}`,
        canRequest: true,
      })),
      update: { phase: 'ready', version: `1.0.0-${longName}` },
      startsAtLogin: 'refused',
      menu: [
        {
          type: 'item',
          id: 'microphone:a',
          label: longName,
          enabled: false,
          chord: 'Control+Alt+Shift+Backspace',
          checked: null,
        },
        { type: 'label', label: longName },
        {
          type: 'submenu',
          label: longName,
          items: [{ type: 'item', id: 'microphone:b', label: longName, enabled: true, chord: null, checked: true }],
        },
      ],
    },
  );
}

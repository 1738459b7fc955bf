// Onboarding in a real browser: the way through it, and that nothing is lost on the way.
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { conflictRemark } from '@workspace/desktop/app/hotkeys/known-conflicts';
import { describe, expect, test } from 'vitest';
import { expectAccessible, horizontalOverflow } from '../page-checks.ts';
import { expectAccessibleInLightAndDark, narrow, openPage, startWindows } from './pages.ts';
import { DISK_FULL, takenProblem } from './product-texts.ts';
import { ACCESSIBILITY, MICROPHONE, SettingsApp, typicalView, viewWith } from './settings-app.ts';

const STEPS = [`Welcome to ${PRODUCT_NAME}`, 'How your speech becomes text', 'Your microphone', 'Try it'];
const FINISH = { type: 'finish-onboarding' };

const { browser, server } = await startWindows();
const page = await openPage(browser);
let app: SettingsApp;

async function open(view = newcomersView()): Promise<void> {
  app = new SettingsApp(await server.open(page, 'onboarding'), view);
  await untilAt(1);
}

/** Nothing chosen yet. */
function newcomersView() {
  const providers = typicalView().providers.map((provider) => ({ ...provider, key: 'none' as const, check: null }));
  return viewWith({ provider: null, languages: [], vocabulary: [], replacements: [], onboarded: false }, { providers });
}

async function untilAt(step: number, steps = STEPS): Promise<void> {
  await page.getByRole('heading', { level: 1, name: steps[step - 1]! }).waitFor();
  await page.getByText(`Step ${step} of ${steps.length}`).waitFor();
}

async function goTo(step: number, from = 1): Promise<void> {
  for (let at = from + 1; at <= step; at += 1) {
    await button('Continue').click();
    await untilAt(at);
  }
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the first step says what the product does and where speech goes', async () => {
  await open();
  await page.getByText('Speak. Let go.').waitFor();
  await page.getByText('It stays on this computer, or goes straight to the speech provider you choose.').waitFor();
});

describe('the two ways to start', () => {
  const here = () => page.getByRole('radio', { name: 'Start now, on this computer' });
  const key = () => page.getByRole('radio', { name: 'Use your own API key' });

  test('are explained, and the one that needs no key is selected', async () => {
    await open();
    await goTo(2);
    for (const words of ['English only', 'less accurate', 'Free', 'Your speech stays on this computer'])
      expect(await here().textContent()).toContain(words);
    for (const words of ['Dozens of languages', 'More accurate', 'From US$0.04 per hour', 'goes to that provider'])
      expect(await key().textContent()).toContain(words);
    expect(await here().getAttribute('aria-checked')).toBe('true');
    expect(await page.getByLabel('API key', { exact: true }).count()).toBe(0);
  });

  test('show the API key field only for the user’s own key', async () => {
    await open();
    await goTo(2);
    await key().click();
    await expect.poll(() => app.changes).toEqual([{ provider: 'openai' }]);
    app.answer();
    await page.getByLabel('API key', { exact: true }).waitFor();
    expect(await page.getByRole('radio', { name: /^On this/ }).count()).toBe(0);
    await here().click();
    await expect.poll(() => app.changes.at(-1)).toEqual({ provider: 'on-device' });
    app.answer();
    await page.getByLabel('API key', { exact: true }).waitFor({ state: 'detached' });
  });

  test('default to the user’s own key and its provider if there is one already', async () => {
    const providers = newcomersView().providers.map((one) =>
      one.id === 'deepgram' ? { ...one, key: 'environment' as const } : one,
    );
    await open({ ...newcomersView(), providers, usedProvider: 'deepgram' });
    await goTo(2);
    await page.getByText('Your speech goes to api.deepgram.com').waitFor();
    await here().click();
    await expect.poll(() => app.changes).toEqual([{ provider: 'on-device' }]);
    app.answer();
    await key().click();
    await expect.poll(() => app.changes.at(-1)).toEqual({ provider: 'deepgram' });
  });

  test('say that languages other than English need a key', async () => {
    await open(viewWith({ provider: 'on-device', languages: ['de'], onboarded: false }));
    await goTo(2);
    await page.getByText('Use your own API key for them.').waitFor();
    await goTo(4, 2);
    await page.getByText('Go back and use your own API key').waitFor();
  });

  test('say “this Mac” on a Mac', async () => {
    await open({ ...newcomersView(), platform: 'mac' });
    await goTo(2);
    const door = page.getByRole('radio', { name: 'Start now, on this Mac' });
    expect(await door.textContent()).toContain('Your speech stays on this Mac');
  });
});

test('onboarding can be completed by keyboard alone', async () => {
  await open();
  await button('Continue').press('Enter');
  await untilAt(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => app.changes).toEqual([{ provider: 'openai' }]);
  app.answer();
  await page.getByLabel('API key', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => app.changes.at(-1)).toEqual({ provider: 'deepgram' });
  app.answer();
  await page.getByText('Until Deepgram has an API key').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed-key');
  await page.keyboard.press('Enter');
  await button('Continue').press('Enter');
  await untilAt(3);
  await button('Continue').press('Enter');
  await untilAt(4);
  await page.keyboard.type('dictated text');
  expect(await page.getByLabel('Try it here').inputValue()).toBe('dictated text');
  await button('Done').press('Enter');
  await expect
    .poll(() => app.messages)
    .toEqual([
      { type: 'change', change: { provider: 'openai' } },
      { type: 'change', change: { provider: 'deepgram' } },
      { type: 'set-key', provider: 'deepgram', key: 'typed-key' },
      { type: 'check-key', provider: 'deepgram' },
      { type: 'listen', on: true },
      { type: 'listen', on: false },
      FINISH,
    ]);
});

test('after a dictation without a microphone, one can be chosen right there', async () => {
  await open();
  await goTo(4);
  expect(await page.getByRole('combobox', { name: 'Microphone' }).count()).toBe(0);
  app.show({ microphones: { ...app.view.microphones, problem: 'No microphone found. Connect one.' } });
  await page.getByRole('alert').getByText('No microphone found.').waitFor();
  await page.getByRole('combobox', { name: 'Microphone' }).click();
  await page.getByRole('option', { name: 'Headset' }).click();
  await expect.poll(() => app.changes).toEqual([{ microphone: { id: 'headset', label: 'Headset' } }]);
  app.answer();
  await button('Try again').click();
  await expect.poll(() => app.messages.at(-1)).toEqual({ type: 'listen', on: true });
  app.show({ microphones: { ...app.view.microphones, problem: null, isOpen: true, level: -30 } });
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await expectAccessible(page);
});

test('a button opens the page where an API key is created', async () => {
  await open();
  await goTo(2);
  await page.getByRole('radio', { name: 'Use your own API key' }).click();
  await expect.poll(() => app.changes).toEqual([{ provider: 'openai' }]);
  app.answer();
  await button('Create one at OpenAI').click();
  await expect.poll(() => app.messages.at(-1)).toEqual({ type: 'open-key-page', provider: 'openai' });
});

test('going back works, and shows what was entered', async () => {
  await open();
  await goTo(4);
  for (const step of [3, 2]) {
    await button('Back').click();
    await untilAt(step);
  }
  app.show(typicalView());
  await page.getByText('api.openai.com accepts the API key. Answered in 182 ms.').waitFor();
  await button('Back').click();
  await untilAt(1);
});

test.each([1, 2, 3])('onboarding can be postponed at step %i', async (step) => {
  await open();
  await goTo(step);
  await button('Finish later').click();
  await expect.poll(() => app.messages).toContainEqual(FINISH);
});

test('shortcuts are written in the platform’s style, with any problem', async () => {
  await open();
  await goTo(4);
  await page.getByText('Ctrl+Shift+Space').waitFor();
  const problem = await takenProblem('Control+Shift+Space');
  const hold = { chord: 'Control+Shift+Space', problem, remark: null };
  app.show({
    platform: 'mac',
    settings: { ...app.view.settings, chords: MAC_CHORDS },
    chords: { ...app.view.chords, hold },
  });
  await page.getByText('⇧⌘Space').waitFor();
  await page.getByText(problem).waitFor();
  const remark = conflictRemark('Command+Shift+T', 'toggle');
  app.show({ chords: { ...app.view.chords, toggle: { chord: 'Command+Shift+T', problem: null, remark } } });
  await page.getByText(remark!).waitFor();
});

test('what the provider still needs is shown before the first try', async () => {
  await open();
  await goTo(4);
  expect(await page.getByText('before you can use it').count()).toBe(0);
  app.show({ settings: { ...app.view.settings, provider: 'openai' } });
  await page
    .getByText('OpenAI needs an API key before you can use it. Until then, this computer recognizes what you say')
    .waitFor();
  const german = { ...app.view.settings, languages: ['de'] };
  app.show({ settings: { ...german, provider: 'openai' }, usedProvider: 'openai' });
  await page.getByText('OpenAI needs an API key before you can use it. Go back').waitFor();
  app.show({ settings: { ...german, provider: 'openai-compatible' }, usedProvider: 'openai-compatible' });
  await page.getByText('OpenAI-compatible server needs an address before you can use it. Go back').waitFor();
  app.show({ ...typicalView() });
  await page.getByText('before you can use it').waitFor({ state: 'detached' });
});

describe('on a Mac', () => {
  const MAC_STEPS = STEPS.toSpliced(3, 0, `Let ${PRODUCT_NAME} type for you`);
  const GRANTED = [MICROPHONE, ACCESSIBILITY].map((permission) => ({ ...permission, granted: true }));

  async function openOnMac(): Promise<void> {
    await open();
    app.show({ platform: 'mac', permissions: [MICROPHONE, ACCESSIBILITY] });
    await untilAt(1, MAC_STEPS);
  }

  async function goToOnMac(step: number): Promise<void> {
    for (let at = 2; at <= step; at += 1) {
      await button('Continue').click();
      await untilAt(at, MAC_STEPS);
    }
  }

  test('the microphone is requested where it is first tried, and listened to once that is granted', async () => {
    await openOnMac();
    await goToOnMac(3);
    await button('Allow: Microphone').click();
    await expect.poll(() => app.messages).toEqual([{ type: 'request-permission', id: 'microphone' }]);
    app.show({ permissions: [{ ...MICROPHONE, granted: true }, ACCESSIBILITY] });
    await expect.poll(() => app.messages).toContainEqual({ type: 'listen', on: true });
    expect(await button('Allow: Microphone').count()).toBe(0);
  });

  test('Accessibility is requested before the first try, with what happens to text without it', async () => {
    await openOnMac();
    await goToOnMac(4);
    await page.getByText('paste the text yourself').waitFor();
    expect(await button('Allow: Microphone').count()).toBe(0);
    await button('Allow: Accessibility').click();
    await expect.poll(() => app.messages).toContainEqual({ type: 'request-permission', id: 'accessibility' });
    await page.getByText('Already turned on there?').click();
    await page.getByText('remove it with the minus button').waitFor();
    app.show({ permissions: GRANTED });
    await page.getByRole('listitem').getByText('Allowed', { exact: true }).waitFor();
    expect(await button('Allow: Accessibility').count()).toBe(0);
  });

  test('without Accessibility, the first try warns that text will wait on the clipboard', async () => {
    await openOnMac();
    await goToOnMac(5);
    await page.getByText('your text waits on the clipboard').waitFor();
    app.show({ permissions: GRANTED });
    await page.getByText('your text waits on the clipboard').waitFor({ state: 'detached' });
  });

  test('the steps stay the same while permissions are checked again', async () => {
    await openOnMac();
    await goToOnMac(5);
    app.show({ permissions: [], saveProblem: DISK_FULL });
    await page.getByRole('alert').waitFor();
    await untilAt(5, MAC_STEPS);
  });

  test('every permission step is accessible in light and dark, and fits a narrow window', async () => {
    await openOnMac();
    await narrow(page);
    for (const step of [2, 3, 4, 5]) {
      await button('Continue').click();
      await untilAt(step, MAC_STEPS);
      await expectAccessibleInLightAndDark(page);
      expect(await horizontalOverflow(page)).toBe(0);
    }
  });
});

test('a request to link an account appears in front, and can be accepted', async () => {
  await open();
  await goTo(2);
  app.show({ account: { state: 'confirming', email: 'anna@example.com', replaces: null } });
  await page.locator(':focus', { hasText: 'Link this computer to anna@example.com?' }).waitFor();
  await expectAccessible(page);
  await button('Link this computer').click();
  await expect.poll(() => app.messages).toEqual([{ type: 'answer-link', accept: true }]);
  app.show({ account: { state: 'linked', email: 'anna@example.com', problem: null } });
  await button('Link this computer').waitFor({ state: 'detached' });
  await untilAt(2);
});

test('an error appears if settings can’t be saved', async () => {
  await open({ ...newcomersView(), saveProblem: DISK_FULL });
  await page.getByRole('alert').getByText(DISK_FULL).waitFor();
});

test('every step is accessible in light and dark, and fits a narrow window', async () => {
  await narrow(page);
  await open();
  for (const step of [1, 2, 3, 4]) {
    if (step > 1) await button('Continue').click();
    await untilAt(step);
    await expectAccessibleInLightAndDark(page);
    expect(await horizontalOverflow(page)).toBe(0);
  }
});

const MAC_CHORDS = {
  hold: 'Command+Shift+Space',
  send: null,
  edit: null,
  toggle: 'Command+Shift+T',
  cancel: 'Command+Shift+C',
  pasteLast: 'Command+Control+V',
};

import { describe, expect, it } from 'vitest';
import { dictate, pass, startApp as start } from './testing/started-app.ts';

describe('Return', () => {
  it('follows each dictation if the settings say so, except in an app with a rule against it', async () => {
    const started = await start({
      settings: { pressReturn: 'always', appRules: [{ app: 'Notes', pressReturn: 'never' }] },
    });
    const { platform } = started;
    await dictate(started, 'Good morning.');
    expect(platform.field).toBe('Good morning.⏎');
    platform.focusedApp = 'Notes';
    await dictate(started, 'No more.');
    expect(platform.field).toBe('Good morning.⏎No more.');
  });

  it.each([
    ['unconfirmed', 'This app doesn’t show'],
    ['moved', 'You had moved on'],
  ])('that was requested but not pressed is reported: %s', async (why, detail) => {
    const started = await start({ settings: { pressReturn: 'always' } });
    const { platform, windows } = started;
    if (why === 'unconfirmed') platform.insertionOutcome = why;
    else platform.takesReturn = false;
    await dictate(started, 'Good morning.');
    expect(platform.field).toBe('Good morning.');
    await pass(started, 3_000);
    expect(windows.hud).toMatchObject({ title: 'Return wasn’t pressed', detail: expect.stringContaining(detail) });
  });
});

describe('a rule for an app', () => {
  it('sets the languages for dictations in that app', async () => {
    const started = await start({
      settings: { languages: ['en'], appRules: [{ app: 'slack', languages: ['de'] }] },
    });
    const { platform, transport } = started;
    for (const app of ['Slack', 'Notes']) {
      platform.focusedApp = app;
      await dictate(started, 'Text.');
    }
    expect(transport.sockets.map(({ request }) => new URL(request.url).searchParams.get('language'))).toEqual([
      'de',
      'en',
    ]);
  });

  it('keeps line breaks that would otherwise become spaces, in dictations and when pasting again', async () => {
    const started = await start({ settings: { appRules: [{ app: 'XTerm', lineBreaks: 'keep' }] } });
    const { platform, hotkeys } = started;
    for (const [app, text] of [
      ['XTerm', 'One.\nTwo.One.\nTwo.'],
      ['Konsole', ' One. Two.One. Two.'],
    ] as const) {
      platform.field = '';
      platform.inserter.captureTarget = async () => ({ id: 'terminal', kind: 'terminal', app });
      await dictate(started, 'One.\nTwo.');
      hotkeys.press('pasteLast');
      hotkeys.release('pasteLast');
      await pass(started, 100);
      expect(platform.field).toBe(text);
    }
  });

  it('can be made for the app that last had the focus', async () => {
    const started = await start();
    const { platform, windows, app } = started;
    platform.focusedApp = 'Slack';
    await dictate(started, 'Text.');
    platform.focusedApp = undefined;
    app.openSettings();
    await pass(started, 100);
    expect(windows.settings?.lastApp).toBe('Slack');
    platform.focusedApp = 'Notes';
    platform.menuBar.choose('settings');
    await pass(started, 200);
    expect(windows.settings?.lastApp).toBe('Notes');
  });

  it('that is invalid is reported, and the others still apply', async () => {
    const started = await start({
      settings: {
        appRules: [
          { app: 'XTerm', lineBreaks: 'never' as 'keep' },
          { app: 'Notes', pressReturn: 'always' },
        ],
      },
    });
    const { platform, windows } = started;
    expect(windows.hud).toMatchObject({
      title: 'Some settings couldn’t be read',
      detail: expect.stringMatching(/^appRules\[0\]\.lineBreaks: .* everything else is as you set it\.$/),
    });
    platform.focusedApp = 'Notes';
    await dictate(started, 'Text.');
    expect(platform.field).toBe('Text.⏎');
  });
});

// The app starts, or says in one line why it can't, and ends together with all of its processes.
import { afterEach, expect, test } from 'vitest';
import { variants } from '../variants.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';

const session = await DesktopSession.open();
const { x } = session;
const terminal = await Terminal.open(x);
afterEach(() => session.endApps());

async function startDictating(): Promise<void> {
  await session.speak(['Until the app is ended.']);
  await session.press(HOLD);
  await session.heard(0.5);
}

interface End {
  signal: 'SIGINT' | 'SIGTERM';
  moment: string;
  prepare: () => Promise<void>;
}
const AT_REST = { moment: 'while nothing goes on', prepare: async () => {} };
const DICTATING = { moment: 'during a dictation', prepare: startDictating };
const USUAL_ENDS: End[] = [
  { signal: 'SIGINT', ...AT_REST },
  { signal: 'SIGTERM', ...DICTATING },
];
const OTHER_ENDS: End[] = [
  { signal: 'SIGINT', ...DICTATING },
  { signal: 'SIGTERM', ...AT_REST },
];

test.each(variants(USUAL_ENDS, [...USUAL_ENDS, ...OTHER_ENDS]))(
  '$signal ends the app and its browser $moment',
  async ({ signal, prepare }) => {
    const app = await session.startApp();
    expect(session.countBrowserProcesses()).toBeGreaterThan(0);
    await prepare();
    app.signal(signal);
    const { exitCode, stderr } = await app.ended;
    await session.release(HOLD);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(app.isAnyoneLeft).toBe(false);
    expect(session.countBrowserProcesses()).toBe(0);
  },
);

test('A killed app leaves no browser behind, and the next start can use its chord', async () => {
  const app = await session.startApp();
  app.signal('SIGKILL');
  await app.ended;
  await x.waitUntil(() => session.countBrowserProcesses() === 0);

  await session.startApp();
  const before = terminal.text();
  const recording = await session.speak(['All is well.']);
  await session.dictate(recording);
  await x.waitUntil(() => terminal.text() !== before);
});

test.each([
  ['no display', { DISPLAY: undefined }],
  ['a missing display', { DISPLAY: ':4711' }],
  ['an invalid address', { SAYKEY_SPEECH_URL: 'nonsense' }],
  ['a missing recording', { SAYKEY_FAKE_MIC: '/not/there.wav' }],
  ['an unknown value of a switch', { SAYKEY_SKIP_ONBOARDING: 'perhaps' }],
  ['no browser', { PATH: '/not/there' }],
])('With %s, the app exits immediately and says why in one line', async (_, environment) => {
  const app = session.launchApp({ environment });
  const { exitCode, stdout, stderr } = await app.ended;
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^\S[^\n]*\.\n$/);
  expect(session.countBrowserProcesses()).toBe(0);
});

test('A second instance opens the first one’s settings and exits', async () => {
  await session.startApp();
  const second = session.launchApp();
  expect(await second.ended).toMatchObject({ exitCode: 0, stderr: '' });
  await x.findWindow({ name: 'Settings' });
});

test('An app terminated while opening its settings leaves no browser behind', async () => {
  const app = await session.startApp();
  await session.launchApp().ended;
  app.signal('SIGTERM');
  await app.ended;
  await x.waitUntil(() => session.countBrowserProcesses() === 0);
});

// A language model tidies up texts before they are inserted; if it fails in any way, they are inserted as heard.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../control-api.ts';
import { whenever } from '../faults.ts';
import { Terminal } from '../x11/terminal.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

const HEARD = 'so um we meet on Tuesday no Thursday';
const TIDIED = 'So we meet on Thursday.';
const cleanUp = {
  enabled: true,
  provider: 'openai',
  baseUrl: null,
  model: null,
  instructions: '',
  limitMs: 2_500,
  byPhrase: true,
} as const;

const session = await DesktopSession.open({ settings: { cleanUp, appRules: [{ app: 'XTerm', cleanUp: false }] } });
const { x } = session;
const page = await WritingPage.open(x);
await session.startApp();

/** Dictates into the page, with the scenario's language model. Resolves with what was added. */
async function dictate(scenario: Scenario): Promise<string> {
  await x.xdotool('key', 'ctrl+a', 'BackSpace');
  await page.untilText('');
  await session.dictate(await session.speak([HEARD], scenario));
  await x.waitUntil(() => page.text() !== '');
  // A space separates it from the text before it.
  return page.text().trim();
}

test('A dictation is inserted tidied up', async () => {
  expect(await dictate({})).toBe(TIDIED);
});

describe('A dictation is inserted as it was heard, once, if the model', () => {
  const SCENARIOS: [string, Scenario][] = [
    ['answers instead of tidying', { languageModel: { answer: 'Sure! We meet on Friday.' } }],
    ['is cut off', { languageModel: { outcome: 'cut' } }],
    ['refuses', { languageModel: { outcome: 'refused' } }],
    ['is over its rate limit', { rules: [whenever('answer', { type: 'refuse', status: 429 })] }],
    ['refuses the key', { rules: [whenever('answer', { type: 'refuse', status: 401 })] }],
    ['takes too long', { rules: [whenever('answer', { type: 'stall' })] }],
  ];
  test.each(SCENARIOS)('%s', async (_, scenario) => {
    expect(await dictate(scenario)).toBe(HEARD);
  });
});

test('A rule can keep text from the model', async () => {
  const terminal = await Terminal.open(x);
  await session.dictate(await session.speak([HEARD]));
  await x.waitUntil(() => terminal.text().includes('Thursday'));
  expect(terminal.text()).toBe(HEARD);
  expect(await session.account.questions()).toEqual([]);
});

test('The app’s files contain neither dictated text nor the key', async () => {
  await page.focus();
  await dictate({});
  await session.endApps();
  const files = readdirSync(session.appFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map(({ name }) => name)).toContain('settings.json');
  const telling = files.filter(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return ['Thursday', session.account.key].some((text) => bytes.includes(text) || bytes.includes(text, 0, 'utf16le'));
  });
  expect(telling.map(({ name }) => name)).toEqual([]);
});

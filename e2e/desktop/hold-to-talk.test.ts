// Hold the key, speak, release it: the words are in the field that has the focus.
import { beforeAll, describe, expect, test } from 'vitest';
import { variants } from '../variants.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD, ordersOf } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

/** Texts that are easily lost or changed on their way. */
const TEXTS = {
  'plain words': 'Hold the key, and speak.',
  accents: 'Ça va, naïve Zoë? Größer: façade.',
  'Chinese, Japanese and Korean': 'Say 你好，世界。 こんにちは 안녕하세요 again.',
  emoji: 'Well 👍🏽 done 👩‍👩‍👧 🏳️‍🌈 indeed.',
  quotes: `It's "straight" ‘single’ “double” «pointed» here.`,
  'line breaks': 'First line.\nSecond one.\n\nThe last.',
};
const CASES = ordersOf(HOLD).map((order, index) => {
  const [kind, text] = Object.entries(TEXTS)[index]!;
  return { kind, text, order, letGo: order.join(', ') };
});

const KEYS_OF_PASTING = ['Control', 'v', 'Shift', 'Insert'];

const session = await DesktopSession.start();
const { x } = session;

/** A field's content after another text was appended. */
const after = (before: string, text: string) => (before === '' ? text : `${before} ${text}`);

describe('Into a field of a page', () => {
  let page: WritingPage;
  beforeAll(async () => {
    page = await WritingPage.open(x);
  });

  test.each(CASES)('$kind are inserted once and in order, releasing $letGo', async ({ text, order }) => {
    const before = page.text();
    const recording = await session.speak([text]);
    await session.dictate(recording, order);
    await x.waitUntil(() => page.text() !== before);
    expect(page.text()).toBe(after(before, await session.textOf(recording)));
  });

  test('the chord types nothing, and the page keeps the focus', () => {
    expect(page.keys.filter((key) => !KEYS_OF_PASTING.includes(key))).toEqual([]);
    expect(page.blurs).toBe(0);
  });

  test('nothing is inserted before the release, even if the text is ready', async () => {
    const before = page.text();
    const recording = await session.speak(['The first phrase is over.', 'The second one follows.']);
    await session.press(HOLD);
    await session.heard(recording.phraseEnds[1]!);
    await session.account.until(([first]) => first?.items[0]?.outcome === 'final');
    expect(page.text()).toBe(before);
    await session.release(HOLD);
    await x.waitUntil(() => page.text() !== before);
    expect(page.text()).toBe(after(before, await session.textOf(recording)));
  });

  test.each(['input', 'editable'] as const)('words are inserted into every kind of field: %s', async (field) => {
    await page.focus(field);
    const recording = await session.speak(['Any kind of field.']);
    await session.dictate(recording);
    await x.waitUntil(() => page.text(field) !== '');
    expect(page.text(field).trim()).toBe(await session.textOf(recording));
  });

  test('Caps Lock does not change the words', async () => {
    await page.focus();
    const before = page.text();
    const recording = await session.speak(['Capitals stay capitals, others small.']);
    await session.tap(['Caps_Lock']);
    await session.dictate(recording);
    await x.waitUntil(() => page.text() !== before);
    await session.tap(['Caps_Lock']);
    expect(page.text()).toBe(after(before, await session.textOf(recording)));
  });
});

describe('Into a terminal', () => {
  let terminal: Terminal;
  beforeAll(async () => {
    terminal = await Terminal.open(x);
  });

  test.each(variants([CASES[2]!, CASES[5]!], CASES))(
    '$kind are inserted once and in order, releasing $letGo',
    async ({ text, order }) => {
      const before = terminal.text();
      const recording = await session.speak([text]);
      await session.dictate(recording, order);
      await x.waitUntil(() => terminal.text() !== before);
      expect(terminal.text()).toBe(after(before, (await session.textOf(recording)).replace(/\n+/g, ' ')));
    },
  );
});

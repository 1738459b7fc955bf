// The key is held, words are spoken, the key is let go: the words stand in the field that has the focus.
import { beforeAll, describe, expect, test } from 'vitest';
import { variants } from '../variants.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD, ordersOf } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

/** Texts that are lost or changed where anything on their way is not made for them. */
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

/** What stands in a field after another text was put behind what stood there. */
const after = (before: string, text: string) => (before === '' ? text : `${before} ${text}`);

describe('Into a field of a page', () => {
  let page: WritingPage;
  beforeAll(async () => {
    page = await WritingPage.open(x);
  });

  test.each(CASES)('$kind come once and in order, let go: $letGo', async ({ text, order }) => {
    const before = page.text();
    const recording = await session.speak([text]);
    await session.dictate(recording, order);
    await x.waitUntil(() => page.text() !== before);
    expect(page.text()).toBe(after(before, await session.textOf(recording)));
  });

  test('nothing of the chord comes, and nothing takes the focus', () => {
    expect(page.keys.filter((key) => !KEYS_OF_PASTING.includes(key))).toEqual([]);
    expect(page.blurs).toBe(0);
  });

  test('nothing comes before the key is let go, also where its text is there', async () => {
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

  test.each(['input', 'editable'] as const)('words come, whichever kind of field it is: %s', async (field) => {
    await page.focus(field);
    const recording = await session.speak(['Any kind of field.']);
    await session.dictate(recording);
    await x.waitUntil(() => page.text(field) !== '');
    expect(page.text(field).trim()).toBe(await session.textOf(recording));
  });

  test('words come as they are while CapsLock is on', async () => {
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
    '$kind come once and in order, let go: $letGo',
    async ({ text, order }) => {
      const before = terminal.text();
      const recording = await session.speak([text]);
      await session.dictate(recording, order);
      await x.waitUntil(() => terminal.text() !== before);
      expect(terminal.text()).toBe(after(before, (await session.textOf(recording)).replace(/\n+/g, ' ')));
    },
  );
});

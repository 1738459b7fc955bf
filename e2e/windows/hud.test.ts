// The HUD as its user sees it: a real browser shows the built page, the test plays the app.
import type { HudView } from '@workspace/desktop/ipc/hud-messages';
import { HUD_SIZE } from '@workspace/desktop/pages/window-sizes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { during, LONG_TEXT, VIEWS } from './hud-views.ts';
import { LISTENING } from './listening-view.ts';
import { expectAccessibleInLightAndDark, openPage, startWindows } from './pages.ts';

/** A busy machine is slow. */
const PATIENCE = { timeout: 300_000 };

const { browser, server } = await startWindows();
const page = await openPage(browser, { viewport: HUD_SIZE });
const line = await server.open(page, 'hud');

/** A connection that broke while something was said. */
const BROKEN = during('recording', { text: 'Dear Anna,', reconnecting: true });

afterEach(clear);

/** Shows a view. Resolves once its text is shown. */
async function show(view: HudView): Promise<void> {
  line.send({ type: 'view', view });
  const detail = page.locator('.detail span');
  const isShown = async () =>
    (await page.getByRole('heading', { name: view.title, exact: true }).isVisible()) &&
    ((await detail.allInnerTexts())[0] ?? null) === view.detail &&
    (view.mode === null || (await page.getByRole('main').innerText()).includes(view.text.slice(-20).trim()));
  await expect.poll(isShown).toBe(true);
}

async function clear(): Promise<void> {
  line.send({ type: 'view', view: null });
  await page.getByRole('main').waitFor({ state: 'detached' });
}

/** The visible text, line by line. */
async function lines(): Promise<string[]> {
  const [text = ''] = await page.getByRole('main').allInnerTexts();
  return text.split('\n').filter((line) => line.trim() !== '');
}

const place = (selector: string) => page.locator(selector).boundingBox();

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function expectInside(inner: Box, outer: Box): void {
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
}

describe('the HUD', () => {
  test.each(Object.entries(VIEWS))('fits its window and is accessible in light and dark: %s', async (_, view) => {
    await show(view);
    const card = (await place('main'))!;
    for (const part of await page.locator('main > *').all()) expectInside((await part.boundingBox())!, card);
    expectInside(card, { x: 0, y: 0, ...HUD_SIZE });
    await expectAccessibleInLightAndDark(page);
  });

  test('shows the text, the duration, the provider and how to end the dictation', async () => {
    await show({ ...LISTENING, text: 'Dear Anna,' });
    expect(await lines()).toEqual([
      'Listening',
      'while you hold',
      '1:07',
      'Dear Anna,',
      'to api.openai.com',
      'Ctrl+Shift+C cancels',
    ]);
    await show(VIEWS['listening until stopped']);
    await expect.poll(lines).toContain('until you press again');
    await show(VIEWS['listening on this computer']);
    await expect.poll(lines).toContain('On this computer');
  });

  test('shows what failed and what to do, and its buttons work', async () => {
    await show(VIEWS.failed);
    const { title, detail } = VIEWS.failed;
    expect(await lines()).toEqual([title, detail, 'to api.openai.com', 'Try again', 'Dismiss']);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await show(VIEWS.notice);
    await page.getByRole('button', { name: 'Copy' }).click();
    await show(VIEWS['refused, though nothing is lost']);
    await page.getByRole('button', { name: 'Settings' }).click();
    await show(VIEWS['allowance used up']);
    await page.getByRole('button', { name: 'Upgrade' }).click();
    await show(VIEWS['not allowed to type']);
    await page.getByRole('button', { name: 'Allow…' }).click();
    await vi.waitFor(
      () =>
        expect(line.messages).toEqual(
          (['retry', 'dismiss', 'copy', 'settings', 'upgrade', 'allow'] as const).map((action) => ({
            type: 'act',
            action,
          })),
        ),
      PATIENCE,
    );
  });

  test('has a different sign in every state, regardless of color', async () => {
    const views = [
      VIEWS.starting,
      VIEWS['listening while held'],
      VIEWS.finishing,
      VIEWS.done,
      VIEWS.cancelled,
      VIEWS.failed,
      VIEWS.notice,
    ];
    const signs = new Set<string>();
    for (const view of views) {
      await show(view);
      const sign = await page.evaluate<string>(`(() => {
        const sign = document.querySelector('.sign');
        const { borderStyle, borderRadius } = getComputedStyle(sign);
        return [sign.innerHTML, borderStyle, borderRadius].join();
      })()`);
      signs.add(sign);
    }
    expect(signs.size).toBe(views.length);
  });

  test('distinguishes a failure from a recording without color: by outline, sign, level and words', async () => {
    const look = async (view: HudView): Promise<Record<string, unknown>> => {
      await show(view);
      const [border, sign] = await page.evaluate<string[]>(`
        ['.card', '.sign'].map((part) => getComputedStyle(document.querySelector(part)).borderTopWidth)`);
      const [bars, words] = await Promise.all([page.locator('.bar').count(), lines()]);
      return { border, sign, hasLevel: bars > 0, words: words[0] };
    };
    const recording = await look(VIEWS['listening while held']);
    const failure = await look(VIEWS.failed);
    for (const part of ['border', 'sign', 'hasLevel', 'words']) expect(failure[part]).not.toBe(recording[part]);
  });
});

describe('what a screen reader announces', () => {
  /** Everything the live region has announced, in order. */
  const said = () => page.evaluate<string[]>('said');

  test('includes each state and problem once, but no text, time or level', async () => {
    await page.evaluate(`{
      globalThis.said = [];
      const region = document.querySelector('[role=status]');
      new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    }`);
    await show(VIEWS.starting);
    for (let frame = 0; frame < 20; frame += 1) {
      line.send({ type: 'view', view: { ...LISTENING, level: -frame, seconds: frame, text: 'word '.repeat(frame) } });
    }
    await show(BROKEN);
    await show(VIEWS.finishing);
    await show(VIEWS.done);
    await clear();
    expect(await said()).toEqual([
      'Opening the microphone',
      'Listening',
      `Listening. ${BROKEN.detail}`,
      'Finishing',
      'Inserted',
      '',
    ]);
  });

  test('comes from a single live region that exists from the start', async () => {
    const region = page.getByRole('status');
    expect(await region.count()).toBe(1);
    await show(VIEWS.failed);
    expect(await region.count()).toBe(1);
    expect(await region.textContent()).toBe(`${VIEWS.failed.title} ${VIEWS.failed.detail}`);
    expect(await page.locator('[aria-live], [role=alert]').count()).toBe(0);
  });
});

describe('the text', () => {
  test('is scrolled to its end, with the last line in full', async () => {
    await show(VIEWS['listening to a long dictation']);
    const box = (await place('.spoken'))!;
    const text = (await place('.spoken p'))!;
    expect(text.y + text.height).toBeCloseTo(box.y + box.height, 0);
    expect(text.height).toBeGreaterThan(box.height);
    await page.getByText(/And the last\.$/).waitFor();
  });

  test('shifts nothing else as it grows, and neither does a warning', async () => {
    const texts = ['', 'Dear', 'Dear Anna, thank you very much for your letter of last week', LONG_TEXT];
    const places: unknown[] = [];
    for (const text of texts) {
      for (const reconnecting of [false, true]) {
        await show(during('recording', { text, reconnecting }));
        const [main, headline, foot] = await Promise.all(['main', '.headline', '.foot'].map(place));
        places.push({ main, headline, foot });
      }
    }
    expect(places).toEqual(places.map(() => places[0]));
  });

  test.each([
    ['left to right', 'Dear Anna,', 'ltr'],
    ['right to left', 'שלום Anna', 'rtl'],
    ['right to left, however long', `שלום ${LONG_TEXT}`, 'rtl'],
    ['left to right', '安娜你好', 'ltr'],
  ])('is read from %s: %#', async (_, text, direction) => {
    await show({ ...LISTENING, text });
    expect(await page.locator('.spoken p').getAttribute('dir')).toBe(direction);
  });
});

describe('the level', () => {
  const heights = async () => {
    const bars = await page.locator('.bar').all();
    return Promise.all(bars.map(async (bar) => (await bar.boundingBox())!.height));
  };

  test('follows the voice, with the newest value in the middle', async () => {
    await show({ ...LISTENING, level: -100 });
    const silent = await heights();
    expect(new Set(silent).size).toBe(1);
    const middle = Math.floor(silent.length / 2);
    await show({ ...LISTENING, level: -20 });
    await expect.poll(async () => (await heights())[middle]!).toBeGreaterThan(4 * silent[middle]!);
    const loud = await heights();
    expect(loud.toSpliced(middle, 1)).toEqual(silent.toSpliced(middle, 1));
    await show({ ...LISTENING, level: -100 });
    const further = silent.with(middle - 1, loud[middle]!).with(middle + 1, loud[middle]!);
    await expect.poll(heights).toEqual(further);
  });

  test('is absent while nothing is recorded', async () => {
    await show(VIEWS.finishing);
    expect(await heights()).toEqual([]);
  });
});

describe('nothing moves', () => {
  /** Tracks pending timeouts and frames, and running intervals. */
  const COUNT_PENDING = `
    globalThis.pending = new Set();
    for (const [start, stop, repeats] of [
      ['setTimeout', 'clearTimeout', false],
      ['setInterval', 'clearInterval', true],
      ['requestAnimationFrame', 'cancelAnimationFrame', false],
    ]) {
      const [begin, end] = [globalThis[start].bind(globalThis), globalThis[stop].bind(globalThis)];
      globalThis[start] = (callback, ...rest) => {
        const id = begin((...values) => {
          if (!repeats) pending.delete(start + id);
          callback(...values);
        }, ...rest);
        pending.add(start + id);
        return id;
      };
      globalThis[stop] = (id) => {
        pending.delete(start + id);
        end(id);
      };
    }`;

  test('while nothing is shown: no content, timer, frame or animation', async () => {
    const moving = await openPage(browser, { viewport: HUD_SIZE, reducedMotion: 'no-preference' });
    await moving.addInitScript(COUNT_PENDING);
    const app = await server.open(moving, 'hud');
    app.send({ type: 'view', view: VIEWS.finishing });
    await moving.getByRole('main').waitFor();
    expect(await moving.evaluate('document.getAnimations().length')).toBe(1);
    app.send({ type: 'view', view: null });
    await moving.getByRole('main').waitFor({ state: 'detached' });
    expect(await moving.locator('#root').innerHTML()).toBe('');
    expect(await moving.locator('body').innerText()).toBe('');
    expect(await moving.evaluate('document.getAnimations().length')).toBe(0);
    await vi.waitFor(async () => expect(await moving.evaluate('[...pending]')).toEqual([]), PATIENCE);
    await moving.context().close();
  });

  test('for users who prefer reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const view of [VIEWS.finishing, VIEWS['listening while held']]) {
      await show(view);
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    }
  });
});

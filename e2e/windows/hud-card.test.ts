// Which part of the HUD's window is visible, according to the script that reports it, in a real browser.
import { CARD_BINDING, CARD_SCRIPT, readCard } from '@workspace/desktop/browser/hud-card';
import type { Card } from '@workspace/desktop/browser/hud-window';
import { expect, test, vi } from 'vitest';
import { openPage, startWindows } from './pages.ts';

const { browser } = await startWindows();

const PAGE = `data:text/html,<body style="margin:0"><div id="root"></div>`;
/** Counts frames, and records what is reported in which. */
const OBSERVER = `
  let frame = 0;
  const count = () => { frame += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  globalThis.reported = [];
  globalThis.${CARD_BINDING} = (payload) => reported.push({ frame, payload });
  /** Draws a card of some size, or none without a size. Resolves with its frame. */
  globalThis.draw = (size) => new Promise((resolve) => requestAnimationFrame(() => {
    const root = document.getElementById('root');
    if (size) {
      const card = document.createElement('div');
      card.style.cssText = 'border-radius:8px;width:' + size[0] + 'px;height:' + size[1] + 'px';
      root.replaceChildren(card);
    } else root.replaceChildren();
    resolve(frame);
  }));
`;

async function openCardPage() {
  const page = await openPage(browser);
  await page.addInitScript(OBSERVER);
  await page.addInitScript(CARD_SCRIPT);
  await page.goto(PAGE);
  const reported = async () => {
    const notes = await page.evaluate<{ frame: number; payload: string }[]>('reported');
    return notes.map(({ frame, payload }) => ({ frame, card: readCard(payload) }));
  };
  /** Draws a card. Resolves once it is reported, with the reports from the frame that drew it and from later ones. */
  const draw = async (width?: number, height?: number) => {
    const before = (await reported()).length;
    const drawnIn = await page.evaluate<number>(
      `draw(${JSON.stringify(width === undefined ? null : [width, height])})`,
    );
    const isWhole = (card: Card | undefined) => card?.width === width && card?.height === height;
    await vi.waitUntil(async () => isWhole((await reported()).at(-1)?.card) && (await reported()).length > before, {
      timeout: 300_000,
    });
    const notes = (await reported()).slice(before);
    return {
      atOnce: notes.filter(({ frame }) => frame === drawnIn).map(({ card }) => card),
      later: notes.filter(({ frame }) => frame > drawnIn).map(({ card }) => card),
    };
  };
  return { draw };
}

const card = (width: number, height: number) => ({ x: 0, y: 0, width, height, radius: 8 });

test('a new card is reported a frame later, when it is visible', async () => {
  const { draw } = await openCardPage();
  expect(await draw(200, 100)).toEqual({ atOnce: [], later: [card(200, 100)] });
});

test('a card that shrinks is reported immediately', async () => {
  const { draw } = await openCardPage();
  await draw(200, 100);
  expect((await draw(80, 40)).atOnce).toEqual([card(80, 40)]);
});

test('a card that gets taller and narrower is reported as only the overlap until it is drawn', async () => {
  const { draw } = await openCardPage();
  await draw(200, 100);
  expect(await draw(80, 300)).toEqual({ atOnce: [card(80, 100)], later: [card(80, 300)] });
});

test('a removed card is reported immediately', async () => {
  const { draw } = await openCardPage();
  await draw(200, 100);
  expect((await draw()).atOnce).toEqual([undefined]);
});

import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFocused } from './focus.ts';

/** More than any page has. */
const MOST_STOPS = 200;

/**
 * Records in the page what Tab must reach, in document order, and how each stop looks without the focus. Of radio
 * buttons with the same name, only the chosen one is a stop. Scrollable elements that contain nothing focusable are
 * stops too.
 */
const REMEMBER_STOPS = `(() => {
  const CANDIDATES = 'a[href], button, input, select, textarea, summary, video[controls], iframe, [tabindex], [contenteditable]';
  const scrolls = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isOpen = (overflow) => overflow === 'auto' || overflow === 'scroll';
    return (isOpen(overflowX) && element.scrollWidth > element.clientWidth) || (isOpen(overflowY) && element.scrollHeight > element.clientHeight);
  };
  const takesFocus = (element) =>
    element.matches(CANDIDATES) &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    !(element.type === 'radio' && !element.checked) &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true });
  const all = [...document.body.querySelectorAll('*')];
  const stops = all.filter((element) =>
    takesFocus(element) || (element.checkVisibility() && scrolls(element) && ![...element.querySelectorAll(CANDIDATES)].some(takesFocus)));
  const lookOf = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, boxShadow].join();
  };
  const nameOf = (element) =>
    [element.localName, element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText].join(' ').trim().replaceAll(/\\s+/g, ' ').slice(0, 60);
  // A blinking caret would be a difference between two pictures.
  const noCaret = new CSSStyleSheet();
  noCaret.replaceSync('* { caret-color: transparent !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, noCaret];
  // Tab begins where this was.
  const start = document.createElement('span');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  start.remove();
  window.tabStops = { stops, looks: new Map(stops.map((element) => [element, lookOf(element)])), lookOf, nameOf };
})()`;

/** The stops' names, read after the last one was reached: some change once the page is interactive. */
const NAME_STOPS = 'window.tabStops.stops.map(window.tabStops.nameOf)';

/**
 * Reads which element has the focus, and what is wrong with how that shows; null if the focus has left the document.
 */
const READ_STOP = `(async () => {
  window.tabStops.withoutOutline?.style.removeProperty('outline');
  // Colors and outlines are there once the page was drawn.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { stops, looks, lookOf } = window.tabStops;
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const faults = [];
  const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(element);
  if (lookOf(element) === looks.get(element)) faults.push('looks as without the focus');

  const [width, offset] = [Number.parseFloat(outlineWidth), Number.parseFloat(outlineOffset)];
  if (outlineStyle === 'none' || width < 2) faults.push('has no outline of 2 px');
  const brightness = (color) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (from) => {
    for (let at = from; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/^rgba\\(.*, 0\\)$/.test(backgroundColor)) return backgroundColor;
    }
    return 'white';
  };
  const ground = groundOf(offset < 0 ? element : element.parentElement);
  const [dark, light] = [brightness(outlineColor), brightness(ground)].toSorted((one, other) => one - other);
  const contrast = (light + 0.05) / (dark + 0.05);
  if (contrast < 3) faults.push('has an outline with a contrast of ' + contrast.toFixed(2));

  // An inline link may stand on two lines.
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const reach = width + offset;
  const ring = { left: box.left - reach, right: box.right + reach, top: box.top - reach, bottom: box.bottom + reach };
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  // What is higher than the window can't be in sight as a whole.
  const isHigher = ring.bottom - ring.top > innerHeight;
  const sight = { left: 0, top: isHigher ? -Infinity : 0, right: innerWidth, bottom: isHigher ? Infinity : innerHeight };
  const clips = [['the window', sight]];
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    if (overflowX !== 'visible' || overflowY !== 'visible') clips.push([at.localName + '.' + at.className, at.getBoundingClientRect()]);
  }
  for (const [what, clip] of clips) {
    const cut = ['left', 'top'].filter((side) => ring[side] < clip[side] - 0.5)
      .concat(['right', 'bottom'].filter((side) => ring[side] > clip[side] + 0.5));
    if (cut.length > 0) faults.push('is cut at ' + cut.join(' and ') + ' by ' + what);
  }
  const at = (x, y) => document.elementFromPoint(Math.min(Math.max(x, 0), innerWidth - 1), Math.min(Math.max(y, 0), innerHeight - 1));
  const hit = at(middle.x, middle.y);
  if (hit === null || !element.contains(hit)) faults.push('is covered by ' + (hit && hit.localName + '.' + hit.className));
  const floats = (from) => {
    for (let part = from; part !== null && !(from !== element && part.contains(element)); part = part.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(part).position)) return true;
    }
    return false;
  };
  const covers = (hit) => !floats(element) && floats(hit);
  for (const [side, x, y] of [['top', middle.x, ring.top], ['bottom', middle.x, ring.bottom], ['left', ring.left, middle.y], ['right', ring.right, middle.y]]) {
    if (covers(at(x, y))) faults.push('is covered at its ' + side);
  }
  const [left, top] = [Math.max(ring.left, 0), Math.max(ring.top, 0)];
  const clip = { x: left + scrollX, y: top + scrollY, width: Math.min(ring.right, innerWidth) - left, height: Math.min(ring.bottom, innerHeight) - top };
  return { clip, place: stops.indexOf(element), tag: element.outerHTML.slice(0, 120), isMedia: element.localName === 'video', faults };
})()`;

/** Hides the focused element's outline until the next stop is read. */
const HIDE_OUTLINE = `{
  window.tabStops.withoutOutline = document.activeElement;
  document.activeElement.style.setProperty('outline', 'none', 'important');
}`;

interface TabStop {
  /** Index among the recorded stops; -1 if it is none of them. */
  place: number;
  tag: string;
  /** Contains further stops, which the page can't see. */
  isMedia: boolean;
  faults: string[];
  /** The visible part of the element and its outline, in CSS pixels of the document. */
  clip: { x: number; y: number; width: number; height: number };
}

/**
 * Tabs through the page, from the beginning to the end of the document. Everything focusable must be reached once, in
 * document order, and must show that it has the focus. `where` names the page in a failure.
 */
export async function expectTabOrder(page: Page, where = page.url()): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(REMEMBER_STOPS);
  const stops: TabStop[] = [];
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<TabStop | null>(READ_STOP);
    if (stop === null) break;
    const withOutline = await pictureOf(session, stop);
    await page.evaluate(HIDE_OUTLINE);
    // The element's content, or other elements, may cover its outline.
    if ((await pictureOf(session, stop)) === withOutline) stop.faults.push('has an outline that is not to be seen');
    if (!stop.isMedia || stops.at(-1)?.place !== stop.place) stops.push(stop);
  }
  await session.detach();
  const names = await page.evaluate<string[]>(NAME_STOPS);
  expect(
    stops.map(({ place, tag }) => names[place] ?? tag),
    where,
  ).toEqual(names);
  expect(
    stops.flatMap(({ place, faults }) => faults.map((fault) => `${names[place]} ${fault}`)),
    where,
  ).toEqual([]);
}

/** Returns a stop's pixels. Playwright's own screenshots wait for more, and take three times as long. */
async function pictureOf(session: CDPSession, { clip }: TabStop): Promise<string> {
  const options = { format: 'png', optimizeForSpeed: true, clip: { ...clip, scale: 1 } } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  return data;
}

/**
 * Presses Tab until an element has the focus, like someone without a mouse. Throws an Error if Tab never reaches it.
 */
export async function tabTo(element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await element.page().keyboard.press(key);
    if (await isFocused(element)) return;
  }
  throw new Error(`Tab never reaches ${element}.`);
}

/** Tabs to an element and presses a key on it. */
export async function pressOn(element: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(element);
  await element.page().keyboard.press(key);
}

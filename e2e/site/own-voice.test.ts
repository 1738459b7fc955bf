// The hero's key with the visitor's own voice: what is said into Chromium's microphone becomes text in the page.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { wordErrorRate } from '@workspace/speech/word-errors';
import type { CDPSession, Page, Request } from 'playwright-core';
import { expect, inject, test, vi } from 'vitest';
import { MICROPHONE_SURVEY } from '../microphone-survey.ts';
import { concatenated, readAloud, save, silence } from '../on-device/human-speech.ts';
import { expectAccessible } from '../page-checks.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { SITE_URL } from './addresses.ts';
import { Site, useSite } from './visits.ts';

/** Two sentences; the second begins after a breath, and ends in this word. */
const [first, , , , last] = readAloud();
const LAST_WORD = /himself/i;
const SAID = `${first!.text} ${last!.text}`;
const recording = save(
  scratchFolder(),
  'said.wav',
  concatenated(silence(0.2), first!.samples, silence(0.3), last!.samples),
);

const site = useSite(() => Site.withMicrophone(recording));

const hero = (page: Page) => page.getByRole('region', { name: 'Hold. Speak. Let go.' });
const theKey = (page: Page) => hero(page).getByRole('button', { name: /Hold to speak|Let go to stop/ });
const note = (page: Page) => page.getByRole('region', { name: 'Your note' });
const words = (page: Page) => hero(page).locator('[data-look=listening]');
const statusShows = (page: Page, text: string | RegExp) =>
  hero(page).getByRole('status').filter({ hasText: text }).waitFor();
const press = (page: Page, name: string) => hero(page).getByRole('button', { name }).click();
const openMicrophones = (page: Page) =>
  page.evaluate<number>(`tracks.filter(({ readyState }) => readyState !== 'ended').length`);

/** Waits until the card shows these words of what is being said. */
async function untilHeard(page: Page, heard: RegExp): Promise<void> {
  const isHeard = words(page).filter({ hasText: heard }).waitFor();
  await isHeard.catch(async (error: unknown) => {
    throw new Error(`${heard} was never shown, but “${await hero(page).innerText()}”`, { cause: error });
  });
}

/** Waits until the scripted demo plays, whatever else is happening. */
async function expectScript(page: Page): Promise<void> {
  await theKey(page).dispatchEvent('pointerdown', { button: 0 });
  await statusShows(page, 'Listening');
  await page.evaluate(`window.dispatchEvent(new Event('pointerup'))`);
  await statusShows(page, /Inserted|Hold it while you speak/);
}

async function touch(session: CDPSession, page: Page, type: 'touchStart' | 'touchEnd'): Promise<void> {
  const { x, y, width, height } = (await theKey(page).boundingBox())!;
  const touchPoints = type === 'touchEnd' ? [] : [{ x: x + width / 2, y: y + height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** The size of the site's files as sent to browsers, in megabytes. */
function megabytesOf(requests: readonly Request[]): number {
  const client = join(inject('sharedSite').folder, 'client');
  const paths = new Set(requests.map((request) => new URL(request.url()).pathname));
  const sizes = [...paths].map((path) => statSync(`${join(client, path)}.br`).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}

test('a visitor’s own words appear in the note, recognized within the page', async () => {
  const { page, context, trouble } = await site.visit('/terms', { context: { hasTouch: true } });
  await page.addInitScript(MICROPHONE_SURVEY);
  await page.goto(SITE_URL);
  await hero(page).getByRole('button', { name: 'Hold to speak' }).waitFor();
  const asked: Request[] = [];
  context.on('request', (request) => asked.push(request));

  // The connection is lost while files are loading.
  trouble.expect(/decoder_model\S* net::ERR_INTERNET_DISCONNECTED/);
  trouble.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const decoder = /decoder_model.*\.onnx/;
  await context.route(decoder, async (route) => {
    // All but this one has arrived.
    await hero(page).getByText('12 of 23 MB').waitFor();
    await route.abort('internetdisconnected');
  });
  await press(page, 'Try it with your own voice');
  await statusShows(page, /connection was lost/);
  await expectScript(page);
  await context.unroute(decoder);

  // What has arrived is kept. The microphone is refused, and then allowed.
  await page.evaluate(`refusals.push('NotAllowedError')`);
  await press(page, 'Try again');
  await statusShows(page, /microphone is blocked/);
  const fetchedTwice = asked.filter((request) => /encoder_model|\.wasm/.test(request.url()));
  expect(fetchedTwice).toHaveLength(2);
  await expectScript(page);
  await press(page, 'Try again');
  await statusShows(page, 'Nothing you say leaves this page');
  expect(await openMicrophones(page)).toBe(0);
  const transferred = megabytesOf(asked.filter((request) => request.url().startsWith(`${SITE_URL}/assets/`)));
  expect(Math.abs(transferred - 23)).toBeLessThan(1);
  await expectAccessible(page);

  // Held by a pointer.
  await theKey(page).hover();
  await page.mouse.down();
  await untilHeard(page, LAST_WORD);
  await page.mouse.up();
  await statusShows(page, /^Inserted/);
  const once = await note(page).innerText();
  expect(wordErrorRate(SAID, once)).toBeLessThanOrEqual(0.1);
  await expect.poll(() => openMicrophones(page)).toBe(0);

  // Held by Space, in a browser that delivers audio only through an audio context.
  await page.evaluate('delete globalThis.MediaStreamTrackProcessor');
  await page.keyboard.down('Space');
  await untilHeard(page, LAST_WORD);
  await page.keyboard.up('Space');
  await vi.waitUntil(async () => LAST_WORD.test((await note(page).innerText()).slice(once.length)), {
    timeout: 300_000,
    interval: 50,
  });
  const twice = await note(page).innerText();
  expect(twice.startsWith(`${once} `)).toBe(true);
  expect(wordErrorRate(`${SAID} ${SAID}`, twice)).toBeLessThanOrEqual(0.1);
  await expect.poll(() => openMicrophones(page)).toBe(0);

  // Held by a finger, and dropped by Escape.
  const session = await context.newCDPSession(page);
  await touch(session, page, 'touchStart');
  await untilHeard(page, /dash/i);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await statusShows(page, 'Cancelled');
  await touch(session, page, 'touchEnd');
  expect([await note(page).innerText(), await openMicrophones(page)]).toEqual([twice, 0]);

  // The page is hidden while the key is held by Enter.
  await theKey(page).focus();
  await page.keyboard.down('Enter');
  await untilHeard(page, /dash/i);
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);
  expect(await openMicrophones(page)).toBe(0);
  await statusShows(page, /you left this tab/);
  await expect.poll(async () => (await note(page).innerText()).slice(twice.length)).toMatch(/dash/i);

  await press(page, 'Back to the script');
  await expectScript(page);

  // Only the site's own files were requested, and nothing was sent.
  const sent = asked.filter(
    (request) => request.method() !== 'GET' || !request.url().startsWith(`${SITE_URL}/assets/`),
  );
  expect(sent.map((request) => `${request.method()} ${request.url()}`)).toEqual([]);
});

test('a browser without the needed features says so, and downloads nothing', async () => {
  const { page, context } = await site.visit('/terms', { context: {} });
  await page.addInitScript('delete WebAssembly.validate; WebAssembly.validate = () => false');
  await page.goto(SITE_URL);
  await hero(page).getByRole('button', { name: 'Hold to speak' }).waitFor();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await press(page, 'Try it with your own voice');
  await statusShows(page, /This browser can’t do it/);
  await expectScript(page);
  expect(asked.filter((url) => /onnx|wasm|worker/.test(url))).toEqual([]);
});

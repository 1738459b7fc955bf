import { CALLS } from '@workspace/contract/calls';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test, vi } from 'vitest';
import { SITE_URL } from './addresses.ts';
import { RELEASE } from './signed-in.ts';
import { open, useSite, type Visit } from './visits.ts';

const site = useSite();

const PLAY = ['demo_video_play', undefined];
const QUARTERS = [25, 50, 75, 100].map((percent) => ['demo_video_progress', percent]);

interface VideoEvent {
  event: string;
  metadata: { videoUrl: string; percent?: number; timestamp: string };
}

const visitLanding = () => site.visit('/', { script: (api) => api.answer(CALLS.getLatestRelease, RELEASE) });
const inVideo = <T>(page: Page, expression: string) =>
  page.evaluate<T>(`(async (video) => ${expression})(document.querySelector('video'))`);
const untilVideo = (page: Page, condition: string) =>
  vi.waitUntil(() => inVideo<boolean>(page, condition), { timeout: 300_000, interval: 50 });

function videoEventsOf({ api }: Visit): VideoEvent[] {
  const events = api.sent(CALLS.track).map(({ body }) => body as VideoEvent);
  return events.filter(({ event }) => event.startsWith('demo_video'));
}

const countsOf = (visit: Visit) => videoEventsOf(visit).map(({ event, metadata }) => [event, metadata.percent]);

async function start({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Play the demo' }).click();
  await untilVideo(page, 'video.currentTime > 0');
}

/** Seeks to a position from 0 to 1, as the slider does. Resolves once the page was notified. */
const seek = (page: Page, part: number) =>
  inVideo(
    page,
    `{
      const notified = new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
      video.currentTime = ${part} * video.duration;
      await notified;
    }`,
  );

/** Plays the last moments of the video. */
async function seeEnd(page: Page): Promise<void> {
  await seek(page, 0.99);
  await inVideo(page, 'video.play()');
  await untilVideo(page, 'video.ended');
}

/** Waits until an event that is sent after all others has arrived. */
async function untilAllIsSent({ page, api }: Visit): Promise<void> {
  const before = api.sent(CALLS.track).length;
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.waitForURL(`${SITE_URL}/terms`);
  await vi.waitUntil(
    () =>
      api
        .sent(CALLS.track)
        .slice(before)
        .some(({ body }) => (body as { event: string }).event === 'page_view'),
    { timeout: 300_000, interval: 50 },
  );
}

describe('the demo', () => {
  test('is a picture with a button at first: nothing plays, and nothing is downloaded', async () => {
    const { page, context } = await visitLanding();
    const fetched: string[] = [];
    context.on('request', (request) => fetched.push(request.url()));
    const button = page.getByRole('button', { name: 'Play the demo' });
    await button.scrollIntoViewIfNeeded();
    await vi.waitUntil(() => page.evaluate("document.querySelector('figure img').naturalWidth > 0"), {
      timeout: 300_000,
      interval: 50,
    });
    const state = 'JSON.stringify([video.autoplay, video.paused, video.currentTime, video.controls, video.readyState])';
    // HAVE_NOTHING: nothing was downloaded.
    expect(JSON.parse(await inVideo<string>(page, state))).toEqual([false, true, 0, false, 0]);
    expect(fetched.filter((url) => /\.(webm|mp4|vtt)$/.test(url))).toEqual([]);
  });

  test('plays with its controls, poster and captions when the button is clicked', async () => {
    const visit = await visitLanding();
    const { page } = visit;
    await start(visit);
    expect(await page.getByRole('button', { name: 'Play the demo' }).count()).toBe(0);
    expect(await inVideo(page, 'video.controls')).toBe(true);
    const poster = await inVideo<string>(page, 'video.poster');
    expect((await fetch(poster.replace(SITE_URL, inject('sharedSite').url))).status).toBe(200);
    await untilVideo(page, 'video.textTracks[0]?.cues?.length > 0');
    const track =
      '[video.textTracks.length, video.textTracks[0].kind, video.textTracks[0].language, video.textTracks[0].mode]';
    expect(await inVideo(page, track)).toEqual([1, 'captions', 'en', 'showing']);
    const isWithin =
      '[...video.textTracks[0].cues].every(({ startTime, endTime }) => startTime < endTime && endTime <= video.duration)';
    expect(await inVideo(page, isWithin)).toBe(true);
  });
});

describe('the events counted for the demo', () => {
  test('are none before it plays', async () => {
    const visit = await visitLanding();
    await visit.page.getByRole('button', { name: 'Play the demo' }).scrollIntoViewIfNeeded();
    await untilAllIsSent(visit);
    expect(countsOf(visit)).toEqual([]);
  });

  test('include its start, with the page and the time', async () => {
    const visit = await visitLanding();
    await start(visit);
    await inVideo(visit.page, 'video.pause()');
    const before = Date.now();
    await untilAllIsSent(visit);
    expect(countsOf(visit)).toEqual([PLAY]);
    const [{ metadata } = { metadata: undefined }] = videoEventsOf(visit);
    expect(Object.keys(metadata ?? {}).toSorted()).toEqual(['timestamp', 'videoUrl']);
    expect(new URL(metadata?.videoUrl ?? '', SITE_URL).pathname).toMatch(/\.webm$/);
    expect(new Date(metadata?.timestamp ?? '').toISOString()).toBe(metadata?.timestamp);
    expect(Date.parse(metadata?.timestamp ?? '')).toBeLessThanOrEqual(before);
  });

  test('include each quarter as it is reached', async () => {
    const visit = await visitLanding();
    await start(visit);
    await inVideo(visit.page, 'video.pause()');
    for (const [part, count] of [
      [0.24, 1],
      [0.26, 2],
      [0.49, 2],
      [0.51, 3],
      [0.74, 3],
      [0.76, 4],
      [0.98, 4],
    ] as const) {
      await seek(visit.page, part);
      await visit.api.untilSent(CALLS.track, count + 1);
      expect(countsOf(visit)).toEqual([PLAY, ...QUARTERS].slice(0, count));
    }
    await seeEnd(visit.page);
    await untilAllIsSent(visit);
    expect(countsOf(visit)).toEqual([PLAY, ...QUARTERS]);
    for (const { metadata } of videoEventsOf(visit).slice(1)) {
      expect(Object.keys(metadata).toSorted()).toEqual(['percent', 'timestamp', 'videoUrl']);
    }
  });

  test('are counted once, even if it is paused, rewound and played again', async () => {
    const visit = await visitLanding();
    const { page } = visit;
    await start(visit);
    for (let times = 0; times < 2; times += 1) {
      await seek(page, 0.3);
      await inVideo(page, 'video.pause()');
      await inVideo(page, 'video.play()');
      await seek(page, 0.6);
      await seek(page, 0.1);
      await seek(page, 0.8);
      await seeEnd(page);
      // From the beginning, as the control does after the end.
      await inVideo(page, 'video.play()');
      await untilVideo(page, '!video.ended && video.currentTime > 0');
    }
    await untilAllIsSent(visit);
    expect(countsOf(visit)).toEqual([PLAY, ...QUARTERS]);
  });

  test('include every quarter when seeking to the end', async () => {
    const visit = await visitLanding();
    await start(visit);
    await seeEnd(visit.page);
    await untilAllIsSent(visit);
    expect(countsOf(visit)).toEqual([PLAY, ...QUARTERS]);
  });

  test('are counted again in the next page view, after navigation or a reload', async () => {
    const visit = await visitLanding();
    const { page } = visit;
    await start(visit);
    await untilAllIsSent(visit);
    await page.getByRole('banner').getByRole('link', { name: /home/ }).click();
    await page.waitForURL(`${SITE_URL}/`);
    await start(visit);
    await open(page, '/');
    await start(visit);
    await untilAllIsSent(visit);
    expect(countsOf(visit)).toEqual([PLAY, PLAY, PLAY]);
  });
});

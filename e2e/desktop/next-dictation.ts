import { expect } from 'vitest';
import type { DesktopSession } from './desktop-session.ts';
import type { WritingPage } from './writing-page.ts';

/** Dictates into a page as usual. Anything still to come from earlier dictations would arrive before this text. */
export async function expectNextAlone(session: DesktopSession, page: WritingPage): Promise<void> {
  const before = page.text();
  const recording = await session.speak(['Only this one.']);
  await session.dictate(recording);
  await session.x.waitUntil(() => page.text() !== before);
  expect(page.text().slice(before.length).trim()).toBe(await session.textOf(recording));
}

import { expect } from 'vitest';
import type { DesktopSession } from './desktop-session.ts';
import type { WritingPage } from './writing-page.ts';

/** Dictates as usual into a page: whatever else might still come of earlier dictations has come before this text. */
export async function expectNextAlone(session: DesktopSession, page: WritingPage): Promise<void> {
  const before = page.text();
  const recording = await session.speak(['Only this one.']);
  await session.dictate(recording);
  await session.x.waitUntil(() => page.text() !== before);
  expect(page.text().slice(before.length).trim()).toBe(await session.textOf(recording));
}

import type { HudView } from '../../ipc/hud-messages.ts';

/**
 * Returns what a screen reader announces of the HUD: its state, and what to know or do; never the dictated text, which
 * is read where it is inserted.
 */
export function announcementOf(view: Pick<HudView, 'title' | 'detail'> | null): string {
  if (view === null) return '';
  const { title, detail } = view;
  if (detail === null) return title;
  return /[.!?…]$/.test(title) ? `${title} ${detail}` : `${title}. ${detail}`;
}

/** Announces it in a permanent live region: text inserted together with its region often isn't announced. */
export function announce(region: Element, announcement: string): void {
  // Writing the same text again would repeat the announcement.
  if (region.textContent !== announcement) region.textContent = announcement;
}

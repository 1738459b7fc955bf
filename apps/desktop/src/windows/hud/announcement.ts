import type { HudView } from '../../ipc/hud-messages.ts';

/**
 * What a screen reader says of the HUD: its state, and what to know or do; never what was dictated, which is read where
 * it is inserted.
 */
export function announcementOf(view: Pick<HudView, 'title' | 'detail'> | null): string {
  if (view === null) return '';
  const { title, detail } = view;
  if (detail === null) return title;
  return /[.!?…]$/.test(title) ? `${title} ${detail}` : `${title}. ${detail}`;
}

/** Says it in a live region that is always there: what comes together with its region is often left unsaid. */
export function announce(region: Element, announcement: string): void {
  // Writing the same again would have it said again.
  if (region.textContent !== announcement) region.textContent = announcement;
}

import { z } from 'zod';
import type { Card } from './hud-window.ts';

/** What the page is called from the script below by. */
export const CARD_BINDING = 'showCard';
/** The script sees the page, but the page sees nothing of the script. */
export const CARD_WORLD = 'card';

/**
 * Runs in the HUD's page: tells the place of what it draws, its root's only child, whenever that changes, and null when
 * it draws nothing. A frame later, so that there is something to see by then.
 */
export const CARD_SCRIPT = `
  addEventListener('contextmenu', (event) => event.preventDefault());
  addEventListener('DOMContentLoaded', () => {
    const root = document.getElementById('root');
    if (!root) return;
    const tell = () => {
      const card = root.firstElementChild;
      if (!card) return ${CARD_BINDING}('null');
      const { x, y, width, height } = card.getBoundingClientRect();
      const radius = Number.parseFloat(getComputedStyle(card).borderTopLeftRadius) || 0;
      ${CARD_BINDING}(JSON.stringify({ x, y, width, height, radius }));
    };
    const later = () => requestAnimationFrame(() => setTimeout(tell));
    const resizes = new ResizeObserver(later);
    const follow = () => {
      resizes.disconnect();
      if (root.firstElementChild) resizes.observe(root.firstElementChild);
      else tell();
    };
    new MutationObserver(follow).observe(root, { childList: true });
    follow();
  });
`;

const length = z.number().min(-10_000).max(10_000);
const cardSchema = z.object({ x: length, y: length, width: length, height: length, radius: length }).nullable();

/** Reads what the script tells; `undefined` where nothing is drawn. */
export function readCard(payload: string): Card | undefined {
  return cardSchema.parse(JSON.parse(payload)) ?? undefined;
}

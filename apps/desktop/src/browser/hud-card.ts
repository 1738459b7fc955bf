import { z } from 'zod';
import type { Card } from './hud-window.ts';

/** The name under which the script below calls the app. */
export const CARD_BINDING = 'showCard';
/** An isolated world: the script sees the page, but the page sees nothing of the script. */
export const CARD_WORLD = 'card';

/**
 * Runs in the HUD's page: reports the bounds of what it draws (its root's only child) whenever they change, and null
 * when it draws nothing. What disappears is reported immediately, or the window's background would show there; what
 * appears is reported a frame later, once it has been drawn.
 */
export const CARD_SCRIPT = `
  addEventListener('contextmenu', (event) => event.preventDefault());
  addEventListener('DOMContentLoaded', () => {
    const root = document.getElementById('root');
    if (!root) return;
    let reported = null;
    const report = (card) => {
      reported = card;
      ${CARD_BINDING}(JSON.stringify(card));
    };
    const measure = () => {
      const card = root.firstElementChild;
      if (!card) return null;
      const { x, y, width, height } = card.getBoundingClientRect();
      const radius = Number.parseFloat(getComputedStyle(card).borderTopLeftRadius) || 0;
      return { x, y, width, height, radius };
    };
    const common = (one, other) => {
      const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
      const width = Math.min(one.x + one.width, other.x + other.width) - x;
      const height = Math.min(one.y + one.height, other.y + other.height) - y;
      return width > 0 && height > 0 ? { ...other, x, y, width, height } : null;
    };
    const resizes = new ResizeObserver(() => {
      const card = measure();
      if (reported && card) report(common(reported, card));
      requestAnimationFrame(() => setTimeout(() => report(measure())));
    });
    const follow = () => {
      resizes.disconnect();
      if (root.firstElementChild) resizes.observe(root.firstElementChild);
      else report(null);
    };
    new MutationObserver(follow).observe(root, { childList: true });
    follow();
  });
`;

const length = z.number().min(-10_000).max(10_000);
const cardSchema = z.object({ x: length, y: length, width: length, height: length, radius: length }).nullable();

/** Parses the script's report; `undefined` if nothing is drawn. */
export function readCard(payload: string): Card | undefined {
  return cardSchema.parse(JSON.parse(payload)) ?? undefined;
}

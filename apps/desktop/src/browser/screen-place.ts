export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Distance between a window and the nearest edge of the screen, in pixels. */
const MARGIN = 48;

/** Returns the screen that most of a window is on; the first one if it is on none. */
export function screenOf(window: Rectangle, screens: readonly [Rectangle, ...Rectangle[]]): Rectangle {
  return screens.reduce((best, screen) => (overlap(window, screen) > overlap(window, best) ? screen : best));
}

/** Returns a window's top left corner at the bottom center of a screen, above panels that the work area excludes. */
export function bottomCenter(
  size: Pick<Rectangle, 'width' | 'height'>,
  screen: Rectangle,
  workArea: Rectangle | undefined,
): { x: number; y: number } {
  // The work area spans all screens.
  const area = workArea && overlap(workArea, screen) > 0 ? intersection(workArea, screen) : screen;
  return {
    x: area.x + Math.round((area.width - size.width) / 2),
    y: Math.max(area.y, area.y + area.height - size.height - MARGIN),
  };
}

function overlap(one: Rectangle, other: Rectangle): number {
  const { width, height } = intersection(one, other);
  return Math.max(0, width) * Math.max(0, height);
}

function intersection(one: Rectangle, other: Rectangle): Rectangle {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.min(one.x + one.width, other.x + other.width) - x,
    height: Math.min(one.y + one.height, other.y + other.height) - y,
  };
}

/**
 * Returns a rounded rectangle as rectangles of whole pixels, from top to bottom: one per pixel row in the corners, and
 * one for everything in between.
 */
export function roundedRectangle({ x, y, width, height }: Rectangle, radius: number): Rectangle[] {
  const round = Math.max(0, Math.min(Math.round(radius), Math.floor(width / 2), Math.floor(height / 2)));
  const rows = Array.from({ length: round }, (_, row) => {
    const distance = round - row - 0.5;
    const inset = Math.round(round - Math.sqrt(round * round - distance * distance));
    return { inset, top: y + row, bottom: y + height - 1 - row };
  });
  return [
    ...rows.map(({ inset, top }) => ({ x: x + inset, y: top, width: width - 2 * inset, height: 1 })),
    { x, y: y + round, width, height: height - 2 * round },
    ...rows.toReversed().map(({ inset, bottom }) => ({ x: x + inset, y: bottom, width: width - 2 * inset, height: 1 })),
  ].filter((part) => part.width > 0 && part.height > 0);
}

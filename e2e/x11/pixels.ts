import type { Display } from '@workspace/desktop/x11/display';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Blue, green, red, and an unused byte. */
export const PIXEL_BYTES = 4;
const Z_PIXMAP = 2;
const ALL_PLANES = 0xffff_ffff;

/** Reads the pixels of part of a window as displayed, row by row. */
export async function readPixels(display: Display, window: number, { x, y, width, height }: Area): Promise<Buffer> {
  const { data } = await display.request<{ data: Buffer }>((done) =>
    display.client.GetImage(Z_PIXMAP, window, x, y, width, height, ALL_PLANES, done),
  );
  return data.subarray(0, width * height * PIXEL_BYTES);
}

import type { Display } from '@workspace/desktop/x11/display';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Each is blue, green, red, and nothing. */
export const PIXEL_BYTES = 4;
const Z_PIXMAP = 2;
const ALL_PLANES = 0xffff_ffff;

/** The pixels of a part of a window as they are to be seen, line by line. */
export async function readPixels(display: Display, window: number, { x, y, width, height }: Area): Promise<Buffer> {
  const { data } = await display.request<{ data: Buffer }>((done) =>
    display.client.GetImage(Z_PIXMAP, window, x, y, width, height, ALL_PLANES, done),
  );
  return data.subarray(0, width * height * PIXEL_BYTES);
}

/**
 * Edge length in pixels of each picture type in an ICNS file, all of which hold PNG. The two oldest types, 16 and 32
 * pixels at single density, are left out: not everything reads PNG in them, and the system scales the others down.
 */
export const ICON_EDGES = {
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1_024,
} as const;

const HEADER_BYTES = 8;

/** Builds an ICNS file, macOS's app icon format, from PNG pictures by type. */
export function icnsOf(pictures: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(pictures).flatMap(([kind, png]) => [header(kind, png.length), png]);
  const content = Buffer.concat(entries);
  return Buffer.concat([header('icns', content.length), content]);
}

function header(kind: string, contentBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(kind, 'latin1');
  bytes.writeUInt32BE(HEADER_BYTES + contentBytes, 4);
  return bytes;
}

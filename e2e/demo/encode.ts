import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Browsers don't assume ffmpeg's default colors. */
const COLORS = 'scale=out_color_matrix=bt709:out_range=limited,format=yuv420p';
const COLOR_TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
const VP9 = ['-c:v', 'libvpx-vp9', '-crf', '24', '-b:v', '0', '-deadline', 'good', '-cpu-used', '2', '-row-mt', '1'];
const WEBP = ['-frames:v', '1', '-c:v', 'libwebp', '-quality', '84', '-compression_level', '6'];

const LIMIT_BYTES = { video: 1_500_000, picture: 60_000 } as const;

/** Writes a recording as WebM, without metadata about the encoder. Throws if it gets too large. */
export async function encodeVideo(recording: string, file: string): Promise<void> {
  const coding = ['-vf', COLORS, ...VP9, '-tune-content', 'screen', '-g', '150', ...COLOR_TAGS];
  await encode(['-i', recording, ...coding, '-an', '-fflags', '+bitexact', file]);
  requireSize(file, LIMIT_BYTES.video);
}

/** Writes a picture as WebP, or a recording's frame at a time in milliseconds. Throws if it gets too large. */
export async function encodePicture(source: string, file: string, atMs = 0): Promise<void> {
  await encode(['-ss', String(atMs / 1_000), '-i', source, ...WEBP, file]);
  requireSize(file, LIMIT_BYTES.picture);
}

async function encode(args: readonly string[]): Promise<void> {
  await execute('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);
}

function requireSize(file: string, limitBytes: number): void {
  const { size } = statSync(file);
  if (size > limitBytes) throw new Error(`${file} has ${size} bytes; ${limitBytes} are allowed.`);
}

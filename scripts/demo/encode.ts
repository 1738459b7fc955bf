import { statSync } from 'node:fs';
import { DemoFailure, run } from './programs.ts';

const QUIET = ['-hide_banner', '-loglevel', 'error', '-y'];
/** Browsers take other colours for granted than those that ffmpeg would choose. */
const COLOURS = 'scale=out_color_matrix=bt709:out_range=limited,format=yuv420p';
const COLOUR_TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
const VP9 = ['-c:v', 'libvpx-vp9', '-crf', '24', '-b:v', '0', '-deadline', 'good', '-cpu-used', '2', '-row-mt', '1'];

const LIMIT_BYTES = { video: 1_500_000, poster: 40_000 } as const;

/** Writes a recording as WebM, without its program's traces. Throws `DemoFailure` where it gets too large. */
export async function encodeVideo(recording: string, file: string): Promise<void> {
  const coding = ['-vf', COLOURS, ...VP9, '-tune-content', 'screen', '-g', '150', ...COLOUR_TAGS];
  await run('ffmpeg', [...QUIET, '-i', recording, ...coding, '-an', '-fflags', '+bitexact', file]);
  requireSize(file, LIMIT_BYTES.video);
}

/** Writes a recording's picture at a time in milliseconds as WebP. Throws `DemoFailure` where it gets too large. */
export async function encodePoster(recording: string, atMs: number, file: string): Promise<void> {
  const picture = ['-ss', String(atMs / 1_000), '-i', recording, '-frames:v', '1'];
  await run('ffmpeg', [...QUIET, ...picture, '-c:v', 'libwebp', '-quality', '84', '-compression_level', '6', file]);
  requireSize(file, LIMIT_BYTES.poster);
}

/** Tells pictures apart: a part of a recording's picture at a time in milliseconds, as a hash. The part is as ffmpeg's `crop` takes it. */
export function hashPicture(recording: string, atMs: number, part: string): Promise<string> {
  const picture = ['-ss', String(atMs / 1_000), '-i', recording, '-frames:v', '1', '-vf', `crop=${part}`];
  return run('ffmpeg', [...QUIET, ...picture, '-f', 'md5', '-']);
}

function requireSize(file: string, limitBytes: number): void {
  const { size } = statSync(file);
  if (size > limitBytes) throw new DemoFailure(`${file} has ${size} bytes; ${limitBytes} are allowed.`);
}

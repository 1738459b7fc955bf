import type { RunningProcess } from '../child-processes.ts';
import type { XSession } from '../x11/x-session.ts';

/** The recorded part of the screen in pixels: its lower middle, where the HUD is. The rest is empty. */
const AREA = { x: 80, y: 100, width: 1_120, height: 700 } as const;
const FRAMES_PER_SECOND = 30;

/** ffmpeg's arguments for reading the screen. */
function screenInput({ display }: XSession): string[] {
  const size = `${AREA.width}x${AREA.height}`;
  const rate = String(FRAMES_PER_SECOND);
  const place = `${display}+${AREA.x},${AREA.y}`;
  return ['-f', 'x11grab', '-draw_mouse', '0', '-framerate', rate, '-video_size', size, '-i', place];
}

/** Takes a picture of the recorded part of the screen, as a PNG file. */
export async function takeScreenPicture(x: XSession, file: string): Promise<void> {
  await x.run('ffmpeg', '-loglevel', 'error', '-y', ...screenInput(x), '-frames:v', '1', file);
}

/** A recording of a screen, lossless, in real time. */
export class ScreenRecording {
  readonly file: string;
  /** When its first picture was taken, in milliseconds since 1970. */
  readonly #startedAtMs: number;
  readonly #recorder: RunningProcess;

  private constructor(file: string, startedAtMs: number, recorder: RunningProcess) {
    this.file = file;
    this.#startedAtMs = startedAtMs;
    this.#recorder = recorder;
  }

  static async start(x: XSession, file: string): Promise<ScreenRecording> {
    const coding = ['-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0'];
    const recorder = x.startProgram('ffmpeg', '-hide_banner', '-nostats', ...screenInput(x), ...coding, file);
    const [, seconds] = await x.waitUntil(() => / start: ([\d.]+)/.exec(recorder.stderr));
    return new ScreenRecording(file, Number(seconds) * 1_000, recorder);
  }

  /** Its length so far. */
  get nowMs(): number {
    return Date.now() - this.#startedAtMs;
  }

  /** Completes its file. */
  async end(): Promise<void> {
    this.#recorder.signal('SIGTERM');
    await this.#recorder.ended;
  }
}

import { Program, run } from './programs.ts';

export const SCREEN = { width: 1_120, height: 700, framesPerSecond: 30 } as const;

/** An X display that nobody sees, with a window manager. */
export class Screen {
  /** Such as `:1`. */
  readonly display: string;
  readonly #server: Program;
  readonly #manager: Program;

  private constructor(display: string, server: Program, manager: Program) {
    this.display = display;
    this.#server = server;
    this.#manager = manager;
  }

  /** Starts it on a free display. */
  static async start(): Promise<Screen> {
    const size = `${SCREEN.width}x${SCREEN.height}x24`;
    const server = Program.start('Xvfb', ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp', '-noreset']);
    const [number] = await server.line(/^\d+$/);
    const display = `:${number}`;
    return new Screen(display, server, Program.start('openbox', ['--sm-disable'], { DISPLAY: display }));
  }

  /** Presses or lets go of a key, as `xdotool` names both. */
  async key(action: 'key' | 'keydown' | 'keyup', key: string): Promise<void> {
    await run('xdotool', [action, key], { DISPLAY: this.display });
  }

  async end(): Promise<void> {
    await this.#manager.end();
    await this.#server.end();
  }
}

/** A recording of a screen, lossless, in real time. */
export class ScreenRecording {
  readonly file: string;
  /** When its first picture was taken, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly #recorder: Program;

  private constructor(file: string, startedAtMs: number, recorder: Program) {
    this.file = file;
    this.startedAtMs = startedAtMs;
    this.#recorder = recorder;
  }

  static async start(screen: Screen, file: string): Promise<ScreenRecording> {
    const rate = String(SCREEN.framesPerSecond);
    const size = `${SCREEN.width}x${SCREEN.height}`;
    const source = ['-f', 'x11grab', '-draw_mouse', '0', '-framerate', rate, '-video_size', size, '-i', screen.display];
    const target = ['-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0', file];
    const recorder = Program.start('ffmpeg', ['-hide_banner', '-nostats', ...source, ...target], {}, 'stderr');
    const [, seconds] = await recorder.line(/ start: ([\d.]+)/);
    return new ScreenRecording(file, Number(seconds) * 1_000, recorder);
  }

  /** Completes its file. */
  async end(): Promise<void> {
    await this.#recorder.end();
  }
}

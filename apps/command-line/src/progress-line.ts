import type { Clock } from '@workspace/speech/clock';

/** Where progress is shown, such as stderr. */
export interface Terminal {
  /** Absent if it is a file or a pipe. */
  readonly isTTY?: boolean;
  /** Width in characters. */
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** What is going on, in a word or two; never what was said. */
  state: string;
  /** Length of the audio read so far. */
  audioSeconds: number;
  /** Level of the audio in dB below full scale. */
  level: number;
}

/** What doesn't change while the line is shown. */
export interface ProgressSubject {
  /** Where the audio goes. */
  host: string;
  /** Length of all the audio. */
  audioSeconds: number;
}

const REDRAW_MS = 100;
const USUAL_COLUMNS = 80;
const METER = { cells: 10, softestDb: -60 } as const;

/** One line of progress, redrawn in place. On anything but a terminal, only notices appear. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  readonly #subject: ProgressSubject;
  readonly #startedAt: number;
  #progress: Progress | undefined;
  #drawn = '';
  #cancelRedraw: (() => void) | undefined;

  constructor(terminal: Terminal, clock: Clock, subject: ProgressSubject) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#subject = subject;
    this.#startedAt = clock.now();
  }

  /** Shows this at the next redraw, or immediately if nothing is shown yet. */
  show(progress: Progress): void {
    if (!this.#terminal.isTTY) return;
    this.#progress = progress;
    if (this.#cancelRedraw === undefined) this.#redraw();
  }

  /** Prints a line above the progress, which returns with the next redraw. */
  notice(text: string): void {
    this.#erase();
    this.#terminal.write(`${text}\n`);
  }

  /** Removes the line. */
  close(): void {
    this.#cancelRedraw?.();
    this.#cancelRedraw = undefined;
    this.#progress = undefined;
    this.#erase();
  }

  #redraw(): void {
    this.#cancelRedraw = this.#clock.schedule(REDRAW_MS, () => this.#redraw());
    const line = this.#line();
    if (line === this.#drawn) return;
    this.#terminal.write(`\r${line.padEnd(this.#drawn.length)}`);
    this.#drawn = line;
  }

  #erase(): void {
    if (this.#drawn !== '') this.#terminal.write(`\r${' '.repeat(this.#drawn.length)}\r`);
    this.#drawn = '';
  }

  #line(): string {
    if (this.#progress === undefined) return '';
    const { state, audioSeconds, level } = this.#progress;
    const elapsedSeconds = Math.floor((this.#clock.now() - this.#startedAt) / 1_000);
    const audio = `${audioSeconds.toFixed(1)} of ${this.#subject.audioSeconds.toFixed(1)} s`;
    const line = [state, audio, levelMeter(level), this.#subject.host, `${elapsedSeconds} s elapsed`].join('  ');
    // Some terminals wrap at the last column.
    return line.slice(0, (this.#terminal.columns || USUAL_COLUMNS) - 1);
  }
}

/** Draws a level in dB below full scale as a bar. */
export function levelMeter(level: number): string {
  const share = 1 - level / METER.softestDb;
  const filled = Math.round(METER.cells * Math.min(1, Math.max(0, share)));
  return `[${'#'.repeat(filled).padEnd(METER.cells, '-')}]`;
}

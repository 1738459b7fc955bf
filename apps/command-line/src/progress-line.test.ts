import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { describe, expect, test } from 'vitest';
import { ProgressLine, type Terminal } from './progress-line.ts';

/** Shows what would be seen: finished lines, and the one the cursor is in. */
class Screen implements Terminal {
  readonly isTTY: boolean;
  columns: number;
  readonly lines: string[] = [];
  writes = 0;
  #current = '';
  #cursor = 0;

  constructor({ isTTY = true, columns = 100 } = {}) {
    this.isTTY = isTTY;
    this.columns = columns;
  }

  write(text: string): void {
    this.writes += 1;
    for (const character of text) {
      if (character === '\r') this.#cursor = 0;
      else if (character === '\n') {
        this.lines.push(this.#current.trimEnd());
        this.#current = '';
        this.#cursor = 0;
      } else {
        this.#current = this.#current.slice(0, this.#cursor).concat(character, this.#current.slice(this.#cursor + 1));
        this.#cursor += 1;
      }
    }
  }

  get current(): string {
    return this.#current.trimEnd();
  }
}

const subject = { host: 'api.openai.com', audioSeconds: 45 };
const listening = { state: 'listening', audioSeconds: 12.34, level: -30 };

describe('On a terminal', () => {
  test('one line shows state, audio, level, host and time', () => {
    const clock = new FakeClock();
    const screen = new Screen();
    const line = new ProgressLine(screen, clock, subject);
    clock.advance(2_000);
    line.show(listening);
    expect(screen.current).toBe('listening  12.3 of 45.0 s  [#####-----]  api.openai.com  2 s elapsed');
    clock.advance(1_000);
    expect(screen.current).toContain('3 s elapsed');
    line.show({ ...listening, state: 'done', level: 0 });
    clock.advance(100);
    expect(screen.current).toBe('done  12.3 of 45.0 s  [##########]  api.openai.com  3 s elapsed');
    expect(screen.lines).toEqual([]);
  });

  test.for([
    [-100, '[----------]'],
    [-60, '[----------]'],
    [-54, '[#---------]'],
    [0, '[##########]'],
    [6, '[##########]'],
  ] as const)('a level of %i dB is drawn as %s', ([level, meter]) => {
    const screen = new Screen();
    new ProgressLine(screen, new FakeClock(), subject).show({ ...listening, level });
    expect(screen.current).toContain(meter);
  });

  test('the line is drawn at most ten times a second, and only if it changes', () => {
    const clock = new FakeClock();
    const screen = new Screen();
    const line = new ProgressLine(screen, clock, subject);
    for (let ms = 0; ms < 1_000; ms += 5) {
      line.show({ ...listening, audioSeconds: ms / 10 });
      clock.advance(5);
    }
    expect(screen.writes).toBeLessThanOrEqual(11);
    const { writes } = screen;
    clock.advance(900);
    expect(screen.writes).toBeLessThanOrEqual(writes + 2);
  });

  test('the line never fills the width, even if the terminal is resized or has no width', () => {
    const clock = new FakeClock();
    const screen = new Screen({ columns: 30 });
    const line = new ProgressLine(screen, clock, subject);
    line.show(listening);
    expect(screen.current).toHaveLength(29);
    screen.columns = 12;
    clock.advance(100);
    expect(screen.current).toBe('listening');
    screen.columns = 0;
    clock.advance(100);
    expect(screen.current).toContain('0 s elapsed');
  });

  test('notices appear above the line', () => {
    const clock = new FakeClock();
    const screen = new Screen();
    const line = new ProgressLine(screen, clock, subject);
    line.show(listening);
    line.notice('Connecting again');
    expect(screen.lines).toEqual(['Connecting again']);
    expect(screen.current).toBe('');
    clock.advance(100);
    expect(screen.current).toContain('listening');
  });

  test('the line is removed at the end', () => {
    const clock = new FakeClock();
    const screen = new Screen();
    const line = new ProgressLine(screen, clock, subject);
    line.show(listening);
    line.close();
    line.close();
    clock.advance(1_000);
    expect(screen.current).toBe('');
    expect(screen.lines).toEqual([]);
    expect(clock.scheduledCount).toBe(0);
  });
});

test('Without a terminal, only notices are written', () => {
  const clock = new FakeClock();
  const screen = new Screen({ isTTY: false });
  const line = new ProgressLine(screen, clock, subject);
  line.show(listening);
  line.notice('Connecting again');
  clock.advance(1_000);
  line.close();
  expect(screen.lines).toEqual(['Connecting again']);
  expect(screen.writes).toBe(1);
  expect(clock.scheduledCount).toBe(0);
});

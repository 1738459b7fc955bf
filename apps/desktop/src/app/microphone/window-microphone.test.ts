import type { MicrophoneFailure } from '@workspace/dictation/ports';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeSampleFrame, MAX_KEEP_OPEN_MS } from '../../ipc/microphone-messages.ts';
import type { MessageFrom, MessageTo } from '../../ipc/protocol.ts';
import type { WindowListener, Windows } from '../platform.ts';
import { type MicrophoneChoice, SILENT_SAMPLES, WINDOW_LIMIT_MS, WindowMicrophone } from './window-microphone.ts';

type Message = MessageTo<'microphone'>;

/** The microphone's window, as seen by the app. */
class MicrophoneWindow {
  readonly sent: Message[] = [];
  /** The requested streams that haven't ended. */
  readonly openStreams = new Set<number>();
  /** How long it keeps a device open without a stream. */
  keptForMs = 0;
  #listener: WindowListener<'microphone'> | undefined;
  #isThere = false;

  readonly windows = {
    listen: (_, listener) => {
      this.#listener = listener as WindowListener<'microphone'>;
    },
    send: (_, message) => {
      if (this.#isThere) this.#receive(message as Message);
    },
  } satisfies Pick<Windows, 'listen' | 'send'>;

  open(): void {
    this.#isThere = true;
    this.#listener?.onOpen?.();
  }

  close(): void {
    this.#isThere = false;
    this.#listener?.onClose?.();
  }

  say(message: MessageFrom<'microphone'>): void {
    if (message.type === 'ended') this.openStreams.delete(message.stream);
    this.#listener?.onMessage(message);
  }

  sound(stream: number, ...samples: number[]): void {
    this.frame(encodeSampleFrame(stream, Int16Array.from(samples)));
  }

  frame(frame: Uint8Array): void {
    this.#listener?.onFrame?.(frame);
  }

  #receive(message: Message): void {
    this.sent.push(message);
    if (message.type === 'open') this.openStreams.add(message.stream);
    if (message.type === 'close') {
      this.openStreams.delete(message.stream);
      if (message.keepOpenMs > 0) this.keptForMs = message.keepOpenMs;
    }
    if (message.type === 'give-up-kept') this.keptForMs = 0;
  }
}

/** What one of the microphone's listeners heard. */
class Listener {
  readonly samples: number[] = [];
  readonly ends: (MicrophoneFailure | undefined)[] = [];
  onSamples(samples: Int16Array): void {
    this.samples.push(...samples);
  }
  onEnd(failure?: MicrophoneFailure): void {
    this.ends.push(failure);
  }
}

let clock: FakeClock;
let window: MicrophoneWindow;
let microphone: WindowMicrophone;
let choice: MicrophoneChoice;
let sent: unknown[];

beforeEach(() => {
  clock = new FakeClock();
  window = new MicrophoneWindow();
  choice = { microphone: null, builtInWithBluetooth: true, keepMicrophoneWarm: false };
  sent = [];
  microphone = new WindowMicrophone({
    windows: window.windows,
    clock,
    choice: () => choice,
    onOpened: (opened) => sent.push(opened),
    onSilentDevice: (silent) => sent.push({ silent }),
    onDevices: () => sent.push({ devices: microphone.devices }),
  });
});

describe('a microphone stream', () => {
  beforeEach(() => {
    window.open();
    window.sent.length = 0;
  });

  it('is requested immediately, from the device that is selected at that moment', () => {
    microphone.open(new Listener());
    choice = { ...choice, microphone: { id: 'b', label: 'Desk' }, builtInWithBluetooth: false };
    microphone.forChecks.open(new Listener());
    expect(window.sent).toEqual([
      { type: 'open', stream: 1, device: null, builtInWithBluetooth: true },
      { type: 'open', stream: 2, device: { id: 'b', label: 'Desk' }, builtInWithBluetooth: false },
    ]);
  });

  it('delivers only its own samples, in order', () => {
    const [first, second] = [new Listener(), new Listener()];
    microphone.open(first);
    microphone.open(second);
    window.sound(1, 1, -2);
    window.sound(2, 9);
    window.sound(1, 3);
    expect(first.samples).toEqual([1, -2, 3]);
    expect(second.samples).toEqual([9]);
  });

  it('reports which device it uses', () => {
    microphone.open(new Listener());
    window.say({ type: 'opened', stream: 1, label: 'Desk', reason: 'fallback' });
    expect(sent).toEqual([{ label: 'Desk', reason: 'fallback' }]);
  });

  it('is closed in the window, and delivers nothing afterwards', () => {
    const listener = new Listener();
    const stream = microphone.open(listener);
    stream.close();
    stream.close();
    window.say({ type: 'opened', stream: 1, label: 'Desk', reason: 'asked-for' });
    window.sound(1, 1);
    window.say({ type: 'ended', stream: 1, failure: 'lost' });
    expect(listener).toMatchObject({ samples: [], ends: [] });
    expect(sent).toEqual([]);
    expect(window.sent.slice(1)).toEqual([{ type: 'close', stream: 1, keepOpenMs: 0 }]);
  });

  it('calls back for each catch-up request that the window answers', () => {
    const stream = microphone.open(new Listener());
    const caughtUp: string[] = [];
    stream.catchUp?.(() => caughtUp.push('first'));
    stream.catchUp?.(() => caughtUp.push('second'));
    expect(window.sent.slice(1)).toEqual([
      { type: 'catch-up', stream: 1, number: 1 },
      { type: 'catch-up', stream: 1, number: 2 },
    ]);
    expect(caughtUp).toEqual([]);
    for (const number of [2, 1, 1, 3]) window.say({ type: 'caught-up', stream: 1, number });
    window.say({ type: 'caught-up', stream: 2, number: 1 });
    expect(caughtUp).toEqual(['second', 'first']);
  });

  it.each(['denied', 'missing', 'lost', 'failed'] as const)('ends only once on failure: %s', (failure) => {
    const listener = new Listener();
    const stream = microphone.open(listener);
    window.sound(1, 1);
    window.say({ type: 'ended', stream: 1, failure });
    window.sound(1, 2);
    window.say({ type: 'ended', stream: 1, failure: 'lost' });
    window.close();
    stream.close();
    expect(listener).toMatchObject({ samples: [1], ends: [failure] });
  });

  it('ignores invalid frames', () => {
    const listener = new Listener();
    microphone.open(listener);
    window.frame(new Uint8Array([1, 0, 0]));
    window.frame(new Uint8Array([1, 0, 0, 0, 7]));
    expect(listener.samples).toEqual([]);
  });
});

describe('a microphone without a window', () => {
  it('opens as soon as the window does', () => {
    const listener = new Listener();
    microphone.open(listener);
    clock.advance(WINDOW_LIMIT_MS - 1);
    window.open();
    clock.advance(WINDOW_LIMIT_MS);
    expect(window.openStreams).toEqual(new Set([1]));
    expect(listener.ends).toEqual([]);
  });

  it('fails after a timeout, for good', () => {
    const listener = new Listener();
    microphone.open(listener);
    clock.advance(WINDOW_LIMIT_MS);
    expect(listener.ends).toEqual(['failed']);
    window.open();
    expect(window.openStreams).toEqual(new Set());
  });

  it('catches up immediately', () => {
    let isDone = false;
    microphone.open(new Listener()).catchUp?.(() => {
      isDone = true;
    });
    expect(isDone).toBe(true);
  });

  it('is never opened if it was closed first', () => {
    const listener = new Listener();
    microphone.open(listener).close();
    clock.advance(WINDOW_LIMIT_MS);
    window.open();
    expect(listener.ends).toEqual([]);
    expect(window.openStreams).toEqual(new Set());
    expect(clock.scheduledCount).toBe(0);
  });
});

describe('a microphone whose window closes', () => {
  it('is lost', () => {
    const listener = new Listener();
    window.open();
    microphone.open(listener);
    window.close();
    expect(listener.ends).toEqual(['lost']);
  });

  it('is lost if the window reloads without notice', () => {
    const [before, after] = [new Listener(), new Listener()];
    window.open();
    microphone.open(before);
    window.open();
    microphone.open(after);
    window.sound(1, 1);
    window.sound(2, 2);
    expect(before).toMatchObject({ samples: [], ends: ['lost'] });
    expect(after).toMatchObject({ samples: [2], ends: [] });
  });

  it('is closed in the window once that is back, in case only the connection was lost', () => {
    window.open();
    microphone.open(new Listener());
    window.close();
    microphone.open(new Listener());
    window.open();
    expect(window.openStreams).toEqual(new Set([2]));
  });
});

describe('a device that delivers only zeros', () => {
  beforeEach(() => {
    window.open();
    microphone.open(new Listener());
    window.say({ type: 'opened', stream: 1, label: 'Desk', reason: 'asked-for' });
    sent = [];
  });

  it('is reported once, after a while', () => {
    window.sound(1, ...Array<number>(SILENT_SAMPLES - 1).fill(0));
    expect(sent).toEqual([]);
    window.sound(1, 0);
    window.sound(1, ...Array<number>(SILENT_SAMPLES).fill(0));
    expect(sent).toEqual([{ silent: { label: 'Desk', reason: 'asked-for' } }]);
  });

  it('is not reported if even one sample is not zero', () => {
    window.sound(1, ...Array<number>(SILENT_SAMPLES - 1).fill(0), -1);
    window.sound(1, ...Array<number>(SILENT_SAMPLES).fill(0));
    expect(sent).toEqual([]);
  });
});

describe('a device no longer in use', () => {
  const isKept = () => window.keptForMs > 0;
  const dictate = () => microphone.open(new Listener()).close();

  beforeEach(() => {
    window.open();
    choice = { ...choice, keepMicrophoneWarm: true };
  });

  it('stays open after a dictation, for a limited time', () => {
    dictate();
    expect(window.keptForMs).toBe(MAX_KEEP_OPEN_MS);
  });

  it('is closed immediately if the setting is off', () => {
    choice = { ...choice, keepMicrophoneWarm: false };
    dictate();
    expect(isKept()).toBe(false);
  });

  it('is closed immediately after a check of the level', () => {
    microphone.forChecks.open(new Listener()).close();
    expect(isKept()).toBe(false);
  });

  it('is closed when the machine goes to sleep, and not kept again until it wakes', () => {
    dictate();
    microphone.sleep();
    expect(isKept()).toBe(false);
    dictate();
    expect(isKept()).toBe(false);
    microphone.wake();
    dictate();
    expect(isKept()).toBe(true);
  });

  it.each<[string, Partial<MicrophoneChoice>]>([
    ['that it stays open', { keepMicrophoneWarm: false }],
    ['another device', { microphone: { id: 'b', label: 'Desk' } }],
    ['how headsets are dealt with', { builtInWithBluetooth: false }],
  ])('is closed when the user changes %s', (_, change) => {
    dictate();
    microphone.choiceChanged();
    expect(isKept()).toBe(true);
    choice = { ...choice, ...change };
    microphone.choiceChanged();
    expect(isKept()).toBe(false);
  });

  it('is closed as soon as its window is back, if that was unreachable at the time', () => {
    dictate();
    window.close();
    microphone.sleep();
    window.open();
    expect(isKept()).toBe(false);
  });

  it('that was silent is reported again in the next dictation', () => {
    for (const stream of [1, 2]) {
      const { close } = microphone.open(new Listener());
      window.say({ type: 'opened', stream, label: 'Desk', reason: 'asked-for' });
      window.sound(stream, ...Array<number>(SILENT_SAMPLES).fill(0));
      close();
    }
    const silent = { silent: { label: 'Desk', reason: 'asked-for' } };
    expect(sent.filter((one) => one && typeof one === 'object' && 'silent' in one)).toEqual([silent, silent]);
  });
});

describe('the list of devices', () => {
  it('is requested when the window opens, and passed on when it arrives', () => {
    window.open();
    expect(window.sent).toEqual([{ type: 'list-devices' }]);
    const devices = [{ id: 'a', label: 'Desk' }];
    window.say({ type: 'devices', devices });
    expect(sent).toEqual([{ devices }]);
  });
});

describe('a cue', () => {
  it('is played in the window', () => {
    window.open();
    microphone.play('start');
    expect(window.sent.at(-1)).toEqual({ type: 'play', cue: 'start' });
  });
});

describe('ready()', () => {
  it('resolves once the window is open', async () => {
    const ready = microphone.ready();
    window.open();
    await ready;
    await microphone.ready();
    expect(clock.scheduledCount).toBe(0);
  });

  it('resolves after a timeout', async () => {
    const ready = microphone.ready();
    clock.advance(WINDOW_LIMIT_MS);
    await ready;
  });
});

type Step =
  | { do: 'open' }
  | { do: 'open-window' }
  | { do: 'close-window' }
  | { do: 'wait' }
  | { do: 'close'; stream: number }
  | { do: 'sound'; stream: number }
  | { do: 'opened'; stream: number }
  | { do: 'ended'; stream: number };

const stream = fc.integer({ min: 1, max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'open' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'open-window' }, { do: 'close-window' }, { do: 'wait' }) },
  { weight: 3, arbitrary: stream.map((number): Step => ({ do: 'sound', stream: number })) },
  { weight: 1, arbitrary: stream.map((number): Step => ({ do: 'close', stream: number })) },
  { weight: 1, arbitrary: stream.map((number): Step => ({ do: 'opened', stream: number })) },
  { weight: 1, arbitrary: stream.map((number): Step => ({ do: 'ended', stream: number })) },
);

describe('in any sequence of events', () => {
  it('a listener gets only its own samples, in order, while open, and ends at most once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const page = new MicrophoneWindow();
        const time = new FakeClock();
        const port = new WindowMicrophone({
          windows: page.windows,
          clock: time,
          choice: () => ({ microphone: null, builtInWithBluetooth: true, keepMicrophoneWarm: true }),
          onOpened: () => undefined,
          onSilentDevice: () => undefined,
          onDevices: () => undefined,
        });
        const opened: { listener: Listener; close(): void; isClosed: boolean; expected: number[] }[] = [];
        let sounds = 0;
        for (const next of steps) {
          switch (next.do) {
            case 'open': {
              const listener = new Listener();
              const { close } = port.open(listener);
              opened.push({ listener, close, isClosed: false, expected: [] });
              break;
            }
            case 'open-window':
              page.open();
              break;
            case 'close-window':
              page.close();
              break;
            case 'wait':
              time.advance(WINDOW_LIMIT_MS / 2);
              break;
            case 'opened':
              page.say({ type: 'opened', stream: next.stream, label: '', reason: 'asked-for' });
              break;
            case 'ended':
              page.say({ type: 'ended', stream: next.stream, failure: 'lost' });
              break;
            case 'close': {
              const stream = opened[next.stream - 1];
              stream?.close();
              if (stream) stream.isClosed = true;
              break;
            }
            case 'sound': {
              sounds += 1;
              const stream = opened[next.stream - 1];
              if (stream && !stream.isClosed && stream.listener.ends.length === 0) stream.expected.push(sounds);
              page.sound(next.stream, sounds);
            }
          }
          for (const { listener, expected } of opened) {
            expect(listener.samples).toEqual(expected);
            expect(listener.ends.length).toBeLessThanOrEqual(1);
          }
        }
        page.open();
        const live = opened.flatMap(({ isClosed, listener }, index) =>
          isClosed || listener.ends.length > 0 ? [] : [index + 1],
        );
        expect(page.openStreams).toEqual(new Set(live));
        time.advance(WINDOW_LIMIT_MS);
        expect(time.scheduledCount).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});

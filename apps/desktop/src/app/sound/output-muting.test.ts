import { settlePromises } from '@workspace/speech/testing/settle-promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeSoundOutput } from '../testing/fake-sound-output.ts';
import { FakeWallClock } from '../testing/fake-wall-clock.ts';
import { diskFull, MemoryStore } from '../testing/memory-store.ts';
import { LOOK_MS, type MutingProblem, OutputMuting } from './output-muting.ts';

const LOUDSPEAKER = 'loudspeaker';
const HEADPHONES = 'headphones';

async function start({
  output = new FakeSoundOutput(),
  store = new MemoryStore(),
  hasOutput = true,
}: {
  output?: FakeSoundOutput;
  store?: MemoryStore;
  hasOutput?: boolean;
} = {}) {
  const clock = new FakeWallClock();
  const problems: MutingProblem[] = [];
  const ports = { clock, store, output: hasOutput ? output : undefined };
  const muting = await OutputMuting.open({ ...ports, onProblem: (problem) => problems.push(problem) });
  await settlePromises();
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settlePromises();
  };
  const begin = async () => {
    muting.begin();
    await settlePromises();
  };
  const end = async () => {
    muting.end();
    await settlePromises();
  };
  return { output, store, clock, problems, muting, pass, begin, end };
}

describe('Muting while recording', () => {
  it('mutes the default output, and unmutes it afterwards', async () => {
    const { output, store, begin, end } = await start();
    await begin();
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe('app');
    await end();
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe(null);
    expect(store.stored).toEqual({ version: 1, devices: [] });
  });

  it('stores which device it mutes before muting it', async () => {
    const output = new FakeSoundOutput();
    const { store, begin } = await start({ output });
    const seen: unknown[] = [];
    const { setMuted } = output;
    output.setMuted = (...change) => {
      seen.push(store.stored);
      return setMuted.apply(output, change);
    };
    await begin();
    expect(seen).toEqual([{ version: 1, devices: [LOUDSPEAKER] }]);
  });

  it('leaves a device muted that already was', async () => {
    const { output, begin, end } = await start();
    output.mutedBy.set(LOUDSPEAKER, 'user');
    await begin();
    await end();
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe('user');
  });

  it('does not override a user who unmutes the device, even if they mute it again', async () => {
    const { output, begin, end, pass } = await start();
    await begin();
    output.mutedBy.set(LOUDSPEAKER, null);
    await pass(LOOK_MS);
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe(null);
    output.mutedBy.set(LOUDSPEAKER, 'user');
    await end();
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe('user');
  });

  it('unmutes only the device that it muted, even if another one is the default by then', async () => {
    const { output, begin, end } = await start();
    output.mutedBy.set(HEADPHONES, 'user');
    await begin();
    output.default = HEADPHONES;
    await end();
    expect([...output.mutedBy]).toEqual([
      [LOUDSPEAKER, null],
      [HEADPHONES, 'user'],
    ]);
  });

  it('unmutes a device that was unplugged meanwhile once it is back', async () => {
    const { output, begin, end } = await start();
    await begin();
    output.mutedBy.delete(LOUDSPEAKER);
    output.default = undefined;
    await end();
    // Sound servers remember a device's mute state.
    output.mutedBy.set(LOUDSPEAKER, 'app');
    output.default = LOUDSPEAKER;
    await begin();
    await end();
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe(null);
  });

  it('unmutes at startup what a crash left muted', async () => {
    const { output, store, begin } = await start();
    await begin();
    await start({ output, store });
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe(null);
    expect(store.stored).toEqual({ version: 1, devices: [] });
  });

  it('unmutes when the app exits', async () => {
    const { output, muting, begin } = await start();
    await begin();
    await muting.close();
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe(null);
  });

  it('makes no system calls while nothing is recorded', async () => {
    const { output, begin, end, pass } = await start();
    await pass(60_000);
    expect(output.calls).toEqual([]);
    await begin();
    await end();
    const { length } = output.calls;
    await pass(60_000);
    expect(output.calls.length).toBe(length);
  });

  it('reports once that it can’t mute, and continues', async () => {
    const { output, problems, begin, end } = await start();
    output.failure = new Error('It hangs.');
    for (let recordings = 0; recordings < 3; recordings += 1) {
      await begin();
      await end();
    }
    expect(problems).toEqual(['not-muted']);
  });

  it('reports once that it can’t unmute, and retries until it can', async () => {
    const { output, problems, begin, end, pass } = await start();
    await begin();
    output.failure = new Error('It hangs.');
    await end();
    for (let tries = 0; tries < 5; tries += 1) await pass(60_000);
    expect(problems).toEqual(['not-unmuted']);
    output.failure = undefined;
    await pass(60_000);
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe(null);
  });

  it('mutes nothing if it could not be unmuted after a crash', async () => {
    const { output, store, problems, begin } = await start();
    store.failure = diskFull();
    await begin();
    expect(output.mutedBy.get(LOUDSPEAKER)).toBe(null);
    expect(problems).toEqual(['not-muted']);
  });

  it('does nothing without a sound output', async () => {
    const { output, muting, begin, end } = await start({ hasOutput: false });
    let cues = 0;
    await begin();
    await end();
    muting.whenAudible(() => (cues += 1));
    expect([output.calls, cues]).toEqual([[], 1]);
  });

  it('sets an invalid list of muted devices aside', async () => {
    const store = new MemoryStore({ version: 1, devices: 'all' });
    const { begin } = await start({ store });
    await begin();
    expect(store.setAside).toEqual([{ version: 1, devices: 'all' }]);
  });
});

describe('A cue', () => {
  it('is played immediately if nothing is muted', async () => {
    const { muting } = await start();
    let cues = 0;
    muting.whenAudible(() => (cues += 1));
    expect(cues).toBe(1);
  });

  it('waits until everything is unmuted, and is replaced by a later one', async () => {
    const { output, muting, begin } = await start();
    await begin();
    const heard: string[] = [];
    muting.end();
    for (const cue of ['error', 'stop'])
      muting.whenAudible(() => heard.push(`${cue}: ${output.mutedBy.get(LOUDSPEAKER)}`));
    expect(heard).toEqual([]);
    await settlePromises();
    expect(heard).toEqual(['stop: null']);
  });

  it('is not lost if unmuting fails', async () => {
    const { output, muting, begin } = await start();
    await begin();
    output.failure = new Error('It hangs.');
    muting.end();
    let cues = 0;
    muting.whenAudible(() => (cues += 1));
    await settlePromises();
    expect(cues).toBe(1);
  });
});

describe('Whatever happens,', () => {
  const DEVICES = [LOUDSPEAKER, HEADPHONES];
  const OF_THE_APP = ['begin', 'end', 'look', 'crash'] as const;
  const OF_THE_WORLD = [
    'fail',
    'recover',
    'fill disk',
    'free disk',
    'mute',
    'unmute',
    'choose',
    'unplug',
    'plug',
  ] as const;
  const event = fc.record({
    type: fc.constantFrom(...OF_THE_APP, ...OF_THE_WORLD),
    device: fc.constantFrom(...DEVICES),
    /** How many of the app's system calls are answered before the next event. */
    answers: fc.nat(6),
  });

  it('no device stays muted by the app, and devices muted by the user are left alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        const world = new World();
        await world.boot();
        for (const { type, device, answers } of events) {
          await world.have(type, device);
          await world.answer(answers);
        }
        await world.calmDown();
        expect(world.wrongs).toEqual([]);
        expect([...world.output.mutedBy.values()]).not.toContain('app');
      }),
    );
  });

  /** A user with two devices, on a system that answers nothing until the test says so. */
  class World {
    readonly output = new FakeSoundOutput();
    /** Devices that the app changed although the user had muted them. */
    readonly wrongs: string[] = [];
    readonly #store = new MemoryStore();
    readonly #unplugged = new Map<string, 'app' | 'user' | null>();
    #unanswered: (() => void)[] = [];
    #muting!: OutputMuting;
    #clock!: FakeWallClock;

    constructor() {
      const { output } = this;
      output.mutedBy.set(HEADPHONES, null);
      output.beforeCall = () => this.#turn();
      const { setMuted } = output;
      output.setMuted = (device, isMuted) => {
        if (output.mutedBy.get(device) === 'user') this.wrongs.push(device);
        return setMuted.call(output, device, isMuted);
      };
    }

    /** Starts the app, however its last run ended. That run's calls are never answered. */
    async boot(): Promise<void> {
      this.#unanswered = [];
      this.#clock = new FakeWallClock();
      const store = {
        load: () => this.#store.load(),
        quarantine: () => this.#store.quarantine(),
        save: async (value: unknown) => {
          await this.#turn();
          await this.#store.save(value);
        },
      };
      const ports = { clock: this.#clock, output: this.output, store };
      this.#muting = await OutputMuting.open({ ...ports, onProblem: () => {} });
    }

    async have(type: (typeof OF_THE_APP)[number] | (typeof OF_THE_WORLD)[number], device: string): Promise<void> {
      const { output } = this;
      const { mutedBy } = output;
      const muter = mutedBy.get(device);
      switch (type) {
        case 'begin':
          this.#muting.begin();
          break;
        case 'end':
          this.#muting.end();
          break;
        case 'look':
          this.#clock.advance(LOOK_MS);
          break;
        case 'crash':
          await this.boot();
          break;
        case 'fail':
        case 'recover':
          output.failure = type === 'fail' ? new Error('It hangs.') : undefined;
          break;
        case 'fill disk':
        case 'free disk':
          this.#store.failure = type === 'fill disk' ? diskFull() : undefined;
          break;
        case 'mute':
          // Between the app reading and changing a device, or before it notices that it was unmuted, nobody could tell
          // who muted it.
          await settlePromises();
          if (muter === null && this.#unanswered.length === 0 && !this.#isNoted(device)) mutedBy.set(device, 'user');
          break;
        case 'unmute':
          if (muter) mutedBy.set(device, null);
          break;
        case 'choose':
          output.default = device;
          break;
        case 'unplug':
          if (muter === undefined) break;
          this.#unplugged.set(device, muter);
          mutedBy.delete(device);
          break;
        case 'plug':
          if (!this.#unplugged.has(device)) break;
          // Sound servers remember a device's mute state.
          mutedBy.set(device, this.#unplugged.get(device)!);
          this.#unplugged.delete(device);
          break;
      }
    }

    async answer(count: number): Promise<void> {
      for (let answered = 0; answered < count; answered += 1) {
        await settlePromises();
        this.#unanswered.shift()?.();
      }
      await settlePromises();
    }

    /** Makes everything work again, and restarts the app. */
    async calmDown(): Promise<void> {
      this.#muting.end();
      for (const device of DEVICES) await this.have('plug', device);
      await this.have('recover', LOUDSPEAKER);
      await this.have('free disk', LOUDSPEAKER);
      await this.answer(30);
      this.#clock.advance(60_000);
      await this.answer(30);
      await this.boot();
      await this.answer(30);
    }

    #isNoted(device: string): boolean {
      return JSON.stringify(this.#store.stored ?? '').includes(device);
    }

    async #turn(): Promise<void> {
      await new Promise<void>((resolve) => {
        this.#unanswered.push(resolve);
      });
    }
  }
});

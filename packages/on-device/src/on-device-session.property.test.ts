import type { SttEvent } from '@workspace/speech/provider';
import { samplesIn } from '@workspace/speech/samples';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expectRules } from '@workspace/speech/testing/session-rules';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECOGNIZER, WINDOW } from './limits.ts';
import { createOnDeviceProvider } from './on-device-provider.ts';
import { Recognizer } from './recognizer.ts';
import { FakeLauncher, type FakeRecognizerProcess, type JobMessage } from './testing/fake-recognizer-process.ts';
import { noiseAt } from './testing/sounds.ts';

const VOICE_DB = -22;

const level = fc.constantFrom(VOICE_DB, VOICE_DB, -30, -52, -80);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ push: fc.oneof(fc.nat(500), fc.integer({ min: 0, max: 4_000 })), db: level }),
  },
  { weight: 5, arbitrary: fc.constant({ cut: true as const }) },
  { weight: 8, arbitrary: fc.record({ advance: fc.oneof(fc.nat(300), fc.nat(5_000)) }) },
);
/** How long an answer takes, whether a provisional text is good enough, and whether the process crashes instead. */
const answer = fc.record({
  delayMs: fc.oneof(fc.nat(50), fc.nat(3_000)),
  isTrusted: fc.boolean(),
  crashes: fc.nat(30).map((number) => number === 0),
});
const answers = fc.infiniteStream(answer);

/** Makes processes do their jobs one at a time, at random speed, with occasional crashes. */
function answerLate(
  launcher: FakeLauncher,
  clock: FakeClock,
  next: () => { delayMs: number; isTrusted: boolean; crashes: boolean },
): void {
  const isWorking = new WeakSet<FakeRecognizerProcess>();
  const done = new WeakMap<FakeRecognizerProcess, Set<number>>();
  const work = (process: FakeRecognizerProcess) => {
    const job = process.jobs.find(({ id }) => !done.get(process)!.has(id));
    if (job === undefined || process.isOver) return void isWorking.delete(process);
    isWorking.add(process);
    const { delayMs, isTrusted, crashes } = next();
    clock.schedule(delayMs, () => {
      if (crashes) return process.crash();
      done.get(process)!.add(job.id);
      if (process.jobs.includes(job)) {
        const text = job.final || isTrusted ? placeOf(job) : null;
        process.answer(job.id, text, text === null ? [] : [job.id]);
      }
      work(process);
    });
  };
  launcher.onLaunch = (process) => {
    done.set(process, new Set());
    clock.schedule(next().delayMs, () => process.say({ type: 'ready' }));
  };
  launcher.onSent = (_, process) => {
    if (!isWorking.has(process)) work(process);
  };
}

/** All audio pushed, which must contain every sound to recognize. */
let pushedSound: Buffer = Buffer.alloc(0);

/** Returns where a sound was taken from, as its text: `24000-48000`. Each stretch of noise occurs only once. */
function placeOf({ samples }: JobMessage): string {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const at = pushedSound.indexOf(bytes);
  return at % 2 === 0 ? `${at / 2}-${at / 2 + samples.length}` : 'nowhere';
}

function rangesIn(text: string): { from: number; to: number }[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((place) => {
      const [from, to] = place.split('-').map(Number);
      return { from: from!, to: to! };
    });
}

test('Whatever is pushed and cut, and whenever answers arrive, each phrase gets one text, of its own sound only', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
      answers,
      fc.option(fc.nat(40), { freq: 3 }),
      async (steps, answers, cancelAt) => {
        const clock = new FakeClock();
        const launcher = new FakeLauncher();
        answerLate(launcher, clock, () => answers.next().value!);
        const provider = createOnDeviceProvider(new Recognizer({ clock, launch: launcher.launch }), clock);
        const events: SttEvent[] = [];
        let isCalling = false;
        /** Calls a method, during which no event may be emitted. */
        const call = <Result>(method: () => Result): Result => {
          isCalling = true;
          try {
            return method();
          } finally {
            isCalling = false;
          }
        };
        const session = call(() =>
          provider.start({ model: 'moonshine-tiny', languages: [], keywords: [] }, (event) => {
            expect(isCalling).toBe(false);
            events.push(event);
          }),
        );
        await settlePromises();
        pushedSound = Buffer.alloc(0);
        const pushed: Int16Array[] = [];
        let pushedSamples = 0;
        const cuts: number[] = [];
        let isCancelled = false;
        for (const [index, step] of steps.entries()) {
          if (index === cancelAt) {
            call(() => session.cancel());
            isCancelled = true;
          }
          if ('push' in step) {
            const samples = noiseAt(pushedSamples, samplesIn(step.push), step.db);
            pushed.push(samples);
            pushedSamples += samples.length;
            pushedSound = Buffer.concat([pushedSound, Buffer.from(samples.buffer)]);
            call(() => session.push(samples));
            // The caller may reuse the array.
            samples.fill(0);
          } else if ('cut' in step) {
            call(() => session.cut());
            if (pushedSamples > (cuts.at(-1) ?? 0)) cuts.push(pushedSamples);
          } else {
            clock.advance(step.advance);
          }
          await settlePromises();
        }
        call(() => session.end());
        for (let seconds = 0; seconds < 300; seconds += 1) {
          if (events.at(-1)?.type === 'closed' || isCancelled) break;
          clock.advance(1_000);
          await settlePromises();
        }

        expectRules(events, { pushedSamples });
        expectStable(events);
        const finals = events.filter((event) => event.type === 'final');
        for (const { from, to, text } of finals) expectOwnSound({ from, to }, rangesIn(text));
        if (isCancelled) {
          expect(events.some(({ type }) => type === 'closed')).toBe(false);
        } else {
          const last = events.at(-1);
          if (last?.type !== 'closed') throw new Error('The session never closed.');
          // A session only fails after repeated crashes.
          if (last.error) expect(launcher.processes.length).toBeGreaterThanOrEqual(RECOGNIZER.maxCrashes);
          const starts = [0, ...cuts];
          const phrases = cuts.map((to, index) => ({ from: starts[index]!, to }));
          const reported = finals.map(({ from, to }) => ({ from, to })).sort((a, b) => a.from - b.from);
          if (last.error) expect(phrases).toEqual(expect.arrayContaining(reported));
          else expect(reported).toEqual(phrases);
        }
        clock.advance(2 * RECOGNIZER.keepMs);
        expect(launcher.processes.every(({ isOver }) => isOver)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

/** Expects the stable part of a segment to be a prefix of all its later texts. */
function expectStable(events: readonly SttEvent[]): void {
  const settledOf = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'partial' && event.type !== 'final') continue;
    expect(event.text.startsWith(settledOf.get(event.segment) ?? '')).toBe(true);
    if (event.type === 'partial') settledOf.set(event.segment, event.text.slice(0, event.stable));
  }
}

/** Expects the ranges that a text was recognized from to be within the phrase, in order, disjoint and not too long. */
function expectOwnSound(phrase: { from: number; to: number }, heard: { from: number; to: number }[]): void {
  let upTo = phrase.from;
  for (const { from, to } of heard) {
    expect(from).toBeGreaterThanOrEqual(upTo);
    expect(to - from).toBeLessThanOrEqual(samplesIn(WINDOW.maxAudioMs));
    upTo = to;
  }
  expect(upTo).toBeLessThanOrEqual(phrase.to);
}

test('Speech without a pause is recognized without gaps or overlaps, however long it lasts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 8 }),
      answers,
      async (pieces, answers) => {
        const clock = new FakeClock();
        const launcher = new FakeLauncher();
        answerLate(launcher, clock, () => ({ ...answers.next().value!, crashes: false }));
        const provider = createOnDeviceProvider(new Recognizer({ clock, launch: launcher.launch }), clock);
        const finals: { from: number; to: number; text: string }[] = [];
        const session = provider.start({ model: 'moonshine-tiny', languages: [], keywords: [] }, (event) => {
          if (event.type === 'final') finals.push(event);
        });
        await settlePromises();
        // Preceded by another phrase, so that this one doesn't start with the session.
        pushedSound = Buffer.from(noiseAt(0, samplesIn(400), VOICE_DB).buffer);
        session.push(noiseAt(0, samplesIn(400), VOICE_DB));
        session.cut();
        const start = samplesIn(400);
        let at = start;
        for (const audioMs of [...pieces, 100]) {
          const samples = noiseAt(at, samplesIn(audioMs), VOICE_DB);
          pushedSound = Buffer.concat([pushedSound, Buffer.from(samples.buffer)]);
          session.push(samples);
          at += samples.length;
          clock.advance(audioMs);
          await settlePromises();
        }
        session.cut();
        for (let seconds = 0; seconds < 120 && finals.length < 2; seconds += 1) {
          clock.advance(1_000);
          await settlePromises();
        }
        session.cancel();
        const heard = rangesIn(finals.find(({ from }) => from === start)?.text ?? '');
        expect(heard[0]?.from).toBe(start);
        expect(heard.at(-1)?.to).toBe(at);
        for (const [index, { from }] of heard.slice(1).entries()) expect(from).toBe(heard[index]!.to);
      },
    ),
    { numRuns: 60 },
  );
});

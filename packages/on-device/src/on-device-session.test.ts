import type { SttEvent } from '@workspace/speech/provider';
import { samplesIn } from '@workspace/speech/samples';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expectRules } from '@workspace/speech/testing/session-rules';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, test } from 'vitest';
import { RECOGNIZER, SOUND, WINDOW } from './limits.ts';
import { createOnDeviceProvider } from './on-device-provider.ts';
import { Recognizer } from './recognizer.ts';
import { languageError, loadError, stoppedError } from './recognizer-errors.ts';
import { FakeLauncher, type JobMessage } from './testing/fake-recognizer-process.ts';
import { noiseAt } from './testing/sounds.ts';

const [VOICE_DB, QUIET_DB] = [-22, -75];
/** Waits for events, which are emitted after calls have returned. */

async function start({ languages = ['en'] }: { languages?: string[] } = {}) {
  const clock = new FakeClock();
  const launcher = new FakeLauncher();
  launcher.onLaunch = (process) => queueMicrotask(() => process.say({ type: 'ready' }));
  const recognizer = new Recognizer({ clock, launch: launcher.launch });
  const provider = createOnDeviceProvider(recognizer, clock);
  const events: SttEvent[] = [];
  const session = provider.start({ model: 'moonshine-tiny', languages, keywords: [] }, (event) => events.push(event));
  let pushed = 0;
  const said = {
    clock,
    launcher,
    recognizer,
    session,
    events,
    /** Pushes sound in chunks of 20 ms. */
    speak(audioMs: number, db = VOICE_DB) {
      for (let piece = 0; piece < audioMs / 20; piece += 1) {
        session.push(noiseAt(pushed, samplesIn(20), db));
        pushed += samplesIn(20);
      }
    },
    get pushedSamples() {
      return pushed;
    },
    /** The jobs that are neither answered nor canceled. */
    get waiting(): JobMessage[] {
      return launcher.last.jobs.filter(({ id }) => !answered.has(id));
    },
    /** Answers the oldest job, and waits for events. */
    async answer(text: string | null, tokens: number[] = []) {
      const [job] = said.waiting;
      answered.add(job!.id);
      launcher.last.answer(job!.id, text, tokens);
      await settlePromises();
      return job!;
    },
  };
  const answered = new Set<number>();
  await settlePromises();
  return said;
}

/** Like `toEqual`, which would print all samples. */
function expectSame(actual: Int16Array, expected: Int16Array): void {
  expect(actual.length).toBe(expected.length);
  expect(actual.findIndex((sample, index) => sample !== expected[index])).toBe(-1);
}

const finalsOf = (events: readonly SttEvent[]) => events.filter((event) => event.type === 'final');
const partialsOf = (events: readonly SttEvent[]) => events.filter((event) => event.type === 'partial');

describe('An on-device session', () => {
  test('reports the text and range of each phrase', async () => {
    const said = await start();
    said.speak(1_000);
    said.session.cut();
    said.speak(700);
    said.session.cut();
    await said.answer('One.');
    await said.answer('Two.');
    said.session.end();
    await settlePromises();
    expectRules(said.events, said);
    expect(said.events[0]).toEqual({ type: 'ready' });
    expect(finalsOf(said.events)).toMatchObject([
      { from: 0, to: samplesIn(1_000), text: 'One.' },
      { from: samplesIn(1_000), to: samplesIn(1_700), text: 'Two.' },
    ]);
    expect(said.events.at(-1)).toEqual({ type: 'closed' });
  });

  test('has only the sound of each phrase recognized, even if the previous one is answered later', async () => {
    const said = await start();
    said.speak(400);
    said.session.cut();
    said.speak(400);
    await said.answer('One.');
    said.speak(40);
    said.session.cut();
    const { samples } = await said.answer('Two.');
    expectSame(samples, noiseAt(samplesIn(400), samplesIn(440), VOICE_DB));
    said.speak(400);
    said.session.cut();
    expectSame((await said.answer('Three.')).samples, noiseAt(samplesIn(840), samplesIn(400), VOICE_DB));
  });

  test('trims the silence before and after the voice', async () => {
    const said = await start();
    said.speak(3_000, QUIET_DB);
    said.speak(400);
    said.speak(2_000, QUIET_DB);
    said.session.cut();
    const { samples } = await said.answer('Yes.');
    expect(samples.length).toBe(samplesIn(SOUND.keptBeforeAudioMs + 400 + SOUND.keptAfterAudioMs));
  });

  test('requests nothing if there is no speech, and reports an empty text', async () => {
    const said = await start();
    said.speak(3_000, QUIET_DB);
    said.session.cut();
    expect(finalsOf(said.events)).toEqual([]);
    await settlePromises();
    expect(said.waiting).toEqual([]);
    expect(finalsOf(said.events)).toMatchObject([{ from: 0, to: samplesIn(3_000), text: '' }]);
  });

  test('makes no phrase without audio, however often it is cut', async () => {
    const said = await start();
    said.session.cut();
    said.session.push(new Int16Array(0));
    said.session.cut();
    said.speak(400);
    said.session.cut();
    said.session.cut();
    await said.answer('One.');
    expect(finalsOf(said.events)).toMatchObject([{ from: 0, to: samplesIn(400), text: 'One.' }]);
  });

  test('reports a partial text while a phrase is spoken, and the final one after the cut', async () => {
    const said = await start();
    said.speak(900);
    expect((await said.answer('He was')).final).toBe(false);
    expect(partialsOf(said.events)).toMatchObject([{ from: 0, text: 'He was', stable: 0 }]);
    expect(finalsOf(said.events)).toEqual([]);
    said.session.cut();
    expect((await said.answer('He was not.')).final).toBe(true);
    expect(finalsOf(said.events)).toMatchObject([{ text: 'He was not.' }]);
    expectRules(said.events, said);
  });

  test('passes the tokens of each attempt to the next one', async () => {
    const said = await start();
    said.speak(900);
    await said.answer('He was', [11, 12]);
    said.session.cut();
    expect((await said.answer('He was not.')).draft).toEqual([11, 12]);
  });

  test('reports neither a provisional text that is too doubtful, nor the same one twice', async () => {
    const said = await start();
    said.speak(900);
    await said.answer(null);
    said.clock.advance(1_000);
    said.speak(300);
    await said.answer('He was');
    said.clock.advance(1_000);
    said.speak(300);
    await said.answer('He was');
    expect(partialsOf(said.events)).toHaveLength(1);
  });

  test('waits as long as the last attempt took before it makes another one', async () => {
    const said = await start();
    said.speak(600);
    expect(said.waiting).toHaveLength(1);
    said.clock.advance(700);
    said.speak(600);
    expect(said.waiting).toHaveLength(1);
    await said.answer('He');
    said.clock.advance(699);
    said.speak(600);
    expect(said.waiting).toHaveLength(0);
    said.clock.advance(1);
    said.speak(20);
    expect(said.waiting).toHaveLength(1);
  });

  test('makes no attempt without enough new audio', async () => {
    const said = await start();
    said.speak(600);
    await said.answer('He');
    said.clock.advance(10_000);
    said.speak(20);
    expect(said.waiting).toHaveLength(0);
  });

  test('requests no final text if the same sound has already been recognized', async () => {
    const said = await start();
    said.speak(900);
    said.speak(600, QUIET_DB);
    await said.answer('He');
    said.speak(20, QUIET_DB);
    await said.answer('He was.');
    said.session.cut();
    await settlePromises();
    expect(said.waiting).toHaveLength(0);
    expect(finalsOf(said.events)).toMatchObject([{ text: 'He was.' }]);
  });

  test('cancels a pending attempt that reaches beyond the end of its window', async () => {
    const said = await start();
    said.speak(600);
    said.speak(400, QUIET_DB);
    while (said.waiting.length > 0) {
      await said.answer('First.');
      said.speak(20, QUIET_DB);
    }
    said.speak(6_400, QUIET_DB);
    said.speak(1_000);
    expect(said.waiting).toHaveLength(1);
    // In one chunk, so that the window is too long at once: it ends in the silence.
    said.session.push(noiseAt(said.pushedSamples, samplesIn(6_000), VOICE_DB));
    said.session.cut();
    expect(said.waiting).toHaveLength(1);
    await said.answer('Second.');
    expect(said.events.at(-1)).toMatchObject({ type: 'final', text: 'First. Second.' });
  });

  test('takes the answer to a pending attempt as final if the sound is the same', async () => {
    const said = await start();
    said.speak(900);
    said.clock.advance(5_000);
    await said.answer('He');
    said.speak(600, QUIET_DB);
    said.session.cut();
    expect(said.waiting).toMatchObject([{ final: false }]);
    await said.answer('He was.');
    expect(finalsOf(said.events)).toMatchObject([{ text: 'He was.' }]);
    expect(said.waiting).toHaveLength(0);
  });

  test('requests a final text if that attempt is too doubtful', async () => {
    const said = await start();
    said.speak(900);
    said.clock.advance(5_000);
    await said.answer('He');
    said.speak(600, QUIET_DB);
    said.session.cut();
    await said.answer(null);
    expect(finalsOf(said.events)).toEqual([]);
    expect((await said.answer('He was.')).final).toBe(true);
    expect(finalsOf(said.events)).toMatchObject([{ text: 'He was.' }]);
  });

  test('cancels an attempt that is outdated by the cut', async () => {
    const said = await start();
    said.speak(900);
    const [attempt] = said.waiting;
    said.speak(300);
    said.session.cut();
    expect(said.waiting).toHaveLength(1);
    expect(said.waiting[0]).toMatchObject({ final: true });
    said.launcher.last.answer(attempt!.id, 'late');
    await said.answer('He was.');
    expect(finalsOf(said.events)).toMatchObject([{ text: 'He was.' }]);
    expect(partialsOf(said.events)).toEqual([]);
  });

  test('makes no attempt while an earlier phrase is not final', async () => {
    const said = await start();
    said.speak(400);
    said.session.cut();
    said.speak(2_000);
    expect(said.waiting).toHaveLength(1);
    await said.answer('One.');
    said.clock.advance(1_000);
    said.speak(20);
    expect(said.waiting).toMatchObject([{ final: false }]);
  });
});

describe('A long phrase', () => {
  /** Speaks without a pause, answering each job, and returns the final ones. */
  async function speakLong(audioMs: number) {
    const said = await start();
    const windows: JobMessage[] = [];
    const hear = async () => {
      while (said.waiting.length > 0) {
        const job = await said.answer(`W${windows.length}`);
        if (job.final) windows.push(job);
      }
    };
    for (let at = 0; at < audioMs; at += 100) {
      said.speak(100);
      await hear();
    }
    said.session.cut();
    await hear();
    return { said, windows };
  }

  test('is recognized in windows that are not too long, and each sample once', async () => {
    const { said, windows } = await speakLong(40_000);
    for (const { samples } of windows) expect(samples.length).toBeLessThanOrEqual(samplesIn(WINDOW.maxAudioMs));
    const whole = Int16Array.from(windows.flatMap(({ samples }) => [...samples]));
    expectSame(whole, noiseAt(0, samplesIn(40_000), VOICE_DB));
    expect(finalsOf(said.events)).toMatchObject([{ from: 0, to: samplesIn(40_000) }]);
    expectRules(said.events, said);
  });

  test('gets one text from all windows, and reports a stable part before', async () => {
    const { said, windows } = await speakLong(30_000);
    const texts = windows.map((_, index) => `W${index}`).join(' ');
    expect(finalsOf(said.events)).toMatchObject([{ text: texts }]);
    expect(partialsOf(said.events).some(({ stable }) => stable >= 2)).toBe(true);
  });

  test('never changes a character that was reported as stable', async () => {
    const said = await start();
    said.speak(WINDOW.maxAudioMs + 100);
    while (!said.waiting.at(-1)?.final) await said.answer(null);
    await said.answer('How much there might.');
    said.clock.advance(60_000);
    said.speak(3_000);
    await said.answer('Be prudently');
    said.session.cut();
    while (said.waiting.length > 0) await said.answer('Be prudently.');
    const texts = [...partialsOf(said.events), ...finalsOf(said.events)];
    expect(texts.at(-1)?.text).toBe('How much there might be prudently.');
    for (const [index, event] of texts.entries()) {
      if (event.type !== 'partial') continue;
      for (const later of texts.slice(index + 1)) {
        expect(later.text.slice(0, event.stable)).toBe(event.text.slice(0, event.stable));
      }
    }
    expect(partialsOf(said.events).at(-1)?.stable).toBeGreaterThan(0);
  });

  test('is split into windows where the speaker paused', async () => {
    const said = await start();
    said.speak(9_000);
    said.speak(300, QUIET_DB);
    said.speak(4_000);
    const window = said.waiting.find(({ final }) => final);
    const pause = samplesIn(9_000);
    expect(window!.samples.length).toBeGreaterThanOrEqual(pause);
    expect(window!.samples.length).toBeLessThanOrEqual(pause + samplesIn(300));
  });
});

describe('An on-device session is closed', () => {
  test('after end(), once all phrases that were cut are final', async () => {
    const said = await start();
    said.speak(400);
    said.session.cut();
    said.speak(900);
    said.session.end();
    await settlePromises();
    expect(said.events.map(({ type }) => type)).toEqual(['ready']);
    await said.answer('One.');
    expect(said.events.map(({ type }) => type)).toEqual(['ready', 'final', 'closed']);
    expect(said.waiting).toEqual([]);
  });

  test('right after end() if there is nothing to recognize', async () => {
    const said = await start();
    said.session.end();
    expect(said.events).toHaveLength(1);
    await settlePromises();
    expect(said.events).toEqual([{ type: 'ready' }, { type: 'closed' }]);
  });

  test('with an error if English is not among the languages, and no process is started', async () => {
    const said = await start({ languages: ['de', 'fr'] });
    expect(said.events).toEqual([{ type: 'closed', error: languageError() }]);
    said.speak(1_000);
    said.session.cut();
    said.session.end();
    said.session.cancel();
    await settlePromises();
    expect(said.events).toHaveLength(1);
    expect(said.launcher.processes).toEqual([]);
  });

  test('with an error if the model cannot be loaded', async () => {
    const said = await start();
    said.speak(400);
    said.session.cut();
    said.launcher.last.say({ type: 'load-failed', failure: 'missing' });
    await settlePromises();
    expect(said.events.at(-1)).toEqual({ type: 'closed', error: loadError('missing') });
    said.session.cut();
    said.speak(1_000);
    await settlePromises();
    expectRules(said.events, said);
  });

  test('with an error only after its sound has crashed the process repeatedly', async () => {
    const said = await start();
    said.speak(400);
    said.session.cut();
    for (let crashes = 1; crashes < RECOGNIZER.maxCrashes; crashes += 1) {
      said.launcher.last.crash();
      await settlePromises();
      expect(said.events).toHaveLength(1);
    }
    said.launcher.last.crash();
    await settlePromises();
    expect(said.events.at(-1)).toEqual({ type: 'closed', error: stoppedError() });
  });

  test('without an event if it is canceled: its jobs are canceled, and memory is freed later', async () => {
    const said = await start();
    said.speak(400);
    said.session.cut();
    said.speak(20_000);
    said.session.cancel();
    said.session.cancel();
    said.speak(100);
    said.session.cut();
    said.session.end();
    expect(said.waiting).toEqual([]);
    await settlePromises();
    expect(said.events).toEqual([{ type: 'ready' }]);
    said.clock.advance(RECOGNIZER.keepMs);
    expect(said.launcher.last.isOver).toBe(true);
    expect(said.clock.scheduledCount).toBe(0);
  });
});

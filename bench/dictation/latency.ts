import { dictateFile } from '@workspace/command-line/dictate-file';
import { fileMicrophone } from '@workspace/command-line/file-microphone';
import type { Microphone } from '@workspace/dictation/ports';
import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { createProvider } from '@workspace/speech/create-provider';
import { wavFile } from '@workspace/speech/openai-compatible/wav-file';
import { holdAndRelease } from './hold-and-release.ts';
import { type Recording, recordingOf } from './recordings.ts';
import { StandInProvider } from './stand-in-provider.ts';

/** Milliseconds from the last sample kept to the complete text. */
export interface Wait {
  totalMs: number;
  /** Without the provider's time for the last final. */
  ownMs: number;
}

export interface LatencyResult {
  seconds: number;
  ours: Wait[];
  upload: Wait[];
  /** Processor time over real time for the whole process, from the first sample to the last, per dictation of ours. */
  cpuShares: number[];
  /** The same for playing the recording to nobody. */
  playingCpuShare: number;
}

/**
 * Dictates recordings in real time, and has a client that uploads after the release do the same with the same provider.
 */
export async function measureLatency(runs: readonly { seconds: number; count: number }[]): Promise<LatencyResult[]> {
  const provider = await StandInProvider.start();
  try {
    const results: LatencyResult[] = [];
    for (const { seconds, count } of runs) results.push(await measure(provider, seconds, count));
    return results;
  } finally {
    provider.stop();
  }
}

/**
 * Measures our own time from the release of the key to the text, in milliseconds, if the voice ended this long before:
 * the tail is still recorded after that.
 */
export async function measureReleases(afterVoiceMs: number, runs: number): Promise<number[]> {
  const standIn = await StandInProvider.start();
  try {
    const recording = await recordingOf(5);
    const ownMs: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const key = `release-${run}`;
      await standIn.script(key, recording);
      const clock = createSteadyClock();
      const transport = createNodeTransport({ proxyEnvironment: {} });
      const provider = createProvider('openai', { baseUrl: standIn.baseUrl, key }, { clock, transport });
      const config = { model: 'gpt-transcribe', languages: [], keywords: [] };
      const { textMs } = await holdAndRelease({ provider, config }, recording.samples, afterVoiceMs);
      ownMs.push(textMs - (await standIn.lastProviderMs(key)));
    }
    return ownMs;
  } finally {
    standIn.stop();
  }
}

async function measure(provider: StandInProvider, seconds: number, count: number): Promise<LatencyResult> {
  const recording = await recordingOf(seconds);
  const result: LatencyResult = {
    seconds,
    ours: [],
    upload: [],
    cpuShares: [],
    playingCpuShare: await play(recording),
  };
  for (let run = 0; run < count; run += 1) {
    const { wait, cpuShare } = await dictate(provider, `ours-${seconds}-${run}`, recording);
    result.ours.push(wait);
    result.cpuShares.push(cpuShare);
    result.upload.push(await upload(provider, `upload-${seconds}-${run}`, recording));
  }
  return result;
}

/** Runs the engine on a real socket, hearing the recording as if it were spoken now. */
async function dictate(standIn: StandInProvider, key: string, { samples, words }: Recording) {
  await standIn.script(key, { samples, words });
  const clock = createSteadyClock();
  const transport = createNodeTransport({ proxyEnvironment: {} });
  const watch = watched(fileMicrophone(() => asPieces(samples), 'realtime', clock));
  const { takes } = await dictateFile({
    recognition: {
      provider: createProvider('openai', { baseUrl: standIn.baseUrl, key }, { clock, transport }),
      config: { model: 'gpt-transcribe', languages: [], keywords: [] },
    },
    microphone: watch.microphone,
    clock,
    signal: new AbortController().signal,
    onLook: () => {},
  });
  const totalMs = performance.now() - watch.lastSampleAt();
  expectText(takes.map(({ text }) => text).join(' '), words);
  return {
    wait: { totalMs, ownMs: totalMs - (await standIn.lastProviderMs(key)) },
    cpuShare: watch.cpuShare(),
  };
}

/** The processor share of playing the recording in real time. */
async function play({ samples }: Recording): Promise<number> {
  const { microphone, cpuShare } = watched(fileMicrophone(() => asPieces(samples), 'realtime', createSteadyClock()));
  await new Promise<void>((resolve) => microphone.open({ onSamples: () => {}, onEnd: () => resolve() }));
  return cpuShare();
}

async function* asPieces(samples: Int16Array): AsyncGenerator<Int16Array> {
  yield samples;
}

/** A microphone that records when it delivered its last sample, and the process's processor time while it was open. */
function watched(microphone: Microphone) {
  let openedAt = 0;
  let lastSampleAt = 0;
  let cpuAtStart = process.cpuUsage();
  let cpuMs = 0;
  const timed: Microphone = {
    open(listener) {
      openedAt = performance.now();
      cpuAtStart = process.cpuUsage();
      return microphone.open({
        onSamples(samples) {
          lastSampleAt = performance.now();
          listener.onSamples(samples);
        },
        onEnd(failure) {
          const { user, system } = process.cpuUsage(cpuAtStart);
          cpuMs = (user + system) / 1_000;
          listener.onEnd(failure);
        },
      });
    },
  };
  return { microphone: timed, lastSampleAt: () => lastSampleAt, cpuShare: () => cpuMs / (lastSampleAt - openedAt) };
}

/** A plain client: keeps the audio until the release, then uploads it as one file. */
async function upload(standIn: StandInProvider, key: string, { samples, words }: Recording): Promise<Wait> {
  await standIn.script(key, { samples, words });
  const releasedAt = performance.now();
  const form = new FormData();
  form.append('model', 'gpt-transcribe');
  form.append('response_format', 'json');
  form.append('file', new Blob([wavFile(samples)], { type: 'audio/wav' }), 'speech.wav');
  const response = await fetch(`${standIn.baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const { text } = (await response.json()) as { text: string };
  const totalMs = performance.now() - releasedAt;
  expectText(text, words);
  return { totalMs, ownMs: totalMs - (await standIn.lastProviderMs(key)) };
}

/** Measuring a wrong text would be worthless. */
function expectText(text: string, words: Recording['words']): void {
  const expected = words.map((word) => word.text.trim()).join(' ');
  if (text !== expected) throw new Error(`The text is wrong: “${text}” instead of “${expected}”`);
}

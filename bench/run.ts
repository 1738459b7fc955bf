// Prints the benchmark table, or only the named sections. All figures are measured in this one run on this one machine:
// read them as ratios.
import { cpus } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { measureDesktop } from './desktop/measure-desktop.ts';
import { missingPrograms } from './desktop/programs.ts';
import type { Dictated } from './dictation/hold-and-release.ts';
import { measureInsertions } from './dictation/insertion.ts';
import { measureLatency, measureReleases, type Wait } from './dictation/latency.ts';
import { type MemoryResult, measureMemory } from './dictation/memory.ts';
import { LATENCY } from './dictation/stand-in-provider.ts';
import { measureTidying } from './dictation/tidying.ts';
import { measureComposing } from './dictation/writing.ts';
import { measureOnDevice } from './on-device/measure-on-device.ts';
import { readSentences } from './on-device/speech.ts';
import type { Throughput } from './server/load.ts';
import type { CallResult } from './server/measure-calls.ts';
import { measureServer, type ServerResult } from './server/measure-server.ts';
import { median, percentile } from './statistics.ts';

const SECTIONS: Record<string, () => Promise<void>> = {
  dictation: printDictation,
  'on-device': printOnDevice,
  desktop: printDesktop,
  server: printServer,
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(SECTIONS, name));
if (unknown !== undefined) {
  console.error(`There is no section ${unknown}. Sections are: ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(2);
}

console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}\n`);
for (const [name, print] of Object.entries(SECTIONS)) if (named.length === 0 || named.includes(name)) await print();

async function printDictation(): Promise<void> {
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc');

  console.log('Dictation: from the last sample kept to the whole text, in milliseconds (median / p95)');
  console.log(`The provider takes ${LATENCY.fixedMs} ms + ${LATENCY.perAudioSecondMs} ms per second of a phrase.\n`);
  const results = await measureLatency([
    { seconds: 5, count: 20 },
    { seconds: 30, count: 5 },
    { seconds: 120, count: 1 },
  ]);
  const inMs = (waits: readonly Wait[], pick: (wait: Wait) => number) => medianAndP95(waits.map(pick));
  console.table(
    results.map(({ seconds, ours, upload }) => ({
      'speech (s)': seconds,
      n: ours.length,
      'of our own': inMs(ours, ({ ownMs }) => ownMs),
      'with the provider': inMs(ours, ({ totalMs }) => totalMs),
      'upload after release': inMs(upload, ({ totalMs }) => totalMs),
      'times faster': (
        median(upload.map(({ totalMs }) => totalMs)) / median(ours.map(({ totalMs }) => totalMs))
      ).toFixed(1),
    })),
  );

  console.log(
    '\nDictation: from the release of the key to the text, of our own, in milliseconds (median / p95, n = 10)',
  );
  console.log('Aim: 60 where the voice was gone.\n');
  console.table([
    { 'voice ended': '250 ms before', 'of our own': medianAndP95(await measureReleases(250, 10)) },
    { 'voice ended': 'at the release', 'of our own': medianAndP95(await measureReleases(0, 10)) },
  ]);

  const { words, ways } = measureComposing();
  console.log(`\nDictation: composing ${words} words with 500 in the vocabulary, in milliseconds (median)\n`);
  console.table(
    ways.map(({ way, ms, ratio }) => ({ way, ms: ms.toFixed(2), 'relative to as recognized': ratio.toFixed(1) })),
  );

  const tidying = await measureTidying();
  console.log(`\nTidying up without the model's own time, in milliseconds (median, n = ${tidying.runs}; at most 20)`);
  console.table(tidying.results.map(({ words, ms }) => ({ words, ms: ms.toFixed(2) })));
  const insertions = await measureInsertions();
  console.log(`\nDictation: from the final text to its field, in milliseconds (median, n = ${insertions.runs})`);
  console.log('Aim: 20 with tidying up, without the model.\n');
  console.table(
    insertions.ways.map(({ way, ms, ratio }) => ({
      'tidy up': way,
      ms: ms.toFixed(3),
      'relative to off': ratio.toFixed(2),
    })),
  );

  console.log('\nDictation: share of one core, whole process (median)\n');
  console.table(
    results.map(({ seconds, cpuShares, playingCpuShare }) => ({
      'speech (s)': seconds,
      'dictation of a file': inPercent(median(cpuShares)),
      'of that, playing the file': inPercent(playingCpuShare),
    })),
  );

  console.log('\nDictation: memory over 30 minutes of audio, under a fake clock\n');
  const memory: MemoryResult[] = [];
  for (const confirmed of [true, false]) memory.push(...(await measureMemory([1, 10, 20, 30], confirmed)));
  console.table(
    memory.map(({ confirmed, minutes, heldBytes, audioBytes }) => ({
      provider: confirmed ? 'confirms each phrase' : 'confirms nothing',
      minutes,
      'held (MiB)': inMib(heldBytes),
      'audio to keep (MiB)': inMib(audioBytes),
      'apart from it (MiB)': inMib(heldBytes - audioBytes),
    })),
  );
}

async function printOnDevice(): Promise<void> {
  const sentences = await readSentences();
  if (sentences.length === 0) {
    console.log('\nOn this computer: not measured: pocketsphinx-testdata is missing');
    return;
  }
  const result = await measureOnDevice(sentences, 10);
  const texts = (dictated: readonly Dictated[]) => medianAndP95(dictated.map(({ textMs }) => textMs));
  const ratio = result.nativeRealTimeFactor / result.realTimeFactor;
  console.log('\nOn this computer: recognition of a sentence of 5 s, read by a person (median / p95, n = 10)\n');
  console.table([
    { figure: 'ready from cold (ms)', measured: medianAndP95(result.coldMs), aim: '≤ 1000' },
    { figure: 'release to text, voice gone for 250 ms (ms)', measured: texts(result.quietRelease), aim: '≤ 400' },
    { figure: 'release to text, voice just ended (ms)', measured: texts(result.busyRelease), aim: '' },
    {
      figure: 'voice to first text (ms)',
      measured: medianAndP95(result.quietRelease.map(({ firstTextMs }) => firstTextMs)),
      aim: '≤ 1500',
    },
    { figure: 'release to text, provider out of reach (ms)', measured: texts(result.takeOver), aim: '≤ 3000' },
    { figure: 'fast pace, times real time', measured: result.realTimeFactor.toFixed(1), aim: '≥ 8' },
    { figure: 'native runtime, times as fast', measured: ratio.toFixed(2), aim: '≤ 2.5' },
    { figure: 'memory of the recognizer, loaded (MB)', measured: inMb(result.loadedBytes), aim: '≤ 300' },
    { figure: 'memory of the recognizer, freed (MB)', measured: inMb(result.freedBytes), aim: '0' },
  ]);
}

async function printDesktop(): Promise<void> {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`\nDesktop app: not measured: ${missing.join(', ')} missing`);
    return;
  }
  const { responsiveness, opening, idle } = await measureDesktop({ runs: 20, idleSeconds: 60 });
  console.log('\nDesktop app: into a text field of another program, in milliseconds (median / p95)\n');
  console.table([
    {
      n: responsiveness.length,
      'key down to first sample kept': medianAndP95(responsiveness.map(({ firstSampleMs }) => firstSampleMs)),
      'last sample kept to text, of our own': medianAndP95(responsiveness.map(({ ownMs }) => ownMs)),
      'with the provider': medianAndP95(responsiveness.map(({ totalMs }) => totalMs)),
    },
  ]);
  const closed = opening.map(({ closedMs }) => closedMs);
  const kept = opening.map(({ keptMs }) => keptMs);
  console.log('\nDesktop app: from asking for the microphone to its first 20 ms, in milliseconds (median / p95)');
  console.log('The microphone is a file: that a real one takes long to open does not show here.\n');
  console.table([
    {
      n: opening.length,
      closed: medianAndP95(closed),
      'kept open': medianAndP95(kept),
      'times sooner': (median(closed) / median(kept)).toFixed(1),
    },
  ]);
  console.log('\nDesktop app: idle for a minute, linked to an account, without the browser that shows its windows');
  console.log('Aim: under 0.2 % of one core and 120 MB.\n');
  console.table(
    (['online', 'offline'] as const).map((server) => ({
      server: server === 'online' ? 'answers' : 'out of reach, with dictations to report',
      'of one core': inPercent(idle[server].cpuShare),
      'memory (MB)': inMb(idle[server].bytes),
    })),
  );
}

async function printServer(): Promise<void> {
  if (process.platform !== 'linux') {
    console.log('\nServer: not measured: it needs /proc');
    return;
  }
  const result = await measureServer({
    connections: 16,
    rounds: 3,
    roundSeconds: 2,
    warmUpSeconds: 1,
    idleSeconds: 10,
    floodConnections: [100, 400],
    floodSeconds: 10,
  });
  printServerCalls(result.calls);
  printServerFlood(result.flood);
  printServerStart(result);
}

function printServerCalls(calls: readonly CallResult[]): void {
  console.log(
    '\nServer: requests per second / p99 in ms, over 16 connections, beside bare Fastify answers of the same size',
  );
  console.log(
    'Aims: /auth/me at least 55 % of a bare answer that verifies the token; reads over 10,000,000 rows at least',
  );
  console.log('90 % of those over 10 for each caller, of weeks that are equal.\n');
  const figures = (of?: Throughput) => (of ? `${of.perSecond.toFixed(0)} / ${of.p99Ms.toFixed(1)}` : '');
  const ratio = (one?: Throughput, other?: Throughput) =>
    one && other ? inPercent(one.perSecond / other.perSecond) : '';
  console.table(
    calls.map(({ name, throughput: { few, many, bare, bareWithToken } }) => ({
      call: name,
      '10 rows each': figures(few),
      '10,000,000 rows': figures(many),
      'of 10 each': ratio(many, few),
      bare: figures(bare),
      'of bare': ratio(many, bare),
      'bare with token': figures(bareWithToken),
      'of that': ratio(many, bareWithToken),
    })),
  );
}

function printServerFlood({ idle, floods }: ServerResult['flood']): void {
  console.log(
    '\nServer: p99 in ms of single reads, a hundred a second, while others sign in as often as they are answered',
  );
  console.log('Aim: at most twice the p99 without them. The bare server shows what the busy cores alone cost.\n');
  console.table(
    (['ours', 'bare'] as const).flatMap((server) =>
      Object.entries(idle[server]).map(([path, idleMs]) => ({
        server,
        call: `GET ${path}`,
        'no sign-ins': idleMs.toFixed(1),
        ...Object.fromEntries(
          floods.map(({ connections, waits }) => {
            const ms = waits[server][path] ?? Number.NaN;
            return [`${connections} connections sign in`, `${ms.toFixed(1)} (× ${(ms / idleMs).toFixed(1)})`];
          }),
        ),
      })),
    ),
  );
}

function printServerStart({ starts, memory }: ServerResult): void {
  console.log('\nServer: start, and 10 idle seconds (aim: under 150 MB)\n');
  console.table(
    starts.map((start) => ({
      server: start.form === 'built' ? 'built (npm start)' : 'from source (npm run dev)',
      'first start (ms)': start.firstBootMs.toFixed(0),
      'start (ms)': start.bootMs.toFixed(0),
      'first answer (ms)': start.firstAnswerMs.toFixed(1),
      'memory (MB)': inMb(start.memory.ownBytes),
      'of PostgreSQL (MB)': inMb(start.memory.descendantsBytes),
      'of one core': inPercent(start.cpuShare),
      'PostgreSQL, of one core': inPercent(start.databaseCpuShare),
    })),
  );
  console.log(`\nServer: memory after everything above: ${inMb(memory.ownBytes)} MB`);
}

function medianAndP95(values: readonly number[]): string {
  return `${median(values).toFixed(1)} / ${percentile(values, 95).toFixed(1)}`;
}

function inPercent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function inMib(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

function inMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

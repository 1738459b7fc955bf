// Prints the benchmark table. Every figure is measured in this one run on this one machine: read them as ratios.
import { cpus } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { measureDesktop } from './desktop/measure-desktop.ts';
import { missingPrograms } from './desktop/programs.ts';
import { measureLatency, type Wait } from './dictation/latency.ts';
import { measureMemory } from './dictation/memory.ts';
import { LATENCY } from './dictation/scripted-provider.ts';
import { median, percentile } from './statistics.ts';

setFlagsFromString('--expose-gc');
globalThis.gc = runInNewContext('gc');

console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}\n`);

console.log('Dictation: from the last sample kept to the whole text, in milliseconds (median / p95)');
console.log(`The provider takes ${LATENCY.fixedMs} ms + ${LATENCY.perAudioSecondMs} ms per second of a phrase.\n`);
const results = await measureLatency([
  { seconds: 5, count: 20 },
  { seconds: 30, count: 5 },
  { seconds: 120, count: 1 },
]);
const inPercent = (share: number) => `${(share * 100).toFixed(2)} %`;
const inMs = (waits: readonly Wait[], pick: (wait: Wait) => number) =>
  `${median(waits.map(pick)).toFixed(1)} / ${percentile(waits.map(pick), 95).toFixed(1)}`;
console.table(
  results.map(({ seconds, ours, upload }) => ({
    'speech (s)': seconds,
    n: ours.length,
    'of our own': inMs(ours, ({ ownMs }) => ownMs),
    'with the provider': inMs(ours, ({ totalMs }) => totalMs),
    'upload after release': inMs(upload, ({ totalMs }) => totalMs),
    'times faster': (median(upload.map(({ totalMs }) => totalMs)) / median(ours.map(({ totalMs }) => totalMs))).toFixed(
      1,
    ),
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
const mib = (bytes: number) => (bytes / 1_048_576).toFixed(1);
console.table(
  [true, false].flatMap((confirmed) =>
    measureMemory([1, 10, 20, 30], confirmed).map(({ minutes, heldBytes, audioBytes }) => ({
      provider: confirmed ? 'confirms each phrase' : 'confirms nothing',
      minutes,
      'held (MiB)': mib(heldBytes),
      'audio to keep (MiB)': mib(audioBytes),
      'apart from it (MiB)': mib(heldBytes - audioBytes),
    })),
  ),
);

const missing = missingPrograms();
if (missing.length > 0) {
  console.log(`\nDesktop app: not measured, for want of ${missing.join(', ')}`);
} else {
  const { responsiveness, idle } = await measureDesktop({ runs: 20, idleSeconds: 60 });
  console.log('\nDesktop app: into a text field of another program, in milliseconds (median / p95)\n');
  const inMsOf = (values: readonly number[]) => `${median(values).toFixed(1)} / ${percentile(values, 95).toFixed(1)}`;
  console.table([
    {
      n: responsiveness.length,
      'key down to first sample kept': inMsOf(responsiveness.map(({ firstSampleMs }) => firstSampleMs)),
      'last sample kept to text, of our own': inMsOf(responsiveness.map(({ ownMs }) => ownMs)),
      'with the provider': inMsOf(responsiveness.map(({ totalMs }) => totalMs)),
    },
  ]);
  console.log('\nDesktop app: idle for a minute, without the browser that shows its windows\n');
  console.table([{ 'of one core': inPercent(idle.cpuShare), 'memory (MiB)': mib(idle.bytes) }]);
}

import { setTimeout } from 'node:timers/promises';
import { SAMPLE_RATE } from '@workspace/speech/provider';
import type { Recording } from '../dictation/recordings.ts';
import type { Desktop, Received } from './desktop.ts';

export interface Responsiveness {
  /** From the key press to the first sample kept. */
  firstSampleMs: number;
  /** From the last sample kept to the text in the field. */
  totalMs: number;
  /** The same without the provider's time. */
  ownMs: number;
}

/** How often to check what the provider has received. */
const POLL_MS = 10;
/** Lets everything settle between two dictations. */
const REST_MS = 1_500;

/** Dictates repeatedly into a text field of another program. */
export async function measureResponsiveness(
  desktop: Desktop,
  recording: Recording,
  runs: number,
): Promise<Responsiveness[]> {
  const results: Responsiveness[] = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await dictate(desktop, recording));
    await setTimeout(REST_MS);
  }
  return results;
}

async function dictate(desktop: Desktop, recording: Recording): Promise<Responsiveness> {
  await desktop.begin(recording);
  const inField = desktop.field.nextText();
  const pressedAtMs = await desktop.hold();
  const spokenSamples = recording.samples.length;
  const received: Received[] = [];
  while ((received.at(-1)?.samples ?? 0) < spokenSamples) {
    received.push(await desktop.received());
    await setTimeout(POLL_MS);
  }
  await desktop.letGo();
  const { atMs: textAtMs } = await inField;
  const { samples } = await desktop.received();
  // A sample arrives immediately unless the provider is behind, so the earliest arrivals show when the first one was
  // taken.
  const firstSampleAtMs = Math.min(
    ...received.filter((moment) => moment.samples > 0).map((moment) => moment.atMs - inMs(moment.samples)),
  );
  const totalMs = textAtMs - firstSampleAtMs - inMs(samples);
  return { firstSampleMs: firstSampleAtMs - pressedAtMs, totalMs, ownMs: totalMs - (await desktop.providerMs()) };
}

function inMs(samples: number): number {
  return (samples / SAMPLE_RATE) * 1_000;
}

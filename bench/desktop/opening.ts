import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openLinuxPlatform } from '@workspace/desktop/browser/linux-platform';
import { decodeSampleFrame, MAX_KEEP_OPEN_MS } from '@workspace/desktop/ipc/microphone-messages';
import type { Place } from './desktop.ts';

/** From requesting the microphone to its first 20 ms of sound. */
export interface Opening {
  closedMs: number;
  /** With a device kept open after the previous stream. */
  keptMs: number;
}

const WINDOWS_FOLDER = join(import.meta.dirname, '..', '..', 'apps', 'desktop', 'build', 'windows');
/** Lets everything settle between two streams. */
const REST_MS = 500;

/** Opens the microphone repeatedly, on a platform of its own beside the app's. */
export async function measureOpening({ display, folder, microphone }: Place, runs: number): Promise<Opening[]> {
  const shell = await openLinuxPlatform({
    home: join(folder, 'opening'),
    windowsFolder: WINDOWS_FOLDER,
    display,
    environment: { ...process.env, DISPLAY: display },
    fakeMicrophone: microphone,
    onLost: (reason) => {
      throw new Error(reason);
    },
  });
  const { windows } = shell;
  let streams = 0;

  async function listen(keepOpenMs: number): Promise<number> {
    streams += 1;
    const stream = streams;
    const firstFrame = Promise.withResolvers<number>();
    windows.listen('microphone', {
      onMessage() {},
      onFrame: (frame) => {
        if (decodeSampleFrame(frame)?.stream === stream) firstFrame.resolve(performance.now());
      },
    });
    const askedAt = performance.now();
    windows.send('microphone', { type: 'open', stream, device: null, builtInWithBluetooth: true });
    const ms = (await firstFrame.promise) - askedAt;
    windows.send('microphone', { type: 'close', stream, keepOpenMs });
    await setTimeout(REST_MS);
    return ms;
  }

  try {
    const openings: Opening[] = [];
    for (let run = 0; run < runs; run += 1)
      openings.push({ closedMs: await listen(MAX_KEEP_OPEN_MS), keptMs: await listen(0) });
    return openings;
  } finally {
    await shell.close();
  }
}

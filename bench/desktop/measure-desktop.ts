import { setTimeout } from 'node:timers/promises';
import { recordingOf } from '../dictation/recordings.ts';
import { Desktop } from './desktop.ts';
import { type IdleUse, measureIdle } from './idle.ts';
import { measureOpening, type Opening } from './opening.ts';
import { measureResponsiveness, type Responsiveness } from './responsiveness.ts';

const SPEECH_SECONDS = 3;
/** Time for everything that follows a dictation to be saved and reported. */
const SETTLE_MS = 5_000;

export interface DesktopResult {
  responsiveness: Responsiveness[];
  opening: Opening[];
  /** Linked to an account whose server answers, or can't be reached while there is something to report. */
  idle: Record<'online' | 'offline', IdleUse>;
}

/** Runs the app on its own display: first dictates with it, then leaves it alone. */
export async function measureDesktop(extent: { runs: number; idleSeconds: number }): Promise<DesktopResult> {
  const recording = await recordingOf(SPEECH_SECONDS);
  const desktop = await Desktop.start(recording);
  try {
    const { accountServer, app } = desktop;
    const responsiveness = await measureResponsiveness(desktop, recording, extent.runs);
    await setTimeout(SETTLE_MS);
    if (accountServer.secondsReported < SPEECH_SECONDS) throw new Error('The app is not linked to its account.');
    const online = await measureIdle(app.pid, extent.idleSeconds);
    accountServer.stop();
    await measureResponsiveness(desktop, recording, 1);
    await setTimeout(SETTLE_MS);
    const offline = await measureIdle(app.pid, extent.idleSeconds);
    const opening = await measureOpening(desktop.place, extent.runs);
    return { responsiveness, opening, idle: { online, offline } };
  } finally {
    await desktop.end();
  }
}

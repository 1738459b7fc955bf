import { recordingOf } from '../dictation/recordings.ts';
import { Desktop } from './desktop.ts';
import { type IdleUse, measureIdle } from './idle.ts';
import { measureResponsiveness, type Responsiveness } from './responsiveness.ts';

const SPEECH_SECONDS = 3;

/** Runs the app on a display of its own: first dictates with it, then leaves it alone. */
export async function measureDesktop(extent: {
  runs: number;
  idleSeconds: number;
}): Promise<{ responsiveness: Responsiveness[]; idle: IdleUse }> {
  const recording = await recordingOf(SPEECH_SECONDS);
  const desktop = await Desktop.start(recording);
  try {
    const responsiveness = await measureResponsiveness(desktop, recording, extent.runs);
    return { responsiveness, idle: await measureIdle(desktop.app.pid, extent.idleSeconds) };
  } finally {
    await desktop.end();
  }
}

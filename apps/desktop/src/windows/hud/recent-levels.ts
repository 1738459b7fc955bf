import type { HudView } from '../../ipc/hud-messages.ts';

/** As many as the meter shows. */
export const SHOWN_LEVELS = 6;

/** The last levels of the microphone, the newest first; none while it isn't listened to. */
export function recentLevels(levels: readonly number[], view: HudView | null): readonly number[] {
  return view?.state === 'listening' ? [view.level, ...levels].slice(0, SHOWN_LEVELS) : [];
}

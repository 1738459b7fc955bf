import type { HudView } from '../../ipc/hud-messages.ts';

/** Number of levels that the meter shows. */
export const SHOWN_LEVELS = 6;

/** Returns the microphone's last levels, newest first; none while it isn't listening. */
export function recentLevels(levels: readonly number[], view: HudView | null): readonly number[] {
  return view?.state === 'listening' ? [view.level, ...levels].slice(0, SHOWN_LEVELS) : [];
}

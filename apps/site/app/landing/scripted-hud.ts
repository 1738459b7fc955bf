import type { HoldDemo, HoldPhase } from './hold-demo.ts';
import type { HudCardProps } from './hud-card.tsx';

const SHOWN: Record<HoldPhase, Pick<HudCardProps, 'look' | 'title'>> = {
  listening: { look: 'listening', title: 'Listening' },
  inserted: { look: 'inserted', title: 'Inserted' },
  'too-short': { look: 'remark', title: 'Hold it while you speak' },
};

/**
 * Returns the HUD's props for the scripted demo.
 *
 * @param text the text now in the field
 */
export function scriptedHud({ phase, heldMs }: HoldDemo, text: string): HudCardProps {
  return { ...SHOWN[phase], inserted: phase === 'inserted' ? text : undefined, seconds: heldMs / 1_000 };
}

import type { HoldDemo, HoldPhase } from './hold-demo.ts';
import { HudCard, type HudCardProps } from './hud-card.tsx';

const SHOWN: Record<HoldPhase, Pick<HudCardProps, 'look' | 'title'>> = {
  listening: { look: 'listening', title: 'Listening' },
  inserted: { look: 'inserted', title: 'Inserted' },
  'too-short': { look: 'remark', title: 'Hold it while you speak' },
};

interface DrawnHudProps {
  demo: HoldDemo;
  /** What now stands in the field. */
  text: string;
}

/** What goes on with the dictation for show. */
export function DrawnHud({ demo: { phase, heldMs }, text }: DrawnHudProps) {
  return <HudCard {...SHOWN[phase]} inserted={phase === 'inserted' ? text : undefined} seconds={heldMs / 1_000} />;
}

import { Check, Ellipsis, Info, type LucideIcon, Mic, TriangleAlert, X } from 'lucide-react';
import type { HudState } from '../../ipc/hud-messages.ts';

const ICONS: Record<HudState, LucideIcon> = {
  starting: Mic,
  listening: Mic,
  finishing: Ellipsis,
  done: Check,
  cancelled: X,
  failed: TriangleAlert,
  notice: Info,
};

/** The sign of a state: each has its own icon and outline. The text beside it says the same. */
export function StateSign({ state }: { state: HudState }) {
  const Icon = ICONS[state];
  return (
    <span className="sign">
      <Icon aria-hidden className="sign-icon" />
    </span>
  );
}

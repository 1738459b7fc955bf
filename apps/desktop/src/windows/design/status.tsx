import { Check, CircleAlert, Info, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'warning' | 'danger' | 'note' | 'busy';

const ICONS: Record<Tone, LucideIcon> = {
  good: Check,
  warning: TriangleAlert,
  danger: CircleAlert,
  note: Info,
  busy: LoaderCircle,
};
const TEXT: Record<Tone, string> = {
  good: 'text-good',
  warning: 'text-warning',
  danger: 'text-danger',
  note: 'text-muted',
  busy: 'text-muted',
};
const GROUNDS: Record<Tone, string> = {
  good: 'bg-good-soft',
  warning: 'bg-warning-soft',
  danger: 'bg-danger-soft',
  note: 'bg-hover',
  busy: 'bg-hover',
};

/** The icon of a tone, a different shape for each. */
export function StatusIcon({ tone }: { tone: Tone }) {
  const Icon = ICONS[tone];
  return (
    <Icon
      aria-hidden
      className={`size-4 shrink-0 ${TEXT[tone]} ${tone === 'busy' ? 'motion-safe:animate-spin' : ''}`}
    />
  );
}

/** A line that describes the state of something. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5">
      <StatusIcon tone={tone} />
      <span className={`min-w-0 text-note ${tone === 'note' ? 'text-muted' : TEXT[tone]}`}>{children}</span>
    </span>
  );
}

/** Something to read before going on. */
export function Banner({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div
      className={`flex items-start gap-2 rounded-lg px-3.5 py-2.5 forced-colors:border ${GROUNDS[tone]}`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <StatusIcon tone={tone} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

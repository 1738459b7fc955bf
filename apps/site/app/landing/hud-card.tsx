import type { CSSProperties, ReactNode } from 'react';

/** Amplitude of each bar of the level meter. */
const BARS = [0.35, 0.5, 0.7, 0.6, 0.85, 1, 0.85, 0.6, 0.7, 0.5, 0.35];

/** `ready`: waiting for the key; `remark`: any other message. */
type HudLook = 'ready' | 'listening' | 'inserted' | 'remark';

export interface HudCardProps {
  look: HudLook;
  title: string;
  /** The inserted text, for screen readers. */
  inserted?: string | undefined;
  /** How long the key has been held; shown only while listening. */
  seconds: number;
  /** The level meter; an animated fake voice by default. */
  level?: ReactNode;
  /** The words recognized so far, if shown here. */
  words?: ReactNode;
}

const ACTED_LEVEL = BARS.map((swing, place) => (
  <span
    // biome-ignore lint/suspicious/noArrayIndexKey: a bar's index is its identity
    key={place}
    className="level-bar"
    style={{ '--swing': swing, '--delay': `${-place * 137}ms` } as CSSProperties}
  />
));

/** A replica of the app's HUD, which shows the state of a dictation. */
export function HudCard({ look, title, inserted, seconds, level = ACTED_LEVEL, words }: HudCardProps) {
  return (
    <div
      data-look={look}
      className={`group/hud bg-raised py-2.5 pr-5 pl-2.5 shadow-lifted ${words === undefined ? 'rounded-full' : 'w-full max-w-md rounded-card'}`}
    >
      <div className="flex items-center gap-3">
        <Sign look={look} />
        <p role="status" className="font-semibold">
          {title}
          {inserted !== undefined && <span className="sr-only">: {inserted}</span>}
        </p>
        {look === 'listening' && (
          <>
            <span className="text-muted text-note max-sm:hidden">while you hold</span>
            <span aria-hidden="true" className="flex h-6 items-center gap-0.5">
              {level}
            </span>
            <span aria-hidden="true" className="text-muted text-note tabular-nums">
              {Math.floor(seconds / 60)}:{String(Math.floor(seconds) % 60).padStart(2, '0')}
            </span>
          </>
        )}
      </div>
      {words}
    </div>
  );
}

function Sign({ look }: { look: HudLook }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full bg-muted text-raised group-data-[look=inserted]/hud:bg-good group-data-[look=listening]/hud:bg-signal group-data-[look=listening]/hud:text-on-signal">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5 fill-none stroke-2 stroke-current"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {look === 'inserted' && <path d="m4.5 10.5 3.5 3.5 7.5-8" />}
        {look === 'remark' && <path d="M10 9v5M10 6v.01" />}
        {(look === 'listening' || look === 'ready') && (
          <path d="M10 2.5a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0V5A2.5 2.5 0 0 1 10 2.5ZM5 9a5 5 0 0 0 10 0M10 14v3.5" />
        )}
      </svg>
    </span>
  );
}

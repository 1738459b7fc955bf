import type { CSSProperties } from 'react';
import type { HoldDemo, HoldPhase } from './hold-demo.ts';

const TITLES: Record<HoldPhase, string> = {
  listening: 'Listening',
  inserted: 'Inserted',
  'too-short': 'Hold it while you speak',
};

/** How far each bar of the level swings. */
const BARS = [0.35, 0.5, 0.7, 0.6, 0.85, 1, 0.85, 0.6, 0.7, 0.5, 0.35];

interface DrawnHudProps {
  demo: HoldDemo;
  /** What now stands in the field, for those who hear it. */
  text: string;
}

/** The app's small card, drawn: what goes on with a dictation. */
export function DrawnHud({ demo: { phase, heldMs }, text }: DrawnHudProps) {
  const isListening = phase === 'listening';
  return (
    <div
      data-phase={phase}
      className="group/hud flex min-h-14 items-center gap-3 rounded-full bg-raised py-2.5 pr-5 pl-2.5 shadow-lifted"
    >
      <Sign phase={phase} />
      <p role="status" className="font-semibold">
        {TITLES[phase]}
        {phase === 'inserted' && <span className="sr-only">: {text}</span>}
      </p>
      {isListening && (
        <>
          <span className="text-muted text-note max-sm:hidden">while you hold</span>
          <span aria-hidden="true" className="flex h-6 items-center gap-0.5">
            {BARS.map((swing, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
                key={place}
                className="level-bar"
                style={{ '--swing': swing, '--delay': `${-place * 137}ms` } as CSSProperties}
              />
            ))}
          </span>
          <span aria-hidden="true" className="text-muted text-note tabular-nums">
            0:{String(Math.floor(heldMs / 1_000) % 60).padStart(2, '0')}
          </span>
        </>
      )}
    </div>
  );
}

function Sign({ phase }: { phase: HoldPhase }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full bg-good text-raised group-data-[phase=listening]/hud:bg-signal group-data-[phase=too-short]/hud:bg-muted group-data-[phase=listening]/hud:text-on-signal">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5 fill-none stroke-2 stroke-current"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {phase === 'inserted' && <path d="m4.5 10.5 3.5 3.5 7.5-8" />}
        {phase === 'too-short' && <path d="M10 9v5M10 6v.01" />}
        {phase === 'listening' && (
          <path d="M10 2.5a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0V5A2.5 2.5 0 0 1 10 2.5ZM5 9a5 5 0 0 0 10 0M10 14v3.5" />
        )}
      </svg>
    </span>
  );
}

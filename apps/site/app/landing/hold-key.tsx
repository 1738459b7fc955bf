import type { KeyProps } from './use-held-key.ts';

interface HoldKeyProps {
  isHeld: boolean;
  isReady: boolean;
  keyProps: KeyProps;
  /** ID of the element that explains how to use the key. */
  describedBy: string;
}

/** All labels are laid out on top of each other and one is visible, so that changes cause no layout shift. */
const LABELS = ['Space', 'Hold to speak', 'Let go to stop'] as const;

/** The push-to-talk hotkey as a row of keys; the Space key can be held. */
export function HoldKey({ isHeld, isReady, keyProps, describedBy }: HoldKeyProps) {
  const isPressed = isHeld || undefined;
  const shown = labelOf(isHeld, isReady);
  return (
    <div className="flex gap-2.5 sm:gap-4">
      <Modifier sign="⌘" name="Cmd" isPressed={isPressed} />
      <Modifier sign="⇧" name="Shift" isPressed={isPressed} />
      <button
        {...keyProps}
        type="button"
        disabled={!isReady}
        data-pressed={isPressed}
        aria-describedby={describedBy}
        className="key-body key-signal [--travel:0.7rem] grid h-24 min-w-0 flex-1 touch-none place-items-center select-none rounded-key font-bold font-display text-title not-disabled:cursor-pointer focus-visible:rounded-key sm:h-32 short:h-24 sm:text-[2rem] [-webkit-touch-callout:none]"
      >
        {LABELS.map((label) => (
          <span key={label} className={`[grid-area:1/1] ${label === shown ? '' : 'invisible'}`}>
            {label}
          </span>
        ))}
      </button>
    </div>
  );
}

function labelOf(isHeld: boolean, isReady: boolean): (typeof LABELS)[number] {
  if (!isReady) return 'Space';
  return isHeld ? 'Let go to stop' : 'Hold to speak';
}

function Modifier({ sign, name, isPressed }: { sign: string; name: string; isPressed: true | undefined }) {
  return (
    <span
      aria-hidden="true"
      data-pressed={isPressed}
      className="key-body [--travel:0.7rem] flex h-24 w-14 flex-col justify-between rounded-key p-2.5 text-muted text-note sm:h-32 sm:w-32 short:h-24 sm:p-4 sm:text-body"
    >
      <span className="text-right text-title">{sign}</span>
      <span>{name}</span>
    </span>
  );
}

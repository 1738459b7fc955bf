import { ON_THIS_COMPUTER } from '@workspace/speech/provider';
import { TriangleAlert } from 'lucide-react';
import type { HudActionId, HudView } from '../../ipc/hud-messages.ts';
import { ElapsedTime } from './elapsed-time.tsx';
import { LevelMeter } from './level-meter.tsx';
import { SpokenText } from './spoken-text.tsx';
import { StateSign } from './state-sign.tsx';

interface HudProps {
  view: HudView;
  /** The microphone's last levels in dB below full scale, newest first. */
  levels: readonly number[];
  onAct(action: HudActionId): void;
}

const MODES = { hold: 'while you hold', toggle: 'until you press again' } as const;

/** Shown until there is text. */
const PLACEHOLDERS = {
  starting: 'One moment…',
  listening: 'Speak now.',
  finishing: 'Waiting for the text…',
} as const;

/** The state of the dictation at a glance. */
export function Hud({ view, levels, onAct }: HudProps) {
  const { state, detail, trouble, text, host, actions, cancelChord } = view;
  const isAtWork = state === 'starting' || state === 'listening' || state === 'finishing';
  const isSent = isAtWork || state === 'failed';
  return (
    <main className="card" data-state={state} data-trouble={trouble}>
      <header className="headline">
        <StateSign state={state} />
        <div className="title">
          <h1>{view.title}</h1>
        </div>
        {state === 'listening' && view.mode && <span className="mode">{MODES[view.mode]}</span>}
        {state === 'listening' && <LevelMeter levels={levels} />}
        {isAtWork && view.seconds > 0 && <ElapsedTime seconds={view.seconds} />}
      </header>
      {isAtWork && (text !== '' || !trouble) && <SpokenText text={text} placeholder={PLACEHOLDERS[state]} />}
      {detail !== null && (
        <p className="detail">
          {trouble && <TriangleAlert aria-label="Trouble:" className="trouble-sign" />}
          <span>{detail}</span>
        </p>
      )}
      {((isSent && host !== null) || cancelChord !== null || actions.length > 0) && (
        <footer className="foot">
          {isSent && host !== null && <span className="host">{host === ON_THIS_COMPUTER ? host : `to ${host}`}</span>}
          {cancelChord !== null && (
            <span className="cancel">
              <kbd>{cancelChord}</kbd> cancels
            </span>
          )}
          {actions.map(({ id, label }) => (
            <button key={id} type="button" className="action" data-action={id} onClick={() => onAct(id)}>
              {label}
            </button>
          ))}
        </footer>
      )}
    </main>
  );
}

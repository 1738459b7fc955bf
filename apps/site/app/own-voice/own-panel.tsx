import { useEffect } from 'react';
import { buttonClass } from '../design/button.tsx';
import type { OwnVoice, OwnVoiceView } from './own-voice.ts';
import type { Ending, Problem } from './voice-state.ts';

/** Transfer size. */
const DOWNLOAD_MB = 23;

const PROBLEMS: Record<Problem, string> = {
  unsupported: 'This browser can’t do it. A current version of Chrome or Edge can.',
  connection: 'The connection was lost while downloading. Check it, then try again: what has arrived is kept.',
  recognizer: 'Speech recognition didn’t start. Your device may be short of memory: close a few tabs, then try again.',
  denied: 'The microphone is blocked. Allow it for this site in your browser, then try again.',
  missing: 'No microphone was found. Connect one, then try again.',
  failed: 'The microphone didn’t open. Another app may be using it: close that, then try again.',
};

const ENDINGS: Record<Ending, string> = {
  'time-up': 'Two minutes is the limit on this page. What you said goes into the note.',
  hidden: 'Dictation ended when you left this tab. What you said goes into the note.',
  lost: 'The microphone was disconnected. What you said until then goes into the note.',
};

interface OwnPanelProps {
  voice: OwnVoice;
  view: OwnVoiceView;
}

/** Status, download progress and actions of the visitor's own voice. */
export function OwnPanel({ voice, view }: OwnPanelProps) {
  const { stage } = view;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') voice.cancel();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [voice]);
  return (
    <>
      <p role="status" className="text-muted text-note">
        {statusOf(view)}
      </p>
      {stage.type === 'loading' && (
        <div className="flex items-center gap-3">
          <div
            role="progressbar"
            aria-label="Download"
            aria-valuenow={Math.round(stage.share * 100)}
            className="rounded-full"
            style={{
              width: '10rem',
              height: '0.375rem',
              background: `linear-gradient(to right, var(--color-ink) ${stage.share * 100}%, var(--color-line) 0)`,
            }}
          />
          <span className="text-muted text-note tabular-nums">
            {Math.floor(stage.share * DOWNLOAD_MB)} of {DOWNLOAD_MB} MB
          </span>
        </div>
      )}
      {stage.type === 'ready' && <PanelButton onClick={() => voice.setAside()}>Back to the script</PanelButton>}
      {stage.type === 'set-aside' && <PanelButton onClick={() => voice.begin()}>Use your own voice</PanelButton>}
      {stage.type === 'stopped' && stage.by !== 'unsupported' && (
        <PanelButton onClick={() => voice.begin()}>Try again</PanelButton>
      )}
    </>
  );
}

function PanelButton({ onClick, children }: { onClick(): void; children: string }) {
  return (
    <button type="button" onClick={onClick} className={buttonClass('quiet', 'shrink-0')}>
      {children}
    </button>
  );
}

function statusOf({ stage, ending, outcome }: OwnVoiceView): string {
  switch (stage.type) {
    case 'offered':
    case 'loading':
      return 'Downloading, once. The script still plays.';
    case 'starting':
      return 'Getting ready …';
    case 'asking':
      return 'Your browser is asking for the microphone. Allow it, and the key is yours.';
    case 'set-aside':
      return 'Your note and your voice are here when you want them.';
    case 'stopped':
      return `${PROBLEMS[stage.by]} The script still plays.`;
    case 'ready':
      if (ending) return ENDINGS[ending];
      if (outcome === 'failed')
        return 'Speech recognition stopped. What was understood is in the note. Hold the key to try again.';
      return 'English. Nothing you say leaves this page.';
  }
}

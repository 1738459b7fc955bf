import { buttonClass } from '../design/button.tsx';
import type { Invitation as State } from './use-own-voice.ts';

interface InvitationProps {
  state: State;
  onAccept(): void;
}

const LINES: Record<State, string> = {
  offered: 'Downloads about 23 MB, once. English. Nothing you say leaves this page.',
  fetching: 'Downloads about 23 MB, once. English. Nothing you say leaves this page.',
  lost: 'The download didn’t start. Check your connection, then try again. The script still plays.',
  unsupported: 'This browser can’t do it. A current version of Chrome or Edge can. The script still plays.',
};

/** The second step: from the script to the visitor's own voice. */
export function Invitation({ state, onAccept }: InvitationProps) {
  return (
    <>
      <p role="status" className="text-muted text-note">
        {LINES[state]}
      </p>
      {state !== 'unsupported' && (
        <button
          type="button"
          aria-busy={state === 'fetching'}
          onClick={onAccept}
          className={buttonClass('quiet', 'shrink-0')}
        >
          Try it with your own voice
        </button>
      )}
    </>
  );
}

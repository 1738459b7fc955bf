import { buttonClass } from '../design/button.tsx';

interface InvitationProps {
  /** Whether loading its code failed. */
  isLost: boolean;
  onAccept(): void;
}

/** Offers to switch from the script to the visitor's own voice. */
export function Invitation({ isLost, onAccept }: InvitationProps) {
  return (
    <>
      <p role="status" className="text-muted text-note">
        {isLost
          ? 'It didn’t load. Check your connection, then try again.'
          : 'Downloads about 23 MB, once. English. Nothing you say leaves this page.'}
      </p>
      <button type="button" onClick={onAccept} className={buttonClass('quiet', 'shrink-0')}>
        Try it with your own voice
      </button>
    </>
  );
}

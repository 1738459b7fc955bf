import { Link, useNavigate } from 'react-router';
import { Button, ButtonLink } from '../design/button.tsx';
import { KeyCap } from '../design/key-cap.tsx';
import { TEXT_LINK } from '../design/text-link.ts';

/** The 404 content, with links to go on. */
export function NotFound() {
  const navigate = useNavigate();
  // A tab opened on this page has no history to go back to.
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate('/'));
  return (
    <div className="column grid min-h-[70vh] content-center justify-items-start gap-6 py-16">
      <p className="flex gap-[0.12em] text-[clamp(2.5rem,13vw,6rem)] leading-none" aria-hidden="true">
        <KeyCap className="rounded-key">4</KeyCap>
        <KeyCap className="rounded-key text-signal" isPressed>
          0
        </KeyCap>
        <KeyCap className="rounded-key">4</KeyCap>
      </p>
      <h1 className="text-heading">Page Not Found</h1>
      <p className="max-w-[40ch] text-lead text-muted">The page you're looking for doesn't exist.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/">Go Home</ButtonLink>
        <Button look="quiet" onClick={goBack}>
          Go Back
        </Button>
      </div>
      <p className="text-muted">
        Looking for the app?{' '}
        <Link to={{ pathname: '/', hash: 'download' }} className={TEXT_LINK}>
          Download
        </Link>
        . Can't find something?{' '}
        <Link to="/contact" className={TEXT_LINK}>
          Contact
        </Link>{' '}
        us.
      </p>
    </div>
  );
}

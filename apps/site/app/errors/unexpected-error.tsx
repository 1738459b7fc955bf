import { useEffect, useState } from 'react';
import { Button, buttonClass } from '../design/button.tsx';
import { TEXT_LINK } from '../design/text-link.ts';
import { siteConfig } from '../site-config.ts';

/** Fallback for unexpected errors, with an ID that identifies the error in the console. */
export function UnexpectedError({ error }: { error: unknown }) {
  const [id] = useState(createErrorId);
  useEffect(() => console.error(`Unexpected error ${id}`, error), [id, error]);
  return (
    <main className="column grid min-h-dvh content-center justify-items-start gap-6 py-16">
      <title>Unexpected Application Error!</title>
      <h1 className="text-heading">Unexpected Application Error!</h1>
      <p className="max-w-[48ch] text-lead text-muted">
        Something on this page went wrong. Nothing of yours is lost. Load the page again, or start over from the home
        page. If it happens again, write to{' '}
        <a className={TEXT_LINK} href={`mailto:${siteConfig.supportEmail}`}>
          {siteConfig.supportEmail}
        </a>{' '}
        and name the number below.
      </p>
      <p className="rounded-field bg-sunken px-4 py-2 text-note">
        Error <code className="font-mono">{id}</code>
      </p>
      <div className="flex flex-wrap gap-3">
        {/* A full page load, since the failed state may still be in memory. */}
        <a className={buttonClass('solid')} href="/">
          Go Home
        </a>
        <Button look="quiet" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </div>
    </main>
  );
}

/** Eight hex digits are enough to find the line in the console. */
function createErrorId(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number.toString(16).padStart(8, '0');
}

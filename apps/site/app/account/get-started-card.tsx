import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { KEY_PAGES } from '../content/key-pages.ts';
import { Card } from '../design/card.tsx';
import { KeyCap } from '../design/key-cap.tsx';
import { TEXT_LINK } from '../design/text-link.ts';

/** First steps for users who haven't dictated anything yet. */
export default function GetStartedCard() {
  return (
    <Card title="Three steps to your first sentence" className="mt-6">
      <ol className="grid gap-x-12 gap-y-6 lg:grid-cols-3">
        <Step place={1} title="Download the app">
          For macOS 12.0 or later.{' '}
          <Link to="/app/download" className={TEXT_LINK}>
            Get it here
          </Link>
          , move it to Applications and open it.
        </Step>
        <Step place={2} title="Use your Mac, or an API key">
          Your Mac understands English on its own, with nothing to set up. For other languages, create an API key at{' '}
          <ProviderLink {...KEY_PAGES.openai} /> or <ProviderLink {...KEY_PAGES.deepgram} /> and paste it into the app.
        </Step>
        <Step place={3} title="Say a sentence">
          Click into any text field. Hold <KeyCap>⌘</KeyCap> <KeyCap>⇧</KeyCap> <KeyCap>Space</KeyCap>, speak, and let
          go.
        </Step>
      </ol>
    </Card>
  );
}

function Step({ place, title, children }: { place: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="key-body grid size-10 shrink-0 place-items-center rounded-field font-semibold"
      >
        {place}
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </li>
  );
}

function ProviderLink({ name, address }: { name: string; address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener" className={TEXT_LINK}>
      {name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

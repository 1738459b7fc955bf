import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Link } from 'react-router';
import { Card } from '../design/card.tsx';
import { TEXT_LINK } from '../design/text-link.ts';

const NEEDS = [
  { what: 'A Mac with macOS 12.0 or later', why: 'Intel or Apple silicon.' },
  {
    what: 'An internet connection',
    why: 'Your provider turns speech into text as you speak. English works offline, on your Mac.',
  },
  {
    what: 'An API key from a speech-to-text provider',
    why: 'It’s your own, separate from your account here. It stays on your Mac and is sent only to that provider. English works without one.',
  },
  {
    what: 'Two permissions',
    why: 'Microphone, to hear you; Accessibility (from macOS 27 on: Device Control and Data Access), to type where your cursor is. The app asks for both.',
  },
] as const;

/** Lists what is needed besides the app, and how to set it up. */
export function Requirements() {
  return (
    <Card title="What you need">
      <ul className="grid gap-x-12 gap-y-5 sm:grid-cols-2">
        {NEEDS.map(({ what, why }) => (
          <li key={what}>
            <p className="font-semibold">{what}</p>
            <p className="text-muted text-note">{why}</p>
          </li>
        ))}
      </ul>
      <p className="mt-6 border-line border-t pt-5 text-muted">
        Open the disk image, move {PRODUCT_NAME} to your Applications folder, and come back: “Open in Mac App” on the{' '}
        <Link to="/app" className={TEXT_LINK}>
          Overview
        </Link>{' '}
        links it to your account.
      </p>
    </Card>
  );
}

import { Link } from 'react-router';
import { TEXT_LINK } from '../design/text-link.ts';

/** Features of the Standard plan. */
export const STANDARD_FEATURES = ['Real-Time Push-to-Talk Transcription', 'Unlimited Usage*'] as const;

/** A list of features, one per line. */
export function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <ul className="grid content-start gap-1.5">
      {features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <span aria-hidden="true" className="mt-[0.65em] h-1 w-3 shrink-0 rounded-full bg-ink" />
          {feature}
        </li>
      ))}
    </ul>
  );
}

/** The footnote to the asterisk of 'Unlimited Usage*'. */
export function FairUseNote() {
  return (
    <p className="text-muted text-note">
      * Subject to fair use, see the{' '}
      <Link to="/terms" className={TEXT_LINK}>
        Terms of Service
      </Link>
      .
    </p>
  );
}

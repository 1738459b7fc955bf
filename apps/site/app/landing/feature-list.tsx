import { FEATURE_DETAILS } from '../content/marketing-features.ts';
import { Hotkeys } from './hotkeys.tsx';

/** What the features are, one by one, and the keys for them. */
export function FeatureList() {
  return (
    <>
      <ul className="mt-16 grid gap-x-12 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURE_DETAILS.map(({ title, text }) => (
          <li key={title} className="row-span-2 grid grid-rows-subgrid gap-y-2.5 border-ink border-t-2 pt-5">
            <h3 className="text-title">{title}</h3>
            <p className="text-balance text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <Hotkeys />
    </>
  );
}

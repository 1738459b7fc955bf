import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Link } from 'react-router';
import type { LaunchState } from '../account/launch-state.ts';
import { TEXT_LINK } from '../design/text-link.ts';

/** Explains what to do after an attempt to launch the app that ended on this page. */
export function LaunchNote({ launch }: Pick<LaunchState, 'launch'>) {
  const overview = (
    <Link to="/app" className={TEXT_LINK}>
      Overview
    </Link>
  );
  return (
    <section role="status" className="rounded-card bg-sunken p-5 sm:p-7">
      {launch === 'asked' ? (
        <>
          <h2 className="text-title">Did {PRODUCT_NAME} open?</h2>
          <p className="mt-2">If it did, go on there: it asks whether to link this Mac to your account.</p>
          <p className="mt-1">
            If nothing happened, the app is probably not on this Mac yet. Download it, move it to your Applications
            folder and open it once. Then go back to the {overview} and press “Open in Mac App” again.
          </p>
        </>
      ) : (
        <>
          <h2 className="text-title">{PRODUCT_NAME} couldn't be opened</h2>
          <p className="mt-2">
            We couldn't make the link that opens it. Check your connection, go back to the {overview} and try again. If
            you don't have the app yet, download it here.
          </p>
        </>
      )}
    </section>
  );
}

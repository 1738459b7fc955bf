import { useLocation } from 'react-router';
import { launchOf } from '../account/launch-state.ts';
import { PageHeading } from '../account/page-heading.tsx';
import { pageTitle } from '../page-title.ts';
import { LaunchNote } from './launch-note.tsx';
import { ReleaseCard } from './release-card.tsx';
import { Requirements } from './requirements.tsx';

export function meta() {
  return [{ title: pageTitle('Downloads') }];
}

export default function DownloadPage() {
  const launch = launchOf(useLocation().state);
  return (
    <>
      <PageHeading>Downloads</PageHeading>
      <div className="grid gap-6">
        {launch !== undefined && <LaunchNote launch={launch} />}
        <ReleaseCard />
        <Requirements />
      </div>
    </>
  );
}

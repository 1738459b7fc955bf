import { PageHeading } from '../account/page-heading.tsx';
import { pageTitle } from '../page-title.ts';
import { ReleaseCard } from './release-card.tsx';
import { Requirements } from './requirements.tsx';

export function meta() {
  return [{ title: pageTitle('Downloads') }];
}

export default function DownloadPage() {
  return (
    <>
      <PageHeading>Downloads</PageHeading>
      <div className="grid gap-6">
        <ReleaseCard />
        <Requirements />
      </div>
    </>
  );
}

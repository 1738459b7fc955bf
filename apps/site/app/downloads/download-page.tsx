import { PRODUCT_NAME } from '@workspace/contract/brand';
import { PageHeading } from '../account/page-heading.tsx';
import { ReleaseCard } from './release-card.tsx';
import { Requirements } from './requirements.tsx';

export function meta() {
  return [{ title: `Downloads · ${PRODUCT_NAME}` }];
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

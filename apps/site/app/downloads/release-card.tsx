import { useQuery } from '@tanstack/react-query';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { ReactNode } from 'react';
import { callApi } from '../api/api-client.ts';
import type { SiteRelease } from '../api/response-parsers.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { ChecksumGuide } from './checksum-guide.tsx';
import { dateLabel, imageName, sizeLabel } from './release-labels.ts';

/** The latest release, with its download link and checksum. */
export function ReleaseCard() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['releases', 'latest'],
    queryFn: () => callApi('getLatestRelease', {}),
  });
  return (
    <Card title={`${PRODUCT_NAME} for Mac`}>
      {data !== undefined && <LatestRelease release={data} />}
      {data === undefined && !isError && (
        <p role="status" className="min-h-96 text-muted">
          Loading the latest version...
        </p>
      )}
      {data === undefined && isError && (
        <div className="grid justify-items-start gap-4">
          <p role="alert" className="text-danger">
            Error loading the latest version.
          </p>
          <Button look="quiet" isBusy={isFetching} busyLabel="Trying again..." onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
    </Card>
  );
}

function LatestRelease({ release }: { release: SiteRelease }) {
  const { version, sha256, downloadUrl, size, date, notes, isDevelopment } = release;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-1 tabular-nums">
        <Fact term="Version">
          {version}
          {isDevelopment && (
            <span className="ml-2.5 rounded-full bg-sunken px-2.5 text-muted text-note">Development image</span>
          )}
        </Fact>
        {date !== undefined && (
          <Fact term="Released">
            <time dateTime={date}>{dateLabel(date)}</time>
          </Fact>
        )}
        {size !== undefined && <Fact term="Size">{sizeLabel(size)}</Fact>}
        <Fact term="System">macOS 12.0 or later</Fact>
      </dl>
      {notes && <p className="mt-4 whitespace-pre-line text-muted">{notes}</p>}
      {isDevelopment && (
        <p className="mt-4 rounded-field bg-sunken px-4 py-3 text-note">
          This is a development image: it isn’t signed and doesn’t contain the app yet. The first signed release
          replaces it.
        </p>
      )}
      <a href={downloadUrl} download className={buttonClass('solid', 'mt-6')}>
        Download {PRODUCT_NAME} {version}
      </a>
      <ChecksumGuide sha256={sha256} fileName={imageName(version)} />
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

import type { Release, ReleaseFile } from '@workspace/contract/releases';
import { type RefObject, useEffect, useState } from 'react';
import { siteConfig } from '../site-config.ts';

export type ShownRelease = Pick<Release, 'version' | 'downloadUrl' | 'sha256' | 'isDevelopment'>;

const FILES = import.meta.glob<ReleaseFile>('../../../../releases/*.json', { eager: true, import: 'default' });

/** The newest release at the time of the build. */
function builtInRelease(): ShownRelease {
  const newest = Object.values(FILES).reduce((one, other) => (isNewer(other.version, one.version) ? other : one));
  return { ...newest, downloadUrl: `${siteConfig.apiBaseUrl}/download/${newest.version}` };
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}

/** The newest release: that of the build, until the server has named a newer one, which is asked when the element nears. */
export function useLatestRelease(element: RefObject<Element | null>): ShownRelease {
  const [release, setRelease] = useState(builtInRelease);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void import('./load-latest-release.ts')
          .then(({ loadLatestRelease }) => loadLatestRelease())
          .then(setRelease, noteFailure);
      },
      { rootMargin: '50%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return release;
}

function noteFailure(error: unknown): void {
  console.info('The newest release could not be asked for; that of the build is shown.', error);
}

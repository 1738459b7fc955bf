import type { Release } from '@workspace/contract/releases';
import { type RefObject, useEffect, useState } from 'react';
import { siteConfig } from '../site-config.ts';

export type ShownRelease = Pick<Release, 'version' | 'downloadUrl' | 'sha256' | 'isDevelopment'>;

/** From the folder of releases, which vite.config.ts reads. */
declare const __NEWEST_RELEASE__: Omit<ShownRelease, 'downloadUrl'>;

/** The newest release at the time of the build. */
function builtInRelease(): ShownRelease {
  const { version } = __NEWEST_RELEASE__;
  return { ...__NEWEST_RELEASE__, downloadUrl: `${siteConfig.apiBaseUrl}/download/${version}` };
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
          .then(setRelease, handleFailure);
      },
      { rootMargin: '50%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return release;
}

function handleFailure(error: unknown): void {
  console.info('The newest release could not be asked for; that of the build is shown.', error);
}

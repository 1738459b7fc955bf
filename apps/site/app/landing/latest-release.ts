import type { Release } from '@workspace/contract/releases';
import { type RefObject, useEffect, useState } from 'react';
import { siteConfig } from '../site-config.ts';

export type ShownRelease = Pick<Release, 'version' | 'downloadUrl' | 'sha256' | 'isDevelopment'>;

/** Defined in vite.config.ts, which reads the releases folder. */
declare const __NEWEST_RELEASE__: Omit<ShownRelease, 'downloadUrl'>;

/** Returns the latest release at build time. */
function builtInRelease(): ShownRelease {
  const { version } = __NEWEST_RELEASE__;
  return { ...__NEWEST_RELEASE__, downloadUrl: `${siteConfig.apiBaseUrl}/download/${version}` };
}

/** Returns the latest release: the one at build time, then the server's, fetched when the element comes near. */
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

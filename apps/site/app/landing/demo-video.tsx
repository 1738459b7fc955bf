import { PRODUCT_NAME } from '@workspace/contract/brand';
import { useRef, useState } from 'react';
import { siteConfig } from '../site-config.ts';
import { createVideoTracking } from '../tracking/track-video.ts';

const POSTER = '/demo-poster.webp';

/** The demo video; a poster with a play button until it is started. */
export function DemoVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(false);
  const [tracking] = useState(() => createVideoTracking(siteConfig.demoVideoUrl));
  const start = () => {
    setStarted(true);
    // If the browser refuses to play, its controls are available.
    video.current?.play().catch(() => undefined);
    video.current?.focus();
  };
  return (
    <figure>
      <div className="relative rounded-card bg-sunken shadow-lifted">
        <video
          ref={video}
          src={siteConfig.demoVideoUrl}
          poster={isStarted ? POSTER : undefined}
          width="1120"
          height="700"
          preload="none"
          playsInline
          controls={isStarted}
          tabIndex={isStarted ? undefined : -1}
          aria-label={`${PRODUCT_NAME} at work`}
          className="block aspect-[8/5] h-auto w-full rounded-card"
          onPlay={tracking.onPlay}
          onTimeUpdate={({ currentTarget: { currentTime, duration } }) => tracking.onProgress(currentTime, duration)}
          onEnded={({ currentTarget: { duration } }) => tracking.onProgress(duration, duration)}
        >
          <track default kind="captions" src="/demo.vtt" srcLang="en" label="English" />
        </video>
        {!isStarted && (
          <button type="button" onClick={start} className="group absolute inset-0 cursor-pointer rounded-card">
            <img
              src={POSTER}
              alt=""
              width="1120"
              height="700"
              loading="lazy"
              className="absolute inset-0 size-full rounded-card object-cover"
            />
            <span className="key-body key-signal absolute bottom-4 left-3 inline-flex min-h-11 items-center gap-2.5 rounded-key px-4 font-bold font-display sm:min-h-14 sm:gap-3 sm:px-6 sm:text-lead group-active:translate-y-1 sm:bottom-7 sm:left-7">
              <svg viewBox="0 0 16 16" className="size-4 fill-current" aria-hidden="true">
                <path d="M3 1.5v13l11-6.5z" />
              </svg>
              Play the demo
            </span>
          </button>
        )}
      </div>
      <noscript>
        <a href={siteConfig.demoVideoUrl}>Watch the demo</a>
      </noscript>
      <figcaption className="mt-3 text-muted text-note">
        The Linux preview, uncut, with a synthetic voice and a local stand-in for the provider. On a Mac, it’s Cmd
        instead of Ctrl.
      </figcaption>
    </figure>
  );
}

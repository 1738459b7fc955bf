import { useSyncExternalStore } from 'react';

/** Shown while the browser is offline. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <p
      role="alert"
      className="sticky top-0 z-40 bg-solid px-5 py-2.5 text-center font-semibold text-note text-on-solid"
    >
      You are offline. This page works again as soon as you are connected.
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const NAME = 'unauthorized';

/** Notifies the page that the session is over. */
export function raiseUnauthorized(): void {
  window.dispatchEvent(new Event(NAME));
}

/** Subscribes to the event; returns the unsubscribe function. */
export function onUnauthorized(listener: () => void): () => void {
  window.addEventListener(NAME, listener);
  return () => window.removeEventListener(NAME, listener);
}

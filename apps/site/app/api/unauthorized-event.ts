const NAME = 'unauthorized';

/** Notifies the page that the session is over. */
export function raiseUnauthorized(): void {
  window.dispatchEvent(new Event(NAME));
}

/** Returns how to stop listening. */
export function onUnauthorized(listener: () => void): () => void {
  window.addEventListener(NAME, listener);
  return () => window.removeEventListener(NAME, listener);
}

type Navigate = (path: string) => void;

let navigate: Navigate | undefined;

/** Called by the root component, so that code outside of components can navigate. */
export function setNavigate(next: Navigate | undefined): void {
  navigate = next;
}

/** Navigates to a page of this site. */
export function goTo(path: string): void {
  if (navigate === undefined) window.location.assign(path);
  else navigate(path);
}

/**
 * Navigates to an external page whose URL came from the server.
 *
 * @throws TypeError if it isn't an http or https URL
 */
export function leaveTo(url: string): void {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('Not a web address.');
  window.location.assign(href);
}

type Navigate = (path: string) => void;

let navigate: Navigate | undefined;

/** Called by the root, for whatever leads somewhere without being a component. */
export function setNavigate(next: Navigate | undefined): void {
  navigate = next;
}

/** Goes to a page of this site. */
export function goTo(path: string): void {
  if (navigate === undefined) window.location.assign(path);
  else navigate(path);
}

/**
 * Sends the browser to a page elsewhere that the server named.
 *
 * @throws TypeError if that is no web address
 */
export function leaveTo(url: string): void {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('This is no web address.');
  window.location.assign(href);
}

import { URL_SCHEME } from '@workspace/contract/brand';

/** Longer links are ignored; ours are far shorter. */
const MAX_LINK_LENGTH = 4_096;

/** Returns the token of a link that links this computer to an account; undefined for any other text. */
export function setupTokenOf(link: string): string | undefined {
  if (link.length > MAX_LINK_LENGTH || !URL.canParse(link)) return undefined;
  const { protocol, host, username, password, pathname, searchParams } = new URL(link);
  const isSetup = protocol === `${URL_SCHEME}:` && host === 'setup' && (pathname === '' || pathname === '/');
  if (!isSetup || username !== '' || password !== '') return undefined;
  const tokens = searchParams.getAll('token');
  return tokens.length === 1 && tokens[0] !== '' ? tokens[0] : undefined;
}

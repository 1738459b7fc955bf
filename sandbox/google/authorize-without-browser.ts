import type { Account } from './accounts.ts';
import { formOf } from './choice.ts';

/** A sign-in that the provider refused without redirecting back to the site. */
export class AuthorizationRefused extends Error {
  override readonly name = 'AuthorizationRefused';
}

/**
 * Signs in as a browser would, from the authorization URL to the redirect back to the site.
 *
 * @param cookies the browser's cookies from earlier visits; updated by this one
 * @returns the address at the site, with the code or the error
 * @throws AuthorizationRefused if the provider shows an error page instead
 */
export async function authorizeWithoutBrowser(
  authorizationUrl: string,
  account: Account | undefined,
  cookies = new Map<string, string>(),
): Promise<string> {
  const { origin } = new URL(authorizationUrl);

  const follow = async (address: string, form?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form && { method: 'POST', body: form }),
    });
    await response.body?.cancel();
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new AuthorizationRefused(`the provider refused the request with ${response.status}`);
    return new URL(location, address).href;
  };

  const page = await follow(authorizationUrl);
  if (new URL(page).origin !== origin) return page;
  return follow(await follow(page, formOf(account)));
}

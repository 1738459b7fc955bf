const KEY = 'jwtToken';

/** Where the access token is kept. */
export interface AccessTokens {
  read(): string | null;
  store(token: string): void;
  clear(): void;
}

/** That of this browser, shared by its tabs. */
export const accessTokens: AccessTokens = {
  read: () => localStorage.getItem(KEY),
  store: (token) => localStorage.setItem(KEY, token),
  clear: () => localStorage.removeItem(KEY),
};

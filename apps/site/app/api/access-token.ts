const KEY = 'jwtToken';

/** Storage of the access token. */
export interface AccessTokens {
  read(): string | null;
  store(token: string): void;
  clear(): void;
}

/** The access token in localStorage, shared by all tabs. */
export const accessTokens: AccessTokens = {
  read: () => localStorage.getItem(KEY),
  store: (token) => localStorage.setItem(KEY, token),
  clear: () => localStorage.removeItem(KEY),
};

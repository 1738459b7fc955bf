import { z } from 'zod';
import type { SecretStore } from '../platform.ts';

const NAME = 'account';
const secretSchema = z.object({ account: z.string(), refreshToken: z.string() });

/**
 * The refresh token in the secret store, with its account: after a crash it is never mistaken for another account's.
 */
export class RefreshTokenSecret {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** Returns an account's token; undefined if there is none, or it can't be read. Never rejects. */
  async find(account: string): Promise<string | undefined> {
    try {
      const { data } = secretSchema.safeParse(JSON.parse((await this.#secrets.get(NAME)) ?? 'null'));
      return data?.account === account ? data.refreshToken : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores a token, replacing the previous one. Rejects if that fails. */
  async keep(account: string, refreshToken: string): Promise<void> {
    await this.#secrets.set(NAME, JSON.stringify({ account, refreshToken }));
  }

  /** Rejects if that fails. */
  async remove(): Promise<void> {
    await this.#secrets.set(NAME, undefined);
  }
}

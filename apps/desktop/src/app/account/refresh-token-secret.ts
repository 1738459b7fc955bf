import { z } from 'zod';
import type { SecretStore } from '../platform.ts';

const NAME = 'account';
const secretSchema = z.object({ account: z.string(), refreshToken: z.string() });

/** The refresh token in the secret store, with the account that it is for: after a crash it is taken for no other. */
export class RefreshTokenSecret {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** The token of an account; undefined if there is none, or it can't be read. Never rejects. */
  async find(account: string): Promise<string | undefined> {
    try {
      const { data } = secretSchema.safeParse(JSON.parse((await this.#secrets.get(NAME)) ?? 'null'));
      return data?.account === account ? data.refreshToken : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps it in place of a former one. Rejects if that fails. */
  async keep(account: string, refreshToken: string): Promise<void> {
    await this.#secrets.set(NAME, JSON.stringify({ account, refreshToken }));
  }

  /** Rejects if that fails. */
  async remove(): Promise<void> {
    await this.#secrets.set(NAME, undefined);
  }
}

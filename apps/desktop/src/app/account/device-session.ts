import { endSession, listSessions, refreshDevice } from '@workspace/contract/auth';
import type { Call, CallData, CallInput } from '@workspace/contract/call';
import type { Clock } from '@workspace/speech/clock';
import { type AccountServer, RefusedError, UnavailableError } from './account-server.ts';

/** Time limits of calls and lifetimes of tokens, in milliseconds. */
const SESSION = {
  callLimitMs: 15_000,
  /** Within ten seconds, the same refresh token yields the same successor: both attempts must arrive in that time. */
  refreshLimitMs: 4_000,
  refreshAttempts: 2,
  /** Access tokens are valid for fifteen minutes. */
  accessTokenMs: 14 * 60_000,
  /** Limit of each call of a sign-out. */
  endLimitMs: 3_000,
} as const;

const UNAUTHORIZED = 401;

/** The server has ended the session: signed out on the site, expired, or used by someone else. */
export class SessionEndedError extends Error {
  constructor() {
    super('The session has ended.');
    this.name = 'SessionEndedError';
  }
}

export interface DeviceSessionPorts {
  server: AccountServer;
  clock: Clock;
}

/** Stores a refresh token where a restart finds it. Rejects if that fails. */
export type KeepToken = (refreshToken: string) => Promise<void>;

/**
 * This computer's session with the server. The access token is only in memory; the refresh token is replaced on each
 * use, and its successor is stored before it can be used.
 */
export class DeviceSession {
  readonly #ports: DeviceSessionPorts;
  #refreshToken: string;
  #access: { token: string; obtainedAt: number } | undefined;
  #refreshing: Promise<string> | undefined;
  #keep: KeepToken | undefined;
  #isKept = false;
  #hasEnded = false;

  /**
   * `token`: an access token issued along with the refresh token. `keep`: how the refresh token is already being
   * stored.
   */
  constructor(
    ports: DeviceSessionPorts,
    { refreshToken, token }: { refreshToken: string; token?: string },
    keep?: KeepToken,
  ) {
    this.#ports = ports;
    this.#refreshToken = refreshToken;
    this.#keep = keep;
    this.#isKept = keep !== undefined;
    if (token !== undefined) this.#access = { token, obtainedAt: ports.clock.now() };
  }

  /** Stores the refresh token, and from now on each one that replaces it. Never rejects: see `isKept`. */
  async keepBy(keep: KeepToken): Promise<void> {
    this.#keep = keep;
    await this.#keepToken();
  }

  /** Stops storing tokens, since another session takes over. */
  letGo(): void {
    this.#keep = undefined;
  }

  /** Whether a restart would find the refresh token. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /**
   * Makes a call on the user's behalf. Rejects with a `SessionEndedError`, a `RefusedError` or an `UnavailableError`;
   * after the last, the same call may be retried later.
   */
  async call<C extends Call>(
    call: C,
    input: CallInput<C>,
    limitMs: number = SESSION.callLimitMs,
  ): Promise<CallData<C>> {
    const { server } = this.#ports;
    const token = this.#accessToken() ?? (await this.#refresh());
    try {
      return await server.call(call, input, { token, limitMs });
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
    // The token expired early, or the session has ended: a refresh tells which.
    if (this.#access?.token === token) this.#access = undefined;
    try {
      return await server.call(call, input, { token: this.#accessToken() ?? (await this.#refresh()), limitMs });
    } catch (error) {
      throw isUnauthorized(error) ? new UnavailableError('The server refused a token that it had just issued.') : error;
    }
  }

  /** Ends the session on the server, if that works within a few seconds. Never rejects. */
  async end(): Promise<void> {
    try {
      const sessions = await this.call(listSessions, {}, SESSION.endLimitMs);
      const own = sessions.find(({ isCurrent }) => isCurrent);
      if (own) await this.call(endSession, { params: { id: own.id } }, SESSION.endLimitMs);
    } catch {
      // It has ended already, or the server can't be reached: then it expires there on its own.
    }
    this.#hasEnded = true;
  }

  /**
   * Resolves once no refresh token is being replaced: the stored one is then the server's current one. Never rejects.
   */
  async settled(): Promise<void> {
    await this.#refreshing?.catch(() => {});
  }

  #accessToken(): string | undefined {
    if (this.#hasEnded) throw new SessionEndedError();
    const age = this.#ports.clock.now() - (this.#access?.obtainedAt ?? 0);
    return age < SESSION.accessTokenMs ? this.#access?.token : undefined;
  }

  /** Gets a new access token; concurrent callers share it. */
  #refresh(): Promise<string> {
    this.#refreshing ??= this.#replaceTokens().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #replaceTokens(): Promise<string> {
    const { token, refreshToken } = await this.#askForTokens();
    this.#refreshToken = refreshToken;
    this.#isKept = false;
    await this.#keepToken();
    this.#access = { token, obtainedAt: this.#ports.clock.now() };
    return token;
  }

  async #askForTokens(): Promise<CallData<typeof refreshDevice>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const body = { refreshToken: this.#refreshToken };
        return await this.#ports.server.call(refreshDevice, { body }, { limitMs: SESSION.refreshLimitMs });
      } catch (error) {
        if (error instanceof RefusedError) {
          this.#hasEnded = true;
          throw new SessionEndedError();
        }
        // The answer may have been lost: if the server has already replaced the token, the retry must come soon.
        if (attempt === SESSION.refreshAttempts) throw error;
      }
    }
  }

  async #keepToken(): Promise<void> {
    try {
      await this.#keep?.(this.#refreshToken);
      this.#isKept = this.#keep !== undefined;
    } catch {
      this.#isKept = false;
    }
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RefusedError && error.status === UNAUTHORIZED;
}

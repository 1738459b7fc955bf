import { endSession, listSessions, refreshDevice } from '@workspace/contract/auth';
import type { Call, CallData, CallInput } from '@workspace/contract/call';
import type { Clock } from '@workspace/speech/clock';
import { type AccountServer, RefusedError, UnavailableError } from './account-server.ts';

/** How long calls may take, and tokens last, in milliseconds. */
const SESSION = {
  callLimitMs: 15_000,
  /** The same refresh token gets the same successor within ten seconds: both attempts must arrive in that time. */
  refreshLimitMs: 4_000,
  refreshAttempts: 2,
  /** Access tokens are good for fifteen minutes. */
  accessTokenMs: 14 * 60_000,
  /** Each call of a sign-out. */
  endLimitMs: 3_000,
} as const;

const UNAUTHORIZED = 401;

/** The server has ended the session: signed out from the site, run out, or used by somebody else. */
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

/** Keeps a refresh token where a restart finds it. Rejects if that fails. */
export type KeepToken = (refreshToken: string) => Promise<void>;

/**
 * This computer's session with the server. The access token is in memory only; the refresh token is replaced at each
 * use, and kept before it can be used itself.
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
   * `token`: an access token that was given along with the refresh token. `keep`: how the refresh token has been kept
   * already.
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

  /** Keeps the refresh token from now on, and each that replaces it. Never rejects: see `isKept`. */
  async keepBy(keep: KeepToken): Promise<void> {
    this.#keep = keep;
    await this.#keepToken();
  }

  /** Keeps nothing any more, since another session takes its place. */
  letGo(): void {
    this.#keep = undefined;
  }

  /** Whether a restart would find the refresh token. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /**
   * Makes a call in the user's name. Rejects with a `SessionEndedError`, a `RefusedError` or an `UnavailableError`; after
   * the last one the same call may be made again later.
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
    // The token has run out before its time, or the session has ended: a refresh shows which.
    if (this.#access?.token === token) this.#access = undefined;
    try {
      return await server.call(call, input, { token: this.#accessToken() ?? (await this.#refresh()), limitMs });
    } catch (error) {
      throw isUnauthorized(error) ? new UnavailableError('The server does not take its own token.') : error;
    }
  }

  /** Ends the session at the server, if that works within a few seconds. Never rejects. */
  async end(): Promise<void> {
    try {
      const sessions = await this.call(listSessions, {}, SESSION.endLimitMs);
      const own = sessions.find(({ isCurrent }) => isCurrent);
      if (own) await this.call(endSession, { params: { id: own.id } }, SESSION.endLimitMs);
    } catch {
      // It has ended already, or the server can't be reached: then it runs out there by itself.
    }
    this.#hasEnded = true;
  }

  /** Resolves when no refresh token is being replaced: the one that is kept is the server's then. Never rejects. */
  async settled(): Promise<void> {
    await this.#refreshing?.catch(() => {});
  }

  #accessToken(): string | undefined {
    if (this.#hasEnded) throw new SessionEndedError();
    const age = this.#ports.clock.now() - (this.#access?.obtainedAt ?? 0);
    return age < SESSION.accessTokenMs ? this.#access?.token : undefined;
  }

  /** A new access token; those who ask at the same time get the same. */
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
        // The answer may have been lost on its way, and what the server replaced must be asked for again soon.
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

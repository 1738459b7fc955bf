import type { Session } from '@workspace/contract/auth';
import { FAILURES, type FailureCode } from '@workspace/contract/failures';
import { BETA_ALLOWANCE, type Entitlement, type UsageEntry, type UsageReceipt } from '@workspace/contract/usage';
import type { Fetch } from '../account/account-server.ts';

const ACCESS_TOKEN_MS = 15 * 60_000;
const REUSE_WINDOW_MS = 10_000;

/**
 * What happens to a request on its way: it or its answer may be lost, delayed or duplicated, be refused for now, or be
 * answered by a proxy.
 */
export type Fate =
  | 'answered'
  | 'request-lost'
  | 'answer-lost'
  | 'arrives-twice'
  | 'held'
  | 'too-many-requests'
  | 'proxy-error'
  | 'html';

interface DeviceSession {
  id: string;
  userId: string;
  generation: number;
  /** When each generation was replaced. */
  replacedAt: number[];
}

interface CountedEntry extends UsageEntry {
  userId: string;
}

interface FakeRequest {
  method: string;
  path: string;
  body: unknown;
  token: string | undefined;
}

class Refusal extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

/**
 * The server in memory, as far as the app calls it: sessions with rotating tokens, usage that counts each id once, and
 * entitlements; over a network that does what the test says.
 */
export class FakeServer {
  /** Whether anything arrives. */
  isOnline = true;
  limitSeconds: number | null = 3_600;
  readonly standardUsers = new Set<string>();
  readonly counted = new Map<string, CountedEntry>();
  /** Ids rejected individually. */
  readonly rejectedIds = new Set<string>();
  readonly sessions = new Map<string, DeviceSession>();
  /** Every request that arrived, as `METHOD /path`, oldest first. */
  readonly arrived: string[] = [];
  /** The last device that introduced itself. */
  device: unknown;
  readonly #now: () => number;
  readonly #setupTokens = new Map<string, string>();
  readonly #accessTokens = new Map<string, { sessionId: string; issuedAt: number }>();
  readonly #fates: Fate[] = [];
  #held: (() => void)[] = [];
  #tokens = 0;

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns a new setup link for a user. */
  linkOf(userId: string): string {
    const token = this.#newToken('setup');
    this.#setupTokens.set(token, userId);
    return `saykey://setup?token=${token}`;
  }

  /** Sets the fates of the next requests; later ones are answered. */
  destine(...fates: Fate[]): void {
    this.#fates.push(...fates);
  }

  /** Releases the answers held back. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  /** Forgets what a client that is gone still waits for, and the fates set for its requests. */
  disconnect(): void {
    this.#held = [];
    this.#fates.length = 0;
  }

  /** Signs out all of a user's devices, as from the site. */
  endSessionsOf(userId: string): void {
    for (const { id, userId: owner } of this.sessions.values()) if (owner === userId) this.sessions.delete(id);
  }

  /** Returns all seconds ever counted for a user. */
  secondsOf(userId: string): number {
    const own = [...this.counted.values()].filter((entry) => entry.userId === userId);
    return own.reduce((total, { seconds }) => total + seconds, 0);
  }

  readonly fetch: Fetch = async (url, { method, headers, body, signal }) => {
    const { Authorization: authorization } = headers as { Authorization?: string };
    const request: FakeRequest = {
      method,
      path: new URL(url).pathname,
      body: body === undefined ? undefined : JSON.parse(body),
      token: authorization?.replace('Bearer ', ''),
    };
    const fate = this.isOnline ? (this.#fates.shift() ?? 'answered') : 'request-lost';
    if (fate === 'request-lost') throw new TypeError('fetch failed');
    if (fate === 'too-many-requests') {
      const { status, message } = FAILURES[fate];
      return { status, json: async () => ({ errors: [message] }) };
    }
    if (fate === 'proxy-error') return { status: 403, json: async () => JSON.parse('<html>') };
    if (fate === 'html') return { status: 200, json: async () => JSON.parse('<html>') };
    const answer = this.#answer(request);
    if (fate === 'answer-lost') throw new TypeError('fetch failed');
    if (fate === 'held')
      await new Promise<void>((resolve, reject) => {
        this.#held.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    return fate === 'arrives-twice' ? this.#answer(request) : answer;
  };

  #answer(request: FakeRequest): Awaited<ReturnType<Fetch>> {
    this.arrived.push(`${request.method} ${request.path}`);
    try {
      const data = this.#serve(request);
      return { status: 200, json: async () => structuredClone({ data }) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = FAILURES[error.code];
      return { status, json: async () => ({ errors: [message] }) };
    }
  }

  #serve({ method, path, body, token }: FakeRequest): unknown {
    switch (`${method} ${path}`) {
      case 'POST /auth/setup-token/exchange':
        return this.#exchange(body as { setupToken: string; device: unknown });
      case 'POST /auth/device/refresh':
        return this.#refresh((body as { refreshToken: string }).refreshToken);
      case 'GET /auth/me': {
        const id = this.#caller(token).userId;
        return { id, email: emailOf(id), createdAt: new Date(0).toISOString(), subscription: null };
      }
      case 'GET /auth/sessions':
        return this.#list(this.#caller(token));
      case 'POST /usage':
        return this.#count(this.#caller(token).userId, (body as { entries: UsageEntry[] }).entries);
      case 'GET /entitlement':
        return this.#entitlement(this.#caller(token).userId);
      default: {
        const id = path.replace('/auth/sessions/', '');
        this.#caller(token);
        if (method !== 'DELETE' || !this.sessions.delete(id)) throw new Refusal('not-found');
        return { id };
      }
    }
  }

  #exchange({ setupToken, device }: { setupToken: string; device: unknown }) {
    const userId = this.#setupTokens.get(setupToken);
    if (userId === undefined) throw new Refusal('invalid-setup-token');
    this.#setupTokens.delete(setupToken);
    this.device = device;
    const session = { id: this.#newId(), userId, generation: 0, replacedAt: [] };
    this.sessions.set(session.id, session);
    return this.#tokensOf(session);
  }

  #refresh(refreshToken: string) {
    const [, id = '', generation = ''] = /^refresh_(.+)_(\d+)$/.exec(refreshToken) ?? [];
    const session = this.sessions.get(id);
    if (session === undefined) throw new Refusal('session-ended');
    const replacedAt = session.replacedAt[Number(generation)];
    if (replacedAt === undefined) {
      session.replacedAt.push(this.#now());
      session.generation += 1;
    } else if (this.#now() - replacedAt > REUSE_WINDOW_MS) {
      this.sessions.delete(id);
      throw new Refusal('session-ended');
    }
    return this.#tokensOf(session);
  }

  #tokensOf({ id, generation }: DeviceSession) {
    const token = this.#newToken('access');
    this.#accessTokens.set(token, { sessionId: id, issuedAt: this.#now() });
    return { token, refreshToken: `refresh_${id}_${generation}` };
  }

  #caller(token: string | undefined): DeviceSession {
    const access = this.#accessTokens.get(token ?? '');
    if (access === undefined || this.#now() - access.issuedAt >= ACCESS_TOKEN_MS) throw new Refusal('not-signed-in');
    const session = this.sessions.get(access.sessionId);
    if (session === undefined) throw new Refusal('session-ended');
    return session;
  }

  #list(caller: DeviceSession): Session[] {
    const time = new Date(0).toISOString();
    return [...this.sessions.values()]
      .filter(({ userId }) => userId === caller.userId)
      .map(({ id }) => ({
        id,
        kind: 'device',
        name: 'A computer',
        platform: null,
        appVersion: null,
        createdAt: time,
        lastUsedAt: time,
        isCurrent: id === caller.id,
      }));
  }

  #count(userId: string, entries: readonly UsageEntry[]): UsageReceipt {
    const receipt: UsageReceipt = { accepted: 0, duplicates: 0, rejected: [] };
    for (const entry of entries) {
      if (this.rejectedIds.has(entry.id)) receipt.rejected.push({ id: entry.id, reason: 'timezone is no name' });
      else if (this.counted.has(entry.id)) receipt.duplicates += 1;
      else {
        this.counted.set(entry.id, { ...entry, userId });
        receipt.accepted += 1;
      }
    }
    return receipt;
  }

  #entitlement(userId: string): Entitlement {
    const recent = [...this.counted.values()].filter(
      (entry) => entry.userId === userId && Date.parse(entry.startedAt) > this.#now() - BETA_ALLOWANCE.windowMs,
    );
    const isStandard = this.standardUsers.has(userId);
    const oldest = Math.min(...recent.map(({ startedAt }) => Date.parse(startedAt)));
    const isLimited = !isStandard && this.limitSeconds !== null;
    return {
      plan: isStandard ? 'standard' : 'beta',
      limitSeconds: isStandard ? null : this.limitSeconds,
      usedSeconds: recent.reduce((total, { seconds }) => total + seconds, 0),
      resetsAt: isLimited && recent.length > 0 ? new Date(oldest + BETA_ALLOWANCE.windowMs).toISOString() : null,
    };
  }

  #newToken(kind: string): string {
    this.#tokens += 1;
    return `canary-${kind}-${this.#tokens}`;
  }

  #newId(): string {
    this.#tokens += 1;
    return `00000000-0000-4000-9000-${String(this.#tokens).padStart(12, '0')}`;
  }
}

/** Returns the email address of a simulated user. */
export function emailOf(userId: string): string {
  return `${userId.slice(-1)}@example.com`;
}

/** The users in these tests. */
export const ANNA = '00000000-0000-4000-a000-00000000000a';
export const BERT = '00000000-0000-4000-a000-00000000000b';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../clock.ts';
import { Failure } from '../failure.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { readRefreshToken, rotateSession, SESSION } from './sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** How a session should behave, without a database and in the words of the design. */
class ModelSession {
  /** When the token of each generation was first used; the newest hasn't been used yet. */
  readonly #usedAt: number[] = [];
  readonly #startedAt: number;
  #expiresAt: number;
  #isEnded = false;

  constructor(now: number) {
    this.#startedAt = now;
    this.#expiresAt = now + SESSION.idleMs;
  }

  get newest(): number {
    return this.#usedAt.length;
  }

  /** Returns the generation whose token is given in exchange for another's; undefined if it is refused. */
  refresh(generation: number, now: number): number | undefined {
    if (this.#isEnded || now >= this.#expiresAt) return undefined;
    const usedAt = this.#usedAt[generation];
    if (usedAt === undefined) {
      this.#usedAt.push(now);
      this.#expiresAt = Math.min(now + SESSION.idleMs, this.#startedAt + SESSION.absoluteMs);
    } else if (now - usedAt > SESSION.reuseWindowMs) {
      this.#isEnded = true;
      return undefined;
    }
    return this.newest;
  }
}

type Step = { wait: number } | { /** How many generations before the newest. */ back: number; times: number };

const wait = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 11 * SECOND_MS }) },
  { weight: 1, arbitrary: fc.constantFrom(SESSION.reuseWindowMs, SESSION.reuseWindowMs + 1) },
  { weight: 3, arbitrary: fc.constantFrom(HOUR_MS, 29 * DAY_MS, SESSION.idleMs - 1, SESSION.idleMs) },
);
const back = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 4 }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ wait }),
  fc.record({ back, times: fc.integer({ min: 1, max: 3 }) }),
);

test('A session follows its model through any history of refreshes and waits', async () => {
  const { services, clock } = server;
  /** Returns the generation of the token that a refresh gives; undefined if it is refused. */
  const refresh = async (sessionId: string, generation: number) => {
    try {
      const { refreshToken } = await rotateSession(services, { sessionId, generation }, 'browser');
      return readRefreshToken(services.keys, refreshToken)?.generation;
    } catch (error) {
      if (error instanceof Failure && error.code === 'session-ended') return undefined;
      throw error;
    }
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (history) => {
      const { sessionId } = await createUser(server);
      const model = new ModelSession(clock.now().getTime());
      for (const next of history) {
        if ('wait' in next) {
          clock.advance(next.wait);
          continue;
        }
        const generation = Math.max(0, model.newest - next.back);
        // At the same time: their order makes no difference to what they are given.
        const given = await Promise.all(Array.from({ length: next.times }, () => refresh(sessionId, generation)));
        const expected = given.map(() => model.refresh(generation, clock.now().getTime()));
        expect(given).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

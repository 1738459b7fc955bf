import { Writable } from 'node:stream';
import { FAILURES, type FailureCode } from '@workspace/contract/failures';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import fc from 'fast-check';
import Fastify from 'fastify';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { Failure, type FailureDetails } from '../failure.ts';
import { answerFailures } from './answer-failures.ts';
import { logOptions } from './log.ts';

const CANARY = 'canary-2c9d';

/** Returns the answer to a call that throws this, and what is logged. */
async function answerTo(thrown: unknown) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = Fastify({ logger: { ...logOptions('error'), stream } });
  answerFailures(app);
  app.get('/', () => Promise.reject(thrown));
  const response = await app.inject('/');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  return {
    status: response.statusCode,
    errors: response.json().errors as string[],
    retryAfter: response.headers['retry-after'],
    log: lines.join(''),
  };
}

/** A PostgreSQL error, as Drizzle passes it on. */
function databaseError(code: string, constraint?: string): Error {
  const error = new pg.DatabaseError(`${CANARY} violates`, 10, 'error');
  return new DrizzleQueryError('select', [CANARY], Object.assign(error, { code, constraint, detail: CANARY }));
}

test('Every failure is answered with its status and message', async () => {
  for (const [code, { status, message }] of Object.entries(FAILURES)) {
    expect(await answerTo(new Failure(code as FailureCode))).toMatchObject({ status, errors: [message] });
  }
});

test.each<[FailureDetails, object]>([
  [{ messages: ['One.', 'Other.'] }, { errors: ['One.', 'Other.'], retryAfter: undefined }],
  [{ retryAfterSeconds: 7 }, { errors: [FAILURES.busy.message], retryAfter: '7' }],
  [{ cause: new Error(CANARY) }, { errors: [FAILURES.busy.message] }],
])('A failure may carry details: %j', async (details, answer) => {
  expect(await answerTo(new Failure('busy', details))).toMatchObject({ status: 503, ...answer });
});

test('Only failures that are not the caller’s fault are logged', async () => {
  expect((await answerTo(new Failure('not-found'))).log).toBe('');
  expect((await answerTo(new Failure('internal', { cause: new RangeError('It broke.') }))).log).toContain('RangeError');
  expect((await answerTo(new TypeError('It broke.'))).log).toContain('It broke.');
});

test('Being busy is not logged: in a flood, logging would be most of the work', async () => {
  expect((await answerTo(new Failure('busy', { retryAfterSeconds: 2 }))).log).toBe('');
});

test('Whatever is thrown, the response discloses nothing about it', async () => {
  const thing = fc.oneof(
    fc.string().map((text) => new Error(`${CANARY}${text}`)),
    fc.string().map((text) => `${CANARY}${text}`),
    fc.integer(),
    fc.constantFrom(null, undefined, {}, [], Object.create(null)),
    // Shaped like the errors of other services.
    fc.record({ statusCode: fc.integer({ min: 0, max: 999 }), code: fc.string(), message: fc.constant(CANARY) }),
    fc
      .record({ statusCode: fc.integer({ min: 400, max: 499 }), code: fc.constantFrom('resource_missing', 'EPERM') })
      .map((values) => Object.assign(new Error(CANARY), values)),
  );
  await fc.assert(
    fc.asyncProperty(thing, async (thrown) => {
      const { status, errors } = await answerTo(thrown);
      expect({ status, errors }).toEqual({ status: 500, errors: [FAILURES.internal.message] });
    }),
  );
});

describe('The database', () => {
  test.each([
    ['is shutting down', databaseError('57P01')],
    ['has crashed', databaseError('57P02')],
    ['is starting', databaseError('57P03')],
    ['took too long', databaseError('57014')],
    ['deadlocked', databaseError('40P01')],
    ['has no connections left', databaseError('53300')],
    ['has no disk space left', databaseError('53100')],
    ['broke the connection', databaseError('08006')],
    ['does not listen', Object.assign(new Error(CANARY), { code: 'ECONNREFUSED' })],
    ['has no socket', Object.assign(new Error(CANARY), { code: 'ENOENT' })],
    ['ended the connection', new Error('Connection terminated unexpectedly')],
    ['does not answer', new Error('timeout exceeded when trying to connect')],
  ])('causes a response that asks to try again soon if it %s', async (_, error) => {
    expect(await answerTo(new Error('Failed', { cause: error }))).toMatchObject({
      status: 503,
      errors: [FAILURES.unavailable.message],
      retryAfter: '2',
    });
  });

  test('causes an internal error that discloses nothing if it rejects our query', async () => {
    const { status, errors, log } = await answerTo(databaseError('42601'));
    expect({ status, errors }).toEqual({ status: 500, errors: [FAILURES.internal.message] });
    expect(log).toContain('42601');
    expect(log).not.toContain(CANARY);
  });

  test('causes an invalid-input response if it cannot store the text', async () => {
    expect(await answerTo(databaseError('22021'))).toMatchObject({
      status: 400,
      errors: [FAILURES['invalid-input'].message],
      log: '',
    });
  });

  test('causes a session-ended response if the user no longer exists', async () => {
    expect(await answerTo(databaseError('23503', 'usage_entries_user_id_users_id_fk'))).toMatchObject({
      status: 401,
      errors: [FAILURES['session-ended'].message],
    });
    expect(await answerTo(databaseError('23503', 'other_fk'))).toMatchObject({ status: 500 });
  });
});

test('An unknown address is answered as not found', async () => {
  const app = Fastify();
  answerFailures(app);
  const response = await app.inject(`/${CANARY}`);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ errors: [FAILURES['not-found'].message] });
});

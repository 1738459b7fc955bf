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

test('Every failure is answered with its status and words', async () => {
  for (const [code, { status, message }] of Object.entries(FAILURES)) {
    expect(await answerTo(new Failure(code as FailureCode))).toMatchObject({ status, errors: [message] });
  }
});

test.each<[FailureDetails, object]>([
  [{ messages: ['One.', 'Other.'] }, { errors: ['One.', 'Other.'], retryAfter: undefined }],
  [{ retryAfterSeconds: 7 }, { errors: [FAILURES.busy.message], retryAfter: '7' }],
  [{ cause: new Error(CANARY) }, { errors: [FAILURES.busy.message] }],
])('A failure may say more: %j', async (details, answer) => {
  expect(await answerTo(new Failure('busy', details))).toMatchObject({ status: 503, ...answer });
});

test('What is not the caller’s doing is logged; what is, is not', async () => {
  expect((await answerTo(new Failure('not-found'))).log).toBe('');
  expect((await answerTo(new Failure('internal', { cause: new RangeError('It broke.') }))).log).toContain('RangeError');
  expect((await answerTo(new TypeError('It broke.'))).log).toContain('It broke.');
});

test('Being busy is not logged: in a flood, telling of each refusal would be the most of the work', async () => {
  expect((await answerTo(new Failure('busy', { retryAfterSeconds: 2 }))).log).toBe('');
});

test('Whatever is thrown, nothing of it is disclosed', async () => {
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
    ['that shuts down', databaseError('57P01')],
    ['that crashed', databaseError('57P02')],
    ['that starts', databaseError('57P03')],
    ['that took too long', databaseError('57014')],
    ['that deadlocked with another', databaseError('40P01')],
    ['that has no connection left', databaseError('53300')],
    ['that has no room left', databaseError('53100')],
    ['that broke the connection', databaseError('08006')],
    ['that does not listen', Object.assign(new Error(CANARY), { code: 'ECONNREFUSED' })],
    ['whose socket is not there', Object.assign(new Error(CANARY), { code: 'ENOENT' })],
    ['that ended the connection', new Error('Connection terminated unexpectedly')],
    ['that does not answer', new Error('timeout exceeded when trying to connect')],
  ])('%s: come back soon', async (_, error) => {
    expect(await answerTo(new Error('Failed', { cause: error }))).toMatchObject({
      status: 503,
      errors: [FAILURES.unavailable.message],
      retryAfter: '2',
    });
  });

  test('that refuses what we ask is our fault, and its words stay here, values and all', async () => {
    const { status, errors, log } = await answerTo(databaseError('42601'));
    expect({ status, errors }).toEqual({ status: 500, errors: [FAILURES.internal.message] });
    expect(log).toContain('42601');
    expect(log).not.toContain(CANARY);
  });

  test('that cannot hold a text: what was sent is wrong', async () => {
    expect(await answerTo(databaseError('22021'))).toMatchObject({
      status: 400,
      errors: [FAILURES['invalid-input'].message],
      log: '',
    });
  });

  test('that has no such user any more: the account was deleted meanwhile', async () => {
    expect(await answerTo(databaseError('23503', 'usage_entries_user_id_users_id_fk'))).toMatchObject({
      status: 401,
      errors: [FAILURES['session-ended'].message],
    });
    expect(await answerTo(databaseError('23503', 'other_fk'))).toMatchObject({ status: 500 });
  });
});

test('An address that leads nowhere is answered so', async () => {
  const app = Fastify();
  answerFailures(app);
  const response = await app.inject(`/${CANARY}`);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ errors: [FAILURES['not-found'].message] });
});

import { beforeEach, expect, test } from 'vitest';
import { HTTP } from './limits.ts';
import { AnswerFailure, PatientExchange, textOf } from './patient-exchange.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { FakeTransport } from './testing/fake-transport.ts';
import { NetworkFailure } from './transport.ts';

let clock: FakeClock;
let transport: FakeTransport;

beforeEach(() => {
  clock = new FakeClock();
  transport = new FakeTransport();
});

function start() {
  const exchange = new PatientExchange({ method: 'GET', url: 'https://speech.example', headers: {} }, 1_000, {
    clock,
    transport,
  });
  return { exchange, server: transport.exchanges[0]! };
}

/** Returns the kind of error that an answer ends with, or `none`. */
async function kindOfEnd(exchange: PatientExchange, answer: Promise<unknown>) {
  return await answer.then(
    () => 'none',
    (error: unknown) => exchange.kindOf(error),
  );
}

test('A server that stays silent times out', async () => {
  const { exchange, server } = start();
  const end = kindOfEnd(exchange, exchange.response());
  clock.advance(999);
  expect(server.isCancelled).toBe(false);
  clock.advance(1);
  expect(server.isCancelled).toBe(true);
  expect(await end).toBe('timeout');
});

test('Each sign of life from the server restarts the timeout', async () => {
  const { exchange, server } = start();
  clock.advance(900);
  server.respond(200);
  const { body } = await exchange.response();
  const pieces = body[Symbol.asyncIterator]();
  for (const piece of ['a', 'b', 'c']) {
    clock.advance(900);
    server.write(piece);
    expect(await pieces.next()).toEqual({ done: false, value: piece });
  }
  const end = kindOfEnd(exchange, pieces.next());
  clock.advance(1_000);
  expect(await end).toBe('timeout');
});

test('Each piece of the request that is sent restarts the timeout', async () => {
  const { exchange, server } = start();
  const end = kindOfEnd(exchange, exchange.response());
  for (let piece = 0; piece < 5; piece += 1) {
    clock.advance(900);
    server.takePiece();
  }
  clock.advance(999);
  expect(server.isCancelled).toBe(false);
  clock.advance(1);
  expect(await end).toBe('timeout');
});

test('A broken connection is a network error, before the response and in the body', async () => {
  const { exchange, server } = start();
  server.fail(new NetworkFailure('Reset.'));
  expect(await kindOfEnd(exchange, exchange.response())).toBe('network');

  const { exchange: second } = start();
  const secondServer = transport.exchanges[1]!;
  secondServer.respond(200);
  const { body } = await second.response();
  secondServer.fail(new NetworkFailure('Reset.'));
  expect(await kindOfEnd(second, textOf(body))).toBe('network');
});

test('A body longer than any text is a protocol error', async () => {
  const { exchange, server } = start();
  server.respond(200);
  const { body } = await exchange.response();
  const reading = textOf(body);
  server.write('x'.repeat(HTTP.maxAnswerCharacters));
  server.write('x');
  await expect(reading).rejects.toThrow(AnswerFailure);
  expect(exchange.kindOf(await reading.catch((error: unknown) => error))).toBe('protocol');
});

test('A canceled exchange leaves no timer', async () => {
  const { exchange, server } = start();
  const end = kindOfEnd(exchange, exchange.response());
  exchange.cancel();
  server.takePiece();
  expect(await end).toBe('network');
  expect(server.isCancelled).toBe(true);
  expect(clock.scheduledCount).toBe(0);
});

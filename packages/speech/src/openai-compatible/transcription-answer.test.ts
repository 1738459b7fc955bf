import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerFailure } from '../patient-exchange.ts';
import { NetworkFailure } from '../transport.ts';
import { readTranscription } from './transcription-answer.ts';

/** Reads an answer that arrives in these pieces. Returns the text or the error, and the partial texts before it. */
async function read(contentType: string | undefined, pieces: string[], failure?: Error) {
  async function* body() {
    yield* pieces;
    if (failure !== undefined) throw failure;
  }
  const partials: string[] = [];
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const result = await readTranscription({ status: 200, headers, body: body() }, (text) => partials.push(text)).catch(
    (error: unknown) => error,
  );
  return { result, partials };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

const delta = (text: string) => event({ type: 'transcript.text.delta', delta: text });
const done = (text: string) => event({ type: 'transcript.text.done', text });

test.each([
  ['application/json', '{"text":" Hello.\\n"}', ' Hello.\n'],
  ['application/json; charset=utf-8', '{"text":"","usage":{"type":"duration"}}', ''],
  [undefined, '{"text":"Hello."}', 'Hello.'],
  ['text/html', '{"text":"Hello."}', 'Hello.'],
  ['text/plain', '{"text":"Hello."}', 'Hello.'],
  ['text/plain; charset=utf-8', 'Hello.\n', 'Hello.\n'],
  ['Text/Plain', '', ''],
])('An answer of type %s with %j has the text %j', async (contentType, body, text) => {
  expect((await read(contentType, [body])).result).toBe(text);
});

test.each([
  ['application/json', 'Hello.'],
  ['application/json', '{"text":1}'],
  ['application/json', '{"text":"Hel'],
  ['application/json', ''],
  ['text/html', '<html>Sign in</html>'],
  ['text/plain', '{"error":"model is loading"}'],
  [undefined, 'Hello.'],
])('An answer of type %s with %j is a protocol error', async (contentType, body) => {
  const { result } = await read(contentType, [body]);
  expect(result).toBeInstanceOf(AnswerFailure);
  expect(result).toHaveProperty('kind', 'protocol');
});

test('A stream gives the text so far with each piece, then the full text', async () => {
  const stream = [delta('Hel'), delta('lo'), done('Hello.')];
  expect(await read('text/event-stream', stream)).toEqual({ result: 'Hello.', partials: ['Hel', 'Hello'] });
});

test('Anything after the end of the text is ignored', async () => {
  const failure = new NetworkFailure('Reset.');
  const stream = [done('Hello.') + done('Twice.') + delta('!'), event({ error: 'x' })];
  expect(await read('text/event-stream', stream, failure)).toEqual({ result: 'Hello.', partials: [] });
});

test('Events may have a name instead of a type, unknown ones are ignored, and the last empty line may be missing', async () => {
  const stream = [
    ': comment\n\n',
    'data: [DONE]\n\n',
    event({ type: 'transcript.text.segment', text: 'Not this.' }),
    event({ type: 'transcript.text.delta', delta: 7, error: null }),
    'data: null\n\n',
    'event: transcript.text.done\ndata: {"text":"Hello."}',
  ];
  expect((await read('text/event-stream', stream)).result).toBe('Hello.');
});

test('A stream that breaks before its end rejects with the failure', async () => {
  const failure = new NetworkFailure('Reset.');
  expect(await read('text/event-stream', [delta('Hel')], failure)).toEqual({ result: failure, partials: ['Hel'] });
});

test('A stream that ends before its text is complete rejects with a network failure', async () => {
  const half = done('Hello.').slice(0, -6);
  expect((await read('text/event-stream', [delta('Hel')])).result).toBeInstanceOf(NetworkFailure);
  expect((await read('text/event-stream', [delta('Hel'), half])).result).toBeInstanceOf(NetworkFailure);
});

test('A stream of unknown events is a protocol error', async () => {
  const { result } = await read('text/event-stream', [event({ text: 'Hello.' })]);
  expect(result).toHaveProperty('kind', 'protocol');
});

test.each([
  [event({ type: 'error', error: { type: 'insufficient_quota', message: 'x' } }), 'quota'],
  [event({ error: { code: 'rate_limit_exceeded' } }), 'rate-limit'],
  ['event: error\ndata: {"message":"boom"}\n\n', 'server'],
  [event({ error: 'boom' }), 'server'],
])('The error %j in a stream has the kind %s', async (error, kind) => {
  const { result, partials } = await read('text/event-stream', [delta('Hel'), error]);
  expect(result).toHaveProperty('kind', kind);
  expect(partials).toEqual(['Hel']);
});

test('A stream gives the same result however it is split', async () => {
  const noise = fc.constantFrom(
    ': ping\n\n',
    'data: [DONE]\n\n',
    'id: 1\r\n\r\n',
    event({ type: 'other' }),
    'junk\n\n',
  );
  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  const lines = fc.array(
    fc.oneof(
      text.map(delta),
      text.map(delta).map((line) => line.replaceAll('\n', '\r\n')),
      noise,
    ),
  );
  const ending = fc.oneof(text.map(done), fc.constant(''), fc.constant(event({ error: { code: 'server_error' } })));
  await fc.assert(
    fc.asyncProperty(lines, ending, fc.array(fc.nat()), async (events, end, cuts) => {
      const stream = events.join('') + end;
      const borders = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort((a, b) => a - b);
      const pieces = borders.slice(1).map((border, index) => stream.slice(borders[index], border));
      expect(await read('text/event-stream', pieces)).toEqual(await read('text/event-stream', [stream]));
    }),
  );
});

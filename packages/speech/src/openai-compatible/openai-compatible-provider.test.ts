import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HTTP } from '../limits.ts';
import type { ProviderOptions, SttConfig, SttEvent } from '../provider.ts';
import { samplesIn } from '../samples.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { type FakeExchange, FakeTransport } from '../testing/fake-transport.ts';
import { countingSamples } from '../testing/recorded-session.ts';
import { expectRules } from '../testing/session-rules.ts';
import { settlePromises } from '../testing/settle-promises.ts';
import { NetworkFailure } from '../transport.ts';
import { createOpenAiCompatibleProvider } from './openai-compatible-provider.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const SSE_TYPE = { 'content-type': 'text/event-stream' };
const SECOND = samplesIn(1_000);

/** A provider on a fake network, and a function that starts sessions and records their events. */
function createProvider(options: Partial<ProviderOptions> = {}) {
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const provider = createOpenAiCompatibleProvider(
    { baseUrl: 'https://speech.example/v1', key: 'secret-key', ...options },
    { clock, transport },
  );
  const start = (config: Partial<SttConfig> = {}) => {
    const events: SttEvent[] = [];
    const session = provider.start({ model: 'whisper-1', languages: [], keywords: [], ...config }, (event) =>
      events.push(event),
    );
    expect(events, 'heard during start()').toEqual([]);
    return { session, events };
  };
  return { clock, transport, provider, start };
}

/** Waits until all pending promise callbacks have run. */

/** The fields of an upload, and the samples in its file. */
function uploadOf({ request }: FakeExchange) {
  const fields: [name: string, value: string][] = [];
  let samples: Int16Array = new Int16Array();
  let file = {};
  for (const field of request.form!) {
    if ('value' in field) fields.push([field.name, field.value]);
    else {
      const { bytes, ...rest } = field;
      file = rest;
      samples = new Int16Array(bytes.buffer, 44);
    }
  }
  return { fields, samples, file };
}

function answer(exchange: FakeExchange, text: string): void {
  exchange.respond(200, JSON_TYPE, JSON.stringify({ text }));
}

test('A cut uploads what was pushed since the last one, and the answer is the text of exactly that', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start();
  session.push(countingSamples(0, SECOND));
  session.push(countingSamples(SECOND, 2 * SECOND));
  session.cut();
  session.push(countingSamples(2 * SECOND, 3 * SECOND));
  session.cut();
  session.push(countingSamples(3 * SECOND, 4 * SECOND));
  session.end();
  const [first, second] = transport.exchanges;
  expect(first!.request).toMatchObject({
    method: 'POST',
    url: 'https://speech.example/v1/audio/transcriptions',
    headers: { authorization: 'Bearer secret-key' },
  });
  expect(uploadOf(first!)).toEqual({
    fields: [
      ['model', 'whisper-1'],
      ['response_format', 'json'],
    ],
    file: { name: 'file', fileName: 'audio.wav', contentType: 'audio/wav' },
    samples: countingSamples(0, 2 * SECOND),
  });
  expect(uploadOf(second!).samples).toEqual(countingSamples(2 * SECOND, 3 * SECOND));
  answer(second!, 'world');
  await settlePromises();
  answer(first!, 'Hello');
  await settlePromises();
  expect(transport.exchanges).toHaveLength(2);
  expect(events).toEqual([
    { type: 'ready' },
    { type: 'final', segment: 'phrase-2', from: 2 * SECOND, to: 3 * SECOND, text: 'world' },
    { type: 'final', segment: 'phrase-1', from: 0, to: 2 * SECOND, text: 'Hello' },
    { type: 'closed' },
  ]);
});

test('A cut without audio uploads nothing', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start();
  await settlePromises();
  session.cut();
  session.push(new Int16Array(0));
  session.cut();
  session.end();
  await settlePromises();
  expect(transport.exchanges).toEqual([]);
  expect(events).toEqual([{ type: 'ready' }, { type: 'closed' }]);
});

test('A pushed array may be reused by the caller', () => {
  const { transport, start } = createProvider();
  const { session } = start();
  const pushed = countingSamples(0, SECOND);
  session.push(pushed);
  pushed.fill(0);
  session.cut();
  expect(uploadOf(transport.exchanges[0]!).samples).toEqual(countingSamples(0, SECOND));
});

test('Audio shorter than servers accept is padded with silence, which is outside of every range', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start();
  session.push(countingSamples(0, 100));
  session.cut();
  const { samples } = uploadOf(transport.exchanges[0]!);
  expect(samples).toHaveLength(samplesIn(HTTP.minFileAudioMs));
  expect(samples.subarray(100).every((sample) => sample === 0)).toBe(true);
  answer(transport.exchanges[0]!, 'a');
  await settlePromises();
  expect(events[1]).toMatchObject({ type: 'final', from: 0, to: 100 });
});

test('At most three uploads run concurrently; the others wait, and count as backlog', async () => {
  const { transport, start } = createProvider();
  const { session } = start();
  for (let count = 0; count < 5; count += 1) {
    session.push(new Int16Array(SECOND));
    session.cut();
  }
  session.push(new Int16Array(SECOND));
  expect(transport.exchanges).toHaveLength(3);
  expect(session.backlogBytes).toBe(2 * 2 * SECOND);
  answer(transport.exchanges[1]!, '');
  await settlePromises();
  expect(transport.exchanges).toHaveLength(4);
  expect(session.backlogBytes).toBe(2 * SECOND);
});

test('Audio too long for one file is split, and its texts are joined in order into one final', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start({ model: 'gpt-transcribe' });
  const length = 501 * SECOND;
  session.push(new Int16Array(length).fill(1_000));
  session.cut();
  session.end();
  const [first, second] = transport.exchanges;
  const lengths = [first!, second!].map((exchange) => uploadOf(exchange).samples.length);
  expect(lengths[0]! + lengths[1]!).toBe(length);
  for (const { request } of transport.exchanges) {
    const bytes = request.form!.reduce((sum, field) => sum + ('bytes' in field ? field.bytes.length : 0), 0);
    expect(bytes).toBeLessThanOrEqual(HTTP.maxFileBytes);
  }
  answer(second!, ' second. ');
  await settlePromises();
  expect(events).toEqual([{ type: 'ready' }]);
  first!.respond(200, SSE_TYPE);
  first!.write('data: {"type":"transcript.text.delta","delta":"Fir"}\n\n');
  await settlePromises();
  first!.write('data: {"type":"transcript.text.done","text":"First."}\n\n');
  await settlePromises();
  expect(events.slice(1)).toEqual([
    { type: 'partial', segment: 'phrase-1', from: 0, text: 'Fir second.', stable: 0 },
    { type: 'final', segment: 'phrase-1', from: 0, to: length, text: 'First. second.' },
    { type: 'closed' },
  ]);
});

test('A streamed answer is emitted as partials while it arrives', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start({ model: 'gpt-transcribe' });
  session.push(countingSamples(0, SECOND));
  session.cut();
  expect(uploadOf(transport.exchanges[0]!).fields).toContainEqual(['stream', 'true']);
  transport.exchanges[0]!.respond(200, SSE_TYPE);
  transport.exchanges[0]!.write('data: {"type":"transcript.text.delta","delta":"Hel"}\n\n');
  await settlePromises();
  transport.exchanges[0]!.write('data: {"type":"transcript.text.done","text":"Hello."}\n\n');
  await settlePromises();
  expect(events.slice(1)).toEqual([
    { type: 'partial', segment: 'phrase-1', from: 0, text: 'Hel', stable: 0 },
    { type: 'final', segment: 'phrase-1', from: 0, to: SECOND, text: 'Hello.' },
  ]);
});

test('Refused parameters are omitted, for the life of the provider and by model once that has worked', async () => {
  const { transport, start } = createProvider();
  const config = { model: 'whisper-large-v3', languages: ['de'], keywords: ['Bö'] };
  const first = start(config);
  first.session.push(new Int16Array(SECOND));
  first.session.cut();
  transport.exchanges[0]!.respond(400, JSON_TYPE, '{"error":{"message":"prompt is not supported"}}');
  await settlePromises();
  transport.exchanges[1]!.respond(422, {}, 'Unprocessable');
  await settlePromises();
  expect(uploadOf(transport.exchanges[2]!).fields).toEqual([
    ['model', 'whisper-large-v3'],
    ['response_format', 'json'],
    ['language', 'de'],
  ]);
  answer(transport.exchanges[2]!, 'Hallo');
  await settlePromises();
  expect(first.events[1]).toMatchObject({ type: 'final', text: 'Hallo' });

  const second = start(config);
  second.session.push(new Int16Array(SECOND));
  second.session.cut();
  expect(uploadOf(transport.exchanges[3]!).fields).toEqual(uploadOf(transport.exchanges[2]!).fields);
  const another = start({ ...config, model: 'another' });
  another.session.push(new Int16Array(SECOND));
  another.session.cut();
  expect(uploadOf(transport.exchanges[4]!).fields).toContainEqual(['stream', 'true']);
});

test('A refusal that persists without the optional parameters is not remembered', async () => {
  const { transport, start } = createProvider();
  const first = start({ model: 'mistyped' });
  first.session.push(new Int16Array(SECOND));
  first.session.cut();
  for (const index of [0, 1]) {
    transport.exchanges[index]!.respond(400, JSON_TYPE, '{"error":{"message":"No such model","param":"model"}}');
    await settlePromises();
  }
  expect(first.events.at(-1)).toMatchObject({ type: 'closed', error: { kind: 'bad-config' } });
  const second = start({ model: 'mistyped' });
  second.session.push(new Int16Array(SECOND));
  second.session.cut();
  expect(uploadOf(transport.exchanges[2]!).fields).toContainEqual(['stream', 'true']);
});

test('A server that streams in its own format is asked again without streaming', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start({ model: 'tiny' });
  session.push(new Int16Array(SECOND));
  session.cut();
  transport.exchanges[0]!.respond(200, SSE_TYPE, 'data: {"text":"Hello."}\n\n');
  await settlePromises();
  expect(uploadOf(transport.exchanges[1]!).fields).not.toContainEqual(['stream', 'true']);
  answer(transport.exchanges[1]!, 'Hello.');
  await settlePromises();
  expect(events[1]).toMatchObject({ type: 'final', text: 'Hello.' });
});

test.each([
  [401, '{"error":{"code":"invalid_api_key"}}', 'auth'],
  [401, '{"error":{"message":"You have insufficient permissions. Missing scopes: x"}}', 'permission'],
  [403, '', 'permission'],
  [402, '', 'quota'],
  [429, '{"error":{"type":"insufficient_quota","code":"credit_balance_exhausted"}}', 'quota'],
  [429, '', 'rate-limit'],
  [400, '', 'bad-config'],
  [404, '', 'bad-config'],
  [413, '', 'bad-config'],
  [415, '', 'bad-config'],
  [302, '', 'bad-config'],
  [408, '', 'timeout'],
  [504, '', 'timeout'],
  [500, '', 'server'],
  [503, '', 'server'],
])('The status %i with the body %j ends the session as %s', async (status, body, kind) => {
  const { transport, start } = createProvider();
  const { session, events } = start();
  session.push(new Int16Array(SECOND));
  session.cut();
  transport.exchanges[0]!.respond(status, { 'retry-after': '3' }, body);
  await settlePromises();
  expect(events.slice(1)).toMatchObject([
    { type: 'closed', error: { kind, code: `http-${status}`, retryAfterMs: 3_000 } },
  ]);
});

test('A refusal whose body breaks off is judged by its status', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start();
  session.push(new Int16Array(SECOND));
  session.cut();
  transport.exchanges[0]!.respond(401);
  transport.exchanges[0]!.fail(new NetworkFailure('Reset.'));
  await settlePromises();
  expect(events.at(-1)).toMatchObject({ type: 'closed', error: { kind: 'auth' } });
});

test('A broken connection ends the session, after the finals received before', async () => {
  const { transport, start } = createProvider();
  const { session, events } = start();
  for (let count = 0; count < 4; count += 1) {
    session.push(new Int16Array(SECOND));
    session.cut();
  }
  answer(transport.exchanges[1]!, 'known');
  await settlePromises();
  transport.exchanges[0]!.fail(new NetworkFailure('Reset.', 'ECONNRESET'));
  answer(transport.exchanges[2]!, 'too late');
  await settlePromises();
  expect(events.slice(1)).toMatchObject([
    { type: 'final', text: 'known' },
    { type: 'closed', error: { kind: 'network', code: 'ECONNRESET' } },
  ]);
  expect(transport.exchanges).toHaveLength(4);
  expect(transport.exchanges[3]!.isCancelled).toBe(true);
});

test('The timeout for the answer depends on the length of the audio, up to a maximum', async () => {
  const { clock, transport, start } = createProvider();
  const { session, events } = start();
  session.push(new Int16Array(20 * SECOND));
  session.cut();
  clock.advance(29_999);
  expect(transport.exchanges[0]!.isCancelled).toBe(false);
  clock.advance(1);
  await settlePromises();
  expect(events.at(-1)).toMatchObject({ type: 'closed', error: { kind: 'timeout' } });

  const long = start();
  long.session.push(new Int16Array(200 * SECOND));
  long.session.cut();
  clock.advance(119_999);
  expect(transport.exchanges[1]!.isCancelled).toBe(false);
  clock.advance(1);
  expect(transport.exchanges[1]!.isCancelled).toBe(true);
});

test('After cancel(), nothing is sent and no event is emitted', async () => {
  const { clock, transport, start } = createProvider();
  const { session, events } = start({ model: 'any' });
  for (let count = 0; count < 4; count += 1) {
    session.push(new Int16Array(SECOND));
    session.cut();
  }
  transport.exchanges[0]!.respond(400, {}, 'stream');
  answer(transport.exchanges[1]!, 'late');
  session.cancel();
  session.cut();
  session.end();
  await settlePromises();
  expect(transport.exchanges).toHaveLength(3);
  expect(transport.exchanges[2]!.isCancelled).toBe(true);
  expect(events).toEqual([]);
  expect(clock.scheduledCount).toBe(0);

  const unused = start();
  unused.session.cancel();
  unused.session.push(new Int16Array(SECOND));
  unused.session.cut();
  await settlePromises();
  expect(transport.exchanges).toHaveLength(3);
  expect(unused.events).toEqual([]);
});

test.each([
  ['http://127.0.0.1:8080/inference', 'http://127.0.0.1:8080/inference'],
  ['https://host/openai/audio/transcriptions', 'https://host/openai/audio/transcriptions'],
  ['http://localhost:8000/v1', 'http://localhost:8000/v1/audio/transcriptions'],
])('With the base URL %s, audio is sent to %s', async (baseUrl, url) => {
  const { transport, start } = createProvider({ baseUrl, key: '' });
  const { session } = start();
  session.push(new Int16Array(SECOND));
  session.cut();
  expect(transport.exchanges[0]!.request).toMatchObject({ url, headers: {} });
  expect(transport.exchanges[0]!.request.headers).not.toHaveProperty('authorization');
});

test('Known hosts have their own models and prices, others a model name that most servers accept', () => {
  const modelsAt = (baseUrl: string) => createProvider({ baseUrl }).provider.models;
  expect(modelsAt('https://api.groq.com/openai/v1')[0]).toMatchObject({ id: 'whisper-large-v3-turbo' });
  expect(modelsAt('https://api.openai.com/v1')[0]).toMatchObject({ id: 'gpt-transcribe', pricePerMinute: 0.0045 });
  const [model] = modelsAt('http://localhost:8000/v1');
  expect(model).toMatchObject({ id: 'whisper-1', caps: { segmentation: 'client', phrases: 'long', live: false } });
  expect(model).not.toHaveProperty('pricePerMinute');
});

test('Every cut gets its own text once, whatever is pushed and cut and in whatever order it is answered', async () => {
  type Step = { type: 'push'; length: number } | { type: 'cut' } | { type: 'answer'; which: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ type: fc.constant('push' as const), length: fc.nat(3_000) }),
    fc.record({ type: fc.constant('cut' as const) }),
    fc.record({ type: fc.constant('answer' as const), which: fc.nat(2) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { transport, start } = createProvider();
      const { session, events } = start();
      const cuts = [0];
      let pushed = 0;
      const unanswered = () => transport.exchanges.filter((exchange) => !answered.has(exchange));
      const answered = new Set<FakeExchange>();
      const answerOne = async (which: number) => {
        const exchange = unanswered()[which % Math.max(1, unanswered().length)];
        if (exchange === undefined) return;
        answered.add(exchange);
        answer(exchange, `from ${uploadOf(exchange).samples[0]}`);
        await settlePromises();
      };
      for (const step of steps) {
        if (step.type === 'push') {
          session.push(countingSamples(pushed, pushed + step.length));
          pushed += step.length;
        } else if (step.type === 'cut') {
          session.cut();
          if (pushed > cuts.at(-1)!) cuts.push(pushed);
        } else {
          await answerOne(step.which);
        }
        expect(unanswered().length).toBeLessThanOrEqual(HTTP.maxUploads);
      }
      session.end();
      while (unanswered().length > 0) await answerOne(0);
      await settlePromises();
      expectRules(events, { pushedSamples: pushed });
      const finals = events.filter((event) => event.type === 'final').sort((a, b) => a.from - b.from);
      expect(finals).toMatchObject(
        cuts.slice(1).map((to, index) => ({ from: cuts[index], to, text: `from ${(cuts[index]! % 32_767) + 1}` })),
      );
      expect(events.at(-1)).toEqual({ type: 'closed' });
    }),
  );
});

test('The session follows the rules and closes, whatever the server and the network do', async () => {
  const contentType = fc.constantFrom('application/json', 'text/event-stream', 'text/plain', 'text/html', '');
  const piece = fc.oneof(
    fc.constantFrom(
      '{"text":"Hello."}',
      '{"text":',
      'data: {"type":"transcript.text.delta","delta":"Hel"}\n\n',
      'data: {"type":"transcript.text.done","text":"Hello."}\n\n',
      'data: {"error":{"code":"server_error"}}\n\n',
      '{"error":{"message":"stream prompt response_format","param":null}}',
    ),
    fc.string(),
  );
  const deed = fc.oneof(
    fc.record({
      type: fc.constant('respond' as const),
      status: fc.constantFrom(200, 204, 302, 400, 401, 422, 429, 500),
      contentType,
      pieces: fc.array(piece, { maxLength: 4 }),
      isWhole: fc.boolean(),
    }),
    fc.record({ type: fc.constant('fail' as const) }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.nat(20_000) }),
  );
  const step = fc.record({ which: fc.nat(3), deed, push: fc.nat(3_000) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { clock, transport, start } = createProvider();
      const { session, events } = start({ model: 'any', prompt: 'A talk.' });
      let pushed = 0;
      for (const { which, deed, push } of steps) {
        session.push(countingSamples(pushed, pushed + push));
        pushed += push;
        session.cut();
        const exchange = transport.exchanges.at(-1 - which);
        if (deed.type === 'wait') {
          clock.advance(deed.ms);
        } else if (deed.type === 'fail') {
          exchange?.fail(new NetworkFailure('Reset.'));
        } else {
          exchange?.respond(deed.status, { 'content-type': deed.contentType });
          for (const piece of deed.pieces) exchange?.write(piece);
          if (deed.isWhole) exchange?.finish();
        }
        await settlePromises();
      }
      session.end();
      await settlePromises();
      while (clock.scheduledCount > 0) {
        clock.advance(HTTP.maxAnswerMs);
        await settlePromises();
      }
      expectRules(events, { pushedSamples: pushed });
      expect(events.at(-1)).toMatchObject({ type: 'closed' });
    }),
  );
});

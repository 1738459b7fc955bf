import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import { NetworkFailure } from '@workspace/speech/transport';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLanguageModel } from './create-language-model.ts';
import type { LanguageModel } from './language-model.ts';
import { MODEL } from './limits.ts';

const KEY = 'sk-secret';
const QUESTION = { instructions: 'Tidy up.', input: 'some words' };
const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' };

let clock: FakeClock;
let transport: FakeTransport;
let model: LanguageModel;

beforeEach(() => {
  clock = new FakeClock();
  transport = new FakeTransport();
  model = createLanguageModel({ baseUrl: 'https://models.example/v1', key: KEY, model: 'm' }, { clock, transport });
});

const last = () => transport.exchanges.at(-1)!;
const sse = (...events: unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const delta = (text: string) => ({ type: 'response.output_text.delta', delta: text });
const chunk = (content: string, finish: string | null = null) => ({
  choices: [{ delta: { content }, finish_reason: finish }],
});
const COMPLETED = { type: 'response.completed', response: { status: 'completed' } };

describe('The Responses API', () => {
  test('is tried first, and told to store nothing', async () => {
    const { text } = model.ask(QUESTION);
    expect(last().request).toEqual({
      method: 'POST',
      url: 'https://models.example/v1/responses',
      headers: { accept: 'text/event-stream', authorization: `Bearer ${KEY}` },
      json: { model: 'm', instructions: 'Tidy up.', input: 'some words', stream: true, store: false },
    });
    last().respond(200, EVENTS, sse(delta('Some '), delta('words.'), COMPLETED));
    expect(await text).toBe('Some words.');
  });

  test('is parsed however the stream is split', async () => {
    const { text } = model.ask(QUESTION);
    last().respond(200, EVENTS);
    for (const character of sse(delta('Größe – '), delta('words.'), COMPLETED)) last().write(character);
    expect(await text).toBe('Größe – words.');
    expect(last().isCancelled).toBe(true);
  });

  test('may answer without streaming', async () => {
    const { text } = model.ask(QUESTION);
    const message = { type: 'message', content: [{ type: 'output_text', text: 'Some words.' }] };
    const body = { status: 'completed', output: [{ type: 'reasoning', summary: [] }, message] };
    last().respond(200, { 'content-type': 'application/json' }, JSON.stringify(body));
    expect(await text).toBe('Some words.');
  });

  test.each([
    ['refused', sse({ type: 'response.refusal.delta', delta: 'I can’t' })],
    ['incomplete', sse(delta('Some'), { type: 'response.incomplete', response: { status: 'incomplete' } })],
    ['incomplete', sse(delta('Some'))],
    ['incomplete', sse(COMPLETED)],
    ['incomplete', 'data: no JSON\n\n'],
    ['incomplete', sse(delta('x'.repeat(MODEL.maxAnswerCharacters + 1)), COMPLETED)],
    ['over-limit', sse({ type: 'error', code: 'rate_limit_exceeded', message: 'Too fast.' })],
    ['over-limit', sse({ type: 'response.failed', response: { error: { code: 'insufficient_quota' } } })],
  ] as const)('reports an unusable response as %s', async (kind, body) => {
    const { text } = model.ask(QUESTION);
    last().respond(200, EVENTS, body);
    await expect(text).rejects.toMatchObject({ kind });
  });
});

describe('The Chat Completions API', () => {
  async function askByChat() {
    const { text } = model.ask(QUESTION);
    last().respond(404, {}, '');
    await expect.poll(() => transport.exchanges.length).toBe(2);
    return text;
  }

  test('is used if the server answers 404, and from then on', async () => {
    const first = model.ask(QUESTION);
    last().respond(404, {}, '');
    await expect.poll(() => transport.exchanges.length).toBe(2);
    const { url, json } = last().request;
    expect(url).toBe('https://models.example/v1/chat/completions');
    expect(json).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Tidy up.' },
        { role: 'user', content: 'some words' },
      ],
      stream: true,
    });
    last().respond(
      200,
      EVENTS,
      `${sse(chunk('<think>Hm.</think>'), chunk('Some words.'), chunk('', 'stop'))}data: [DONE]\n\n`,
    );
    expect(await first.text).toBe('Some words.');
    model.ask(QUESTION);
    expect(last().request.url).toBe('https://models.example/v1/chat/completions');
  });

  test.each([
    ['incomplete', sse(chunk('Some', 'length'))],
    ['incomplete', `${sse(chunk('Some'))}data: [DONE]\n\n`],
    ['refused', sse(chunk('', 'content_filter'))],
    ['refused', sse({ choices: [{ delta: { refusal: 'No.' } }] })],
    ['unreachable', sse({ error: { message: 'The model crashed.' } })],
  ] as const)('reports an unusable completion as %s', async (kind, body) => {
    const text = model.ask(QUESTION).text;
    last().respond(404, {}, '');
    await expect.poll(() => transport.exchanges.length).toBe(2);
    last().respond(200, EVENTS, body);
    await expect(text).rejects.toMatchObject({ kind });
  });

  test('reports not-found if it is missing too', async () => {
    const text = askByChat();
    await expect.poll(() => transport.exchanges.length).toBe(2);
    last().respond(404, {}, '');
    await expect(text).rejects.toMatchObject({ kind: 'not-found' });
  });
});

test.each([
  [401, '', 'unauthorized'],
  [403, '', 'unauthorized'],
  [429, '', 'over-limit'],
  [402, '', 'over-limit'],
  [307, '', 'redirect'],
  [400, '{"error":{"code":"model_not_found"}}', 'not-found'],
  [503, '', 'unreachable'],
] as const)('status %i %s means %s, and is reported without the key', async (status, body, kind) => {
  const { text } = model.ask(QUESTION);
  last().respond(status, {}, body);
  const error = await text.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ kind });
  expect(String(error)).not.toContain(KEY);
  expect(transport.exchanges).toHaveLength(1);
});

test('a connection that breaks or stays silent is reported as unreachable', async () => {
  const broken = model.ask(QUESTION);
  last().fail(new NetworkFailure('reset'));
  await expect(broken.text).rejects.toMatchObject({ kind: 'unreachable' });
  const silent = model.ask(QUESTION);
  clock.advance(MODEL.silenceMs);
  await expect(silent.text).rejects.toMatchObject({ kind: 'unreachable' });
});

test('canceling aborts the request', async () => {
  const pending = model.ask(QUESTION);
  pending.cancel();
  expect(last().isCancelled).toBe(true);
  await expect(pending.text).rejects.toMatchObject({ kind: 'aborted' });
});

test('without a key, no authorization is sent', () => {
  const local = createLanguageModel(
    { baseUrl: 'http://127.0.0.1:11434/v1', key: '', model: 'm' },
    { clock, transport },
  );
  local.ask(QUESTION);
  expect(local.host).toBe('127.0.0.1:11434');
  expect(last().request.headers).toEqual({ accept: 'text/event-stream' });
});

import { describe, expect, test } from 'vitest';
import type { Rule } from './fault-rules.ts';
import { RECOGNIZER_RATE, samplesOf } from './recognizer/rate.ts';
import { toPcm16 } from './recognizer/samples.ts';
import { writeWav } from './recognizer/wav.ts';
import { type Message, SocketClient } from './testing/socket-client.ts';
import { joined, silence } from './testing/synthetic-speech.ts';
import {
  append,
  bearer,
  commit,
  KEY,
  openRealtime,
  SPEAKING,
  SPEECH,
  sessionUpdate,
  startTestSandbox,
  TEXT,
  type TestSandbox,
  wordsOfSpeech,
} from './testing/test-sandbox.ts';

type RuleInput = { when: Rule['when']; do: { type: string } & Record<string, unknown> };

/** Starts a sandbox that recognizes `SPEECH` and injects faults. */
function startWith(...rules: RuleInput[]): Promise<TestSandbox> {
  return startTestSandbox({ ...SPEAKING, rules: rules as Rule[] });
}

const REALTIME = '/v1/realtime?intent=transcription';
const isCompleted = ({ type }: Message) => type.endsWith('.completed');
const isCommitted = ({ type }: Message) => type === 'input_audio_buffer.committed';

describe('a rule', () => {
  test('applies to its session only', async () => {
    const sandbox = await startWith({ when: { onEvent: 'commit', session: 2 }, do: { type: 'drop' } });
    for (const code of [undefined, 1006]) {
      const client = await openRealtime(sandbox);
      append(client, wordsOfSpeech(0, 2));
      commit(client);
      if (code === undefined) await client.next('input_audio_buffer.committed');
      else expect(await client.closed).toMatchObject({ code });
    }
  });

  test('applies to every event, or only to the n-th one across all sessions of the key', async () => {
    const error = { type: 'server_error', code: 'each' };
    const sandbox = await startWith(
      { when: { onEvent: 'clear' }, do: { type: 'error', error } },
      { when: { onEvent: 'session.update', nth: 2 }, do: { type: 'drop' } },
    );
    const first = await openRealtime(sandbox);
    first.send({ type: 'input_audio_buffer.clear' });
    first.send({ type: 'input_audio_buffer.clear' });
    expect((await first.soFar()).map((message) => message.error.code)).toEqual(['each', 'each']);
    const second = await SocketClient.open(`${sandbox.socketBase}${REALTIME}`, bearer());
    second.send(sessionUpdate({}));
    expect(await second.closed).toMatchObject({ code: 1006 });
    await openRealtime(sandbox);
  });

  test('applies once per session after some audio', async () => {
    const sandbox = await startWith({
      when: { afterAudioMs: 500 },
      do: { type: 'error', error: { code: 'after_audio' } },
    });
    const client = await openRealtime(sandbox);
    append(client, silence(400));
    expect(await client.soFar()).toEqual([]);
    append(client, silence(400));
    expect((await client.soFar()).map((message) => message.error.code)).toEqual(['after_audio']);
  });

  test('applies to an event only after some audio', async () => {
    const sandbox = await startWith({ when: { afterAudioMs: 500, onEvent: 'commit' }, do: { type: 'drop' } });
    const client = await openRealtime(sandbox);
    append(client, silence(400));
    commit(client);
    await client.next('input_audio_buffer.committed');
    append(client, silence(400));
    commit(client);
    expect(await client.closed).toMatchObject({ code: 1006 });
  });

  test('applies to its protocol only', async () => {
    const sandbox = await startWith({
      when: { onEvent: 'upgrade', protocol: 'deepgram-listen' },
      do: { type: 'refuse', status: 503 },
    });
    await openRealtime(sandbox);
    const query = 'model=nova-3&encoding=linear16&sample_rate=24000';
    const headers = { Authorization: `Token ${KEY}` };
    expect(await SocketClient.refused(`${sandbox.socketBase}/v1/listen?${query}`, headers)).toMatchObject({
      status: 503,
    });
  });
});

describe('an upgrade', () => {
  test('is refused with status, headers and body', async () => {
    const error = { message: 'Slow down.', type: 'requests', param: null, code: 'rate_limit_exceeded' };
    const sandbox = await startWith({
      when: { onEvent: 'upgrade' },
      do: { type: 'refuse', status: 429, headers: { 'Retry-After': '7' }, body: { error } },
    });
    expect(await SocketClient.refused(`${sandbox.socketBase}${REALTIME}`, bearer())).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error },
    });
  });

  test('is dropped', async () => {
    const sandbox = await startWith({ when: { onEvent: 'upgrade' }, do: { type: 'drop' } });
    const client = SocketClient.begin(`${sandbox.socketBase}${REALTIME}`, bearer());
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect(sandbox.sessions()[0]!.end).toEqual({ by: 'sandbox', code: null, reason: '' });
  });

  test('is delayed by the sum of all delays', async () => {
    const sandbox = await startWith(
      { when: { onEvent: 'upgrade' }, do: { type: 'delay', ms: 300 } },
      { when: { onEvent: 'upgrade' }, do: { type: 'stall', ms: 200 } },
    );
    const client = SocketClient.begin(`${sandbox.socketBase}${REALTIME}`, bearer());
    const opened = client.opened();
    await expect.poll(() => sandbox.sessions()).toHaveLength(1);
    sandbox.clock.advance(499);
    expect(sandbox.clock.pending).toBe(1);
    sandbox.clock.advance(1);
    await opened;
  });

  test('stays unanswered until the client gives up', async () => {
    const sandbox = await startWith({ when: { onEvent: 'upgrade' }, do: { type: 'stall' } });
    const client = SocketClient.begin(`${sandbox.socketBase}${REALTIME}`, bearer());
    await expect.poll(() => sandbox.sessions()).toHaveLength(1);
    client.terminate();
    await expect.poll(() => sandbox.sessions()[0]!.end).toEqual({ by: 'client', code: null, reason: '' });
  });
});

describe('a session', () => {
  test('is dropped without a close frame', async () => {
    const sandbox = await startWith({ when: { afterAudioMs: 300 }, do: { type: 'drop' } });
    const client = await openRealtime(sandbox);
    append(client, silence(300));
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect(sandbox.sessions()[0]).toMatchObject({
      receivedSamples: samplesOf(300),
      end: { by: 'sandbox', code: null },
    });
  });

  test('is closed with a code and a reason', async () => {
    const sandbox = await startWith({ when: { onEvent: 'open' }, do: { type: 'close', code: 4001, reason: 'enough' } });
    const client = await SocketClient.open(`${sandbox.socketBase}${REALTIME}`, bearer());
    expect(await client.closed).toEqual({ code: 4001, reason: 'enough' });
  });

  test('is closed with a reason truncated to what fits', async () => {
    const action = { type: 'close', code: 1011, reason: 'ü'.repeat(100) };
    const sandbox = await startWith({ when: { onEvent: 'open' }, do: action });
    const client = await SocketClient.open(`${sandbox.socketBase}${REALTIME}`, bearer());
    expect(await client.closed).toEqual({ code: 1011, reason: 'ü'.repeat(61) });
  });

  test('stalls for a while, then continues where it stopped', async () => {
    const sandbox = await startWith({ when: { onEvent: 'commit', nth: 1 }, do: { type: 'stall', ms: 3_000 } });
    const client = await openRealtime(sandbox);
    append(client, wordsOfSpeech(0, 4));
    commit(client);
    await expect.poll(() => sandbox.clock.pending).toBe(2);
    append(client, wordsOfSpeech(4, 10));
    commit(client);
    sandbox.clock.advance(2_999);
    expect(client.rest()).toEqual([]);
    sandbox.clock.advance(1);
    const finals = (await client.soFar()).filter(isCompleted);
    expect(finals.map(({ transcript }) => transcript).join(' ')).toBe(TEXT);
  });

  test('stalls forever: nothing is read and no ping is answered', async () => {
    const sandbox = await startWith({ when: { onEvent: 'session.update' }, do: { type: 'stall' } });
    const client = await SocketClient.open(`${sandbox.socketBase}${REALTIME}`, bearer());
    client.send(sessionUpdate({}));
    const answered = client.soFar().then(() => 'answered');
    await expect.poll(() => sandbox.sessions()[0]!.configurations).toHaveLength(1);
    append(client, silence(300));
    client.terminate();
    const broken = client.closed.then(() => 'not answered');
    expect(await Promise.race([answered, broken])).toBe('not answered');
    expect(sandbox.sessions()[0]!.receivedSamples).toBe(0);
  });

  test('causes backpressure at the client while it stalls', async () => {
    const sandbox = await startWith({ when: { onEvent: 'session.update' }, do: { type: 'stall' } });
    const client = await SocketClient.open(`${sandbox.socketBase}${REALTIME}`, bearer());
    client.send(sessionUpdate({}));
    await expect.poll(() => sandbox.sessions()[0]!.configurations).toHaveLength(1);
    const event = JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(4 * 1024 * 1024) });
    for (let count = 0; count < 8; count++) client.send(event);
    for (let count = 0; count < 20; count++) await (await fetch(`${sandbox.base}/v1/models`)).text();
    expect(client.backlogBytes).toBeGreaterThan(0);
  });

  test('is muted for a while: the responses of that time are never sent', async () => {
    const sandbox = await startWith({ when: { onEvent: 'commit', nth: 1 }, do: { type: 'mute', ms: 1_000 } });
    const client = await openRealtime(sandbox);
    append(client, wordsOfSpeech(0, 4));
    commit(client);
    append(client, wordsOfSpeech(4, 10));
    await expect.poll(() => sandbox.sessions()[0]!.receivedSamples).toBe(SPEECH.samples.length);
    sandbox.clock.advance(1_000);
    commit(client);
    const finals = (await client.soFar()).filter(isCompleted);
    expect(finals.map(({ transcript }) => transcript)).toEqual(['Five six seven eight nine ten.']);
  });

  test('expires early', async () => {
    const sandbox = await startWith({ when: { afterAudioMs: 200 }, do: { type: 'expire' } });
    const client = await openRealtime(sandbox);
    append(client, silence(200));
    expect(await client.next()).toMatchObject({ error: { type: 'invalid_request_error', code: 'session_expired' } });
    expect(await client.closed).toMatchObject({ code: 1001 });
  });

  test('responds with an error and continues', async () => {
    const error = { type: 'server_error', code: 'internal', message: 'Sorry.' };
    const sandbox = await startWith({ when: { onEvent: 'commit', nth: 1 }, do: { type: 'error', error } });
    const client = await openRealtime(sandbox);
    append(client, wordsOfSpeech(0, 4));
    commit(client);
    append(client, wordsOfSpeech(4, 10));
    commit(client);
    const messages = await client.soFar();
    expect(messages[0]).toMatchObject({ type: 'error', error });
    expect(messages.filter(isCommitted)).toHaveLength(1);
    expect(messages.at(-1)).toMatchObject({ transcript: 'Five six seven eight nine ten.' });
  });

  test('ends with an error', async () => {
    const error = { type: 'insufficient_quota', code: 'credit_balance_exhausted' };
    const sandbox = await startWith({ when: { onEvent: 'session.update' }, do: { type: 'error', error, fatal: true } });
    const client = await SocketClient.open(`${sandbox.socketBase}${REALTIME}`, bearer());
    await client.next('session.created');
    client.send(sessionUpdate({}));
    expect(await client.next()).toMatchObject({ type: 'error', error });
    expect(await client.closed).toEqual({ code: 4000, reason: 'insufficient_quota.credit_balance_exhausted' });
  });

  test('responds late', async () => {
    const sandbox = await startWith({ when: { onEvent: 'session.update' }, do: { type: 'delay', ms: 800 } });
    const client = await SocketClient.open(`${sandbox.socketBase}${REALTIME}`, bearer());
    await client.next('session.created');
    client.send(sessionUpdate({}));
    expect(await client.soFar()).toEqual([]);
    sandbox.clock.advance(800);
    expect(await client.next()).toMatchObject({ type: 'session.updated' });
  });

  test('sends invalid messages and continues', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'garbage' } });
    const client = await openRealtime(sandbox);
    append(client, SPEECH.samples);
    commit(client);
    const messages = await client.soFar();
    expect(messages.length).toBeGreaterThan(20);
    expect(messages).toContainEqual('{"type":"session.updated"');
    expect(messages).toContainEqual(expect.any(Buffer));
    expect(messages.at(-1)).toMatchObject({ transcript: TEXT });
  });
});

describe('a final', () => {
  /** Commits three items, one after the other. */
  async function speakInThree(sandbox: TestSandbox) {
    const client = await openRealtime(sandbox);
    for (const [first, end] of [
      [0, 4],
      [4, 7],
      [7, 10],
    ] as const) {
      append(client, wordsOfSpeech(first, end));
      commit(client);
    }
    return client;
  }
  const THREE = ['One two, three four.', 'Five six seven', 'eight nine ten.'];

  test('is sent several times', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final', nth: 2 }, do: { type: 'repeat', times: 3 } });
    const finals = (await (await speakInThree(sandbox)).soFar()).filter(isCompleted);
    const [first, second, third] = THREE;
    expect(finals.map(({ transcript }) => transcript)).toEqual([first, second, second, second, second, third]);
    expect(new Set(finals.slice(1, 5).map(({ item_id: id }) => id)).size).toBe(1);
  });

  test('is held back with others and sent in reverse order', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'reorder', hold: 3 } });
    const finals = (await (await speakInThree(sandbox)).soFar()).filter(isCompleted);
    expect(finals.map(({ transcript }) => transcript)).toEqual(THREE.toReversed());
  });

  test('is not held back forever if no others follow', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'reorder', hold: 9 } });
    const client = await speakInThree(sandbox);
    expect((await client.soFar()).filter(isCompleted)).toEqual([]);
    sandbox.clock.advance(1_000);
    const finals = (await client.soFar()).filter(isCompleted);
    expect(finals.map(({ transcript }) => transcript)).toEqual(THREE.toReversed());
  });

  test('is sent before the commit is acknowledged', async () => {
    const sandbox = await startWith({ when: { onEvent: 'commit' }, do: { type: 'commit-last' } });
    const client = await openRealtime(sandbox);
    append(client, SPEECH.samples);
    commit(client);
    const messages = await client.soFar();
    expect(messages.findIndex(isCompleted)).toBeLessThan(messages.findIndex(isCommitted));
    expect(messages.filter(isCommitted)).toHaveLength(1);
  });

  test('fails', async () => {
    const sandbox = await startWith({
      when: { onEvent: 'final', nth: 1 },
      do: { type: 'fail-item', code: 'too_loud' },
    });
    const client = await speakInThree(sandbox);
    const failed = await client.next('conversation.item.input_audio_transcription.failed');
    expect(failed).toMatchObject({ content_index: 0, error: { code: 'too_loud' } });
    expect((await client.soFar()).filter(isCompleted).map(({ transcript }) => transcript)).toEqual(THREE.slice(1));
    expect(sandbox.sessions()[0]!.items[0]).toMatchObject({ outcome: 'failed', text: null });
  });

  test('is hallucinated for silence, but not for speech', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'hallucinate' } });
    const client = await openRealtime(sandbox);
    append(client, silence(400));
    commit(client);
    append(client, SPEECH.samples);
    commit(client);
    const finals = (await client.soFar()).filter(isCompleted);
    expect(finals.map(({ transcript }) => transcript)).toEqual(['Thank you.', TEXT]);
  });

  test.each([
    ['keywords', 'Köln, Bonn'],
    ['prompt', 'Meeting notes.'],
  ])('echoes the %s', async (what, text) => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'echo', what } });
    const client = await openRealtime(sandbox, { keywords: ['Köln', 'Bonn'], prompt: 'Meeting notes.' });
    append(client, SPEECH.samples);
    commit(client);
    expect((await client.soFar()).at(-1)).toMatchObject({ transcript: text });
  });

  test('is delayed without delaying others', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final', nth: 1 }, do: { type: 'delay', ms: 500 } });
    const client = await speakInThree(sandbox);
    expect((await client.soFar()).filter(isCompleted).map(({ transcript }) => transcript)).toEqual(THREE.slice(1));
    sandbox.clock.advance(500);
    expect((await client.soFar()).filter(isCompleted).map(({ transcript }) => transcript)).toEqual(THREE.slice(0, 1));
  });
});

describe('a Deepgram stream', () => {
  const QUERY = 'model=nova-3&encoding=linear16&sample_rate=24000&smart_format=true&keyterm=Saal';

  async function speak(sandbox: TestSandbox, end: 'Finalize' | 'CloseStream', samples = SPEECH.samples) {
    const client = await SocketClient.open(`${sandbox.socketBase}/v1/listen?${QUERY}&endpointing=false`, {
      Authorization: `Token ${KEY}`,
    });
    client.send(toPcm16(samples));
    client.send({ type: end });
    return client;
  }
  const transcript = (message: Message) => message.channel.alternatives[0].transcript;

  test.each([
    ['finalize', 'Finalize'],
    ['close', 'CloseStream'],
    ['final', 'Finalize'],
  ] as const)('is dropped at %s', async (onEvent, end) => {
    const client = await speak(await startWith({ when: { onEvent }, do: { type: 'drop' } }), end);
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect(client.rest()).toEqual([]);
  });

  test('sends a fatal error and is closed', async () => {
    const error = { code: 'INTERNAL', message: 'Sorry.' };
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'error', error, fatal: true } });
    const client = await speak(sandbox, 'Finalize');
    expect(await client.next()).toMatchObject({ type: 'Error', variant: 'INTERNAL', description: 'Sorry.' });
    expect(await client.closed).toEqual({ code: 1011, reason: 'Sorry.' });
  });

  test('repeats a final', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'repeat', times: 1 } });
    const messages = await (await speak(sandbox, 'Finalize')).soFar();
    expect(messages.map(transcript)).toEqual([TEXT, TEXT]);
  });

  test.each([
    ['hallucinates', { type: 'hallucinate' }, silence(500), 'Thank you.'],
    ['echoes its keyterms', { type: 'echo', what: 'keywords' }, SPEECH.samples, 'Saal'],
  ])('%s', async (_, action, samples, text) => {
    const client = await speak(await startWith({ when: { onEvent: 'final' }, do: action }), 'Finalize', samples);
    expect((await client.soFar()).map(transcript)).toEqual([text]);
  });

  test('delays a final and everything after it', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final', nth: 1 }, do: { type: 'delay', ms: 900 } });
    const client = await speak(sandbox, 'Finalize', wordsOfSpeech(0, 4));
    client.send(toPcm16(wordsOfSpeech(4, 10)));
    client.send({ type: 'Finalize' });
    expect(await client.soFar()).toEqual([]);
    sandbox.clock.advance(900);
    expect((await client.soFar()).map(transcript).join(' ')).toBe(TEXT);
  });

  test('is not closed as idle while it stalls', async () => {
    const sandbox = await startWith({ when: { onEvent: 'open' }, do: { type: 'stall', ms: 15_000 } });
    const client = await speak(sandbox, 'Finalize');
    sandbox.clock.advance(15_000);
    expect(transcript(await client.next('Results'))).toBe(TEXT);
  });
});

describe('an HTTP request', () => {
  const WAV = new Uint8Array(writeWav({ rate: RECOGNIZER_RATE, samples: SPEECH.samples }));

  function transcribe(sandbox: TestSandbox, stream = false, file = WAV, signal: AbortSignal | null = null) {
    const form = new FormData();
    form.append('model', 'gpt-transcribe');
    form.append('prompt', 'Meeting notes.');
    if (stream) form.append('stream', 'true');
    form.append('file', new Blob([file]), 'speech.wav');
    return fetch(`${sandbox.base}/v1/audio/transcriptions`, { method: 'POST', headers: bearer(), body: form, signal });
  }

  test('is refused with status, headers and body', async () => {
    const error = { message: 'No credit.', type: 'insufficient_quota', param: null, code: 'insufficient_quota' };
    const sandbox = await startWith({
      when: { onEvent: 'request' },
      do: { type: 'refuse', status: 429, headers: { 'Retry-After': '3' }, body: { error } },
    });
    const response = await transcribe(sandbox);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await response.json()).toEqual({ error });
  });

  test.each(['request', 'final'] as const)('is dropped at %s', async (onEvent) => {
    const sandbox = await startWith({ when: { onEvent }, do: { type: 'drop' } });
    await expect(transcribe(sandbox)).rejects.toThrow();
    expect(sandbox.sessions()[0]!.end).toMatchObject({ by: 'sandbox' });
  });

  test('is dropped in the middle of its text', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'drop' } });
    await expect(transcribe(sandbox, true).then((response) => response.text())).rejects.toThrow();
  });

  test('fails', async () => {
    const error = { type: 'server_error', code: 'internal' };
    const response = await transcribe(await startWith({ when: { onEvent: 'final' }, do: { type: 'error', error } }));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error });
  });

  test('stays unanswered until the client gives up', async () => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: { type: 'stall' } });
    const abort = new AbortController();
    const answer = transcribe(sandbox, false, WAV, abort.signal);
    await expect.poll(() => sandbox.sessions()[0]?.items).toHaveLength(1);
    abort.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => sandbox.sessions()[0]!.end).toMatchObject({ by: 'client' });
  });

  test('is answered late', async () => {
    const sandbox = await startWith({ when: { onEvent: 'request' }, do: { type: 'delay', ms: 400 } });
    const answer = transcribe(sandbox);
    await expect.poll(() => sandbox.clock.pending).toBe(1);
    sandbox.clock.advance(400);
    expect(await (await answer).json()).toMatchObject({ text: TEXT });
  });

  test('is answered with broken JSON', async () => {
    const response = await transcribe(await startWith({ when: { onEvent: 'final' }, do: { type: 'garbage' } }));
    await expect(response.json()).rejects.toThrow();
  });

  test('streams unknown events, and its last event twice', async () => {
    const sandbox = await startWith(
      { when: { onEvent: 'final' }, do: { type: 'garbage' } },
      { when: { onEvent: 'final' }, do: { type: 'repeat', times: 1 } },
    );
    const body = await (await transcribe(sandbox, true)).text();
    expect(body).toContain('data: []');
    expect(body.match(/transcript\.text\.done/g)).toHaveLength(2);
  });

  test.each([
    ['a hallucination', { type: 'hallucinate' }, silence(500), 'Thank you.'],
    ['an echo', { type: 'echo', what: 'prompt' }, SPEECH.samples, 'Meeting notes.'],
  ])('is answered with %s', async (_, action, samples, text) => {
    const sandbox = await startWith({ when: { onEvent: 'final' }, do: action });
    const response = await transcribe(sandbox, false, new Uint8Array(writeWav({ rate: RECOGNIZER_RATE, samples })));
    expect(await response.json()).toMatchObject({ text });
  });

  test.each([
    ['models', '/v1/models', bearer()],
    ['auth', '/v1/auth/token', { Authorization: `Token ${KEY}` }],
  ] as const)('for %s is refused', async (onEvent, path, headers) => {
    const body = { error: { message: 'Missing scopes: api.model.read' } };
    const sandbox = await startWith({ when: { onEvent }, do: { type: 'refuse', status: 403, body } });
    const response = await fetch(`${sandbox.base}${path}`, { headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual(body);
  });
});

test('repeated audio is recognized twice, missing audio not at all', async () => {
  const client = await openRealtime(await startWith());
  append(client, joined([wordsOfSpeech(0, 4), wordsOfSpeech(2, 5), wordsOfSpeech(7, 10)]));
  commit(client);
  expect((await client.soFar()).at(-1)).toMatchObject({
    transcript: 'One two, three four. three four. Five eight nine ten.',
  });
});

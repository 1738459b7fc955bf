import { describe, expect, test } from 'vitest';
import { msOf, RECOGNIZER_RATE, samplesOf } from '../recognizer/rate.ts';
import { writeWav } from '../recognizer/wav.ts';
import { SocketClient } from '../testing/socket-client.ts';
import { joined, noise, silence } from '../testing/synthetic-speech.ts';
import {
  append,
  bearer,
  commit,
  openRealtime,
  SPEAKING,
  SPEECH,
  sessionUpdate,
  startTestSandbox,
  TEXT,
  type TestSandbox,
  wordsOfSpeech,
} from '../testing/test-sandbox.ts';

function openBare(sandbox: TestSandbox, query = 'intent=transcription', headers = {}) {
  return SocketClient.open(`${sandbox.socketBase}/v1/realtime?${query}`, { ...bearer(), ...headers });
}

describe('a Realtime upgrade', () => {
  test.each([
    ['no key', {}, null],
    ['another scheme', { Authorization: 'Token sk-test-0123456789abcdef' }, null],
    ['an unknown key', bearer('sk-unknown-0123456789'), 'invalid_api_key'],
  ])('is refused with 401 for %s', async (_, headers, code) => {
    const { socketBase } = await startTestSandbox();
    const answer = await SocketClient.refused(`${socketBase}/v1/realtime?intent=transcription`, headers);
    expect(answer).toMatchObject({ status: 401, body: { error: { type: 'invalid_request_error', code } } });
  });

  test('shows only the first and last characters of an unknown key', async () => {
    const { socketBase } = await startTestSandbox();
    const answer = await SocketClient.refused(`${socketBase}/v1/realtime`, bearer('sk-unknown-0123456789'));
    expect(JSON.stringify(answer.body)).toContain('sk-unkno*********6789.');
  });

  test('is refused for a key that the scenario refuses', async () => {
    const { socketBase } = await startTestSandbox({ key: 'refused' });
    expect(await SocketClient.refused(`${socketBase}/v1/realtime`, bearer())).toMatchObject({ status: 401 });
  });

  test('is accepted before the key is refused if the scenario says so', async () => {
    const client = await openBare(await startTestSandbox({ key: 'refused-after-open' }));
    expect(await client.next()).toMatchObject({ type: 'error', error: { code: 'invalid_api_key' } });
    expect(await client.closed).toEqual({ code: 3000, reason: 'invalid_request_error.invalid_api_key' });
  });

  test.each([
    ['/v1/realtime/transcription', 403],
    ['/v1/nothing', 404],
  ])('is refused at %s with %i', async (path, status) => {
    const { socketBase } = await startTestSandbox();
    expect(await SocketClient.refused(`${socketBase}${path}`, bearer())).toMatchObject({ status });
  });

  test('takes as long as the scenario says', async () => {
    const sandbox = await startTestSandbox({ connectDelayMs: 2_000 });
    const client = SocketClient.begin(`${sandbox.socketBase}/v1/realtime?intent=transcription`, bearer());
    const opened = client.opened();
    await expect.poll(() => sandbox.sessions()).toHaveLength(1);
    sandbox.clock.advance(1_999);
    expect(sandbox.sessions()[0]!.closedAtMs).toBeNull();
    sandbox.clock.advance(1);
    await opened;
    expect(await client.next()).toMatchObject({ type: 'session.created' });
  });
});

describe('the URL and headers of a Realtime session', () => {
  test.each([
    ['the header of the beta', 'intent=transcription', { 'OpenAI-Beta': 'realtime=v1' }, 'beta_api_shape_disabled'],
    ['a model beside the intent', 'intent=transcription&model=gpt-transcribe', {}, 'invalid_model'],
    ['neither intent nor model', '', {}, 'missing_model'],
    ['another intent', 'intent=conversation', {}, 'invalid_value'],
  ])('end it for %s', async (_, query, headers, code) => {
    const sandbox = await startTestSandbox();
    const client = await openBare(sandbox, query, headers);
    expect(await client.next()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error', code } });
    expect(await client.closed).toEqual({ code: 4000, reason: `invalid_request_error.${code}` });
    expect(sandbox.sessions()[0]!.violations).toMatchObject([{ code }]);
  });

  test('make it a conversation that cannot transcribe if only a model is given', async () => {
    const client = await openBare(await startTestSandbox(), 'model=gpt-realtime');
    expect(await client.next()).toMatchObject({ type: 'session.created', session: { type: 'realtime' } });
    client.send(sessionUpdate({ transcription: { model: 'gpt-transcribe' } }));
    expect((await client.next()).error.message).toBe(
      'Passing a transcription session update event to a realtime session is not allowed.',
    );
  });
});

describe('session.update', () => {
  test('is answered with the whole configuration', async () => {
    const client = await openBare(await startTestSandbox());
    expect(await client.next()).toMatchObject({
      type: 'session.created',
      session: {
        type: 'transcription',
        audio: { input: { transcription: null, turn_detection: { type: 'server_vad' } } },
      },
    });
    const noiseReduction = { type: 'near_field', strength: 1 };
    client.send(sessionUpdate({ transcription: { model: 'gpt-transcribe' }, noise_reduction: noiseReduction }));
    expect(await client.next()).toMatchObject({
      type: 'session.updated',
      session: {
        audio: {
          input: {
            format: { type: 'audio/pcm', rate: 24_000 },
            transcription: { model: 'gpt-transcribe' },
            noise_reduction: noiseReduction,
            turn_detection: null,
          },
        },
      },
    });
  });

  test('changes only what it names, and clears with null', async () => {
    const client = await openRealtime(await startTestSandbox(), { prompt: 'Notes' });
    client.send({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { transcription: { languages: ['de'] } } } },
    });
    const { session } = await client.next('session.updated');
    expect(session.audio.input.transcription).toEqual({
      model: 'gpt-transcribe',
      prompt: 'Notes',
      languages: ['de'],
    });
    client.send(sessionUpdate({ transcription: null }));
    const cleared = await client.next('session.updated');
    expect(cleared.session.audio.input.transcription).toBeNull();
  });

  const input = (fields: object) => ({ session: { type: 'transcription', audio: { input: fields } } });
  const transcription = (fields: object) => input({ transcription: fields });
  test.each<[string, object, string, string]>([
    ['no session', {}, 'missing_required_parameter', 'session'],
    ['no type', { session: {} }, 'missing_required_parameter', 'session.type'],
    ['another type', { session: { type: 'realtime' } }, 'invalid_value', 'session.type'],
    ['an unknown field', { session: { type: 'transcription', voice: 'a' } }, 'unknown_parameter', 'session.voice'],
    [
      'the beta’s field',
      { session: { type: 'transcription', input_audio_format: 'pcm16' } },
      'unknown_parameter',
      'session.input_audio_format',
    ],
    [
      'an unknown field deep down',
      transcription({ model: 'whisper-1', speed: 2 }),
      'unknown_parameter',
      'session.audio.input.transcription.speed',
    ],
    ['an unknown model', transcription({ model: 'gpt-9' }), 'invalid_value', 'session.audio.input.transcription.model'],
    ['no model', transcription({}), 'missing_required_parameter', 'session.audio.input.transcription.model'],
    ['another format', input({ format: { type: 'audio/mp3' } }), 'invalid_value', 'session.audio.input.format.type'],
    [
      'another rate',
      input({ format: { type: 'audio/pcm', rate: 16_000 } }),
      'invalid_value',
      'session.audio.input.format.rate',
    ],
    ['a format as text', input({ format: 'pcm16' }), 'invalid_type', 'session.audio.input.format'],
    [
      'another noise reduction',
      input({ noise_reduction: { type: 'off' } }),
      'invalid_value',
      'session.audio.input.noise_reduction.type',
    ],
    [
      'one language for a model that takes several',
      transcription({ model: 'gpt-transcribe', language: 'en' }),
      'invalid_parameter',
      'session.audio.input.transcription.language',
    ],
    [
      'several languages for a model that takes one',
      transcription({ model: 'whisper-1', languages: ['en'] }),
      'invalid_parameter',
      'session.audio.input.transcription.languages',
    ],
    [
      'a language that is none',
      transcription({ model: 'gpt-transcribe', languages: ['English'] }),
      'invalid_value',
      'session.audio.input.transcription.languages.0',
    ],
    [
      'keywords for an old model',
      transcription({ model: 'gpt-4o-transcribe', keywords: ['a'] }),
      'invalid_parameter',
      'session.audio.input.transcription.keywords',
    ],
    [
      'a keyword with brackets',
      transcription({ model: 'gpt-transcribe', keywords: ['a<b'] }),
      'invalid_value',
      'session.audio.input.transcription.keywords.0',
    ],
    [
      'a prompt for gpt-realtime-whisper',
      transcription({ model: 'gpt-realtime-whisper', prompt: 'a' }),
      'invalid_parameter',
      'session.audio.input.transcription.prompt',
    ],
    [
      'a delay for gpt-transcribe',
      transcription({ model: 'gpt-transcribe', delay: 'low' }),
      'invalid_parameter',
      'session.audio.input.transcription.delay',
    ],
    [
      'another delay',
      transcription({ model: 'gpt-live-transcribe', delay: 'none' }),
      'invalid_value',
      'session.audio.input.transcription.delay',
    ],
    [
      'turn detection for a live model',
      input({ transcription: { model: 'gpt-live-transcribe' }, turn_detection: { type: 'server_vad' } }),
      'invalid_value',
      'session.audio.input.turn_detection',
    ],
    [
      'turn detection of a conversation',
      input({ turn_detection: { type: 'server_vad', create_response: true } }),
      'unknown_parameter',
      'session.audio.input.turn_detection.create_response',
    ],
    [
      'logprobs for a new model',
      {
        session: {
          type: 'transcription',
          audio: { input: { transcription: { model: 'gpt-transcribe' } } },
          include: ['item.input_audio_transcription.logprobs'],
        },
      },
      'invalid_parameter',
      'session.include',
    ],
  ])('is refused for %s', async (_, event, code, param) => {
    const sandbox = await startTestSandbox();
    const client = await openBare(sandbox);
    await client.next('session.created');
    client.send({ type: 'session.update', event_id: 'mine', ...event });
    expect(await client.next()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', code, param, event_id: 'mine' },
    });
    expect(sandbox.sessions()[0]!.violations).toMatchObject([{ code }]);
    client.send(sessionUpdate({ transcription: { model: 'gpt-transcribe' } }));
    expect(await client.next()).toMatchObject({ type: 'session.updated' });
  });

  test('is refused for a parameter that the scenario says is unknown', async () => {
    const param = 'session.audio.input.transcription.delay';
    const client = await openBare(await startTestSandbox({ refusedParameters: [param] }));
    await client.next('session.created');
    client.send(sessionUpdate({ transcription: { model: 'gpt-live-transcribe', delay: 'low' } }));
    expect(await client.next()).toMatchObject({ error: { code: 'unknown_parameter', param } });
  });

  test('accepts all parameters of the live model', async () => {
    const client = await openRealtime(await startTestSandbox(), {
      model: 'gpt-live-transcribe',
      languages: ['en', 'de'],
      prompt: 'Notes',
      keywords: ['Köln'],
      delay: 'low',
    });
    expect(await client.soFar()).toEqual([]);
  });
});

describe('invalid events', () => {
  test.each<[string, object | string | Buffer, string]>([
    ['broken JSON', '{"type":', 'invalid_json'],
    ['a binary frame', Buffer.from([1, 2]), 'invalid_json'],
    ['an unknown type', { type: 'response.create' }, 'invalid_value'],
    ['no type', { audio: '' }, 'invalid_value'],
    ['an unknown field', { type: 'input_audio_buffer.commit', now: true }, 'unknown_parameter'],
    ['audio that is no base64', { type: 'input_audio_buffer.append', audio: '*' }, 'invalid_value'],
    ['base64 without its padding', { type: 'input_audio_buffer.append', audio: 'AAA' }, 'invalid_value'],
    ['an odd number of bytes', { type: 'input_audio_buffer.append', audio: 'AAAA' }, 'invalid_value'],
    ['audio that is missing', { type: 'input_audio_buffer.append' }, 'missing_required_parameter'],
    [
      'more than 15 MiB',
      { type: 'input_audio_buffer.append', audio: 'A'.repeat(15 * 1024 * 1024) },
      'string_above_max_length',
    ],
  ])('are refused, and the session continues: %s', async (_, event, code) => {
    const client = await openRealtime(await startTestSandbox());
    client.send(event);
    expect(await client.next()).toMatchObject({ type: 'error', error: { code } });
    client.send({ type: 'input_audio_buffer.clear' });
    expect(await client.next()).toMatchObject({ type: 'input_audio_buffer.cleared' });
  });

  test('from the beta end the session', async () => {
    const client = await openRealtime(await startTestSandbox());
    client.send({ type: 'transcription_session.update', session: {} });
    expect(await client.next()).toMatchObject({ error: { code: 'beta_api_shape_disabled' } });
    expect(await client.closed).toMatchObject({ code: 4000 });
  });
});

describe('a commit', () => {
  test('sends the item, then its text as deltas, then the whole text', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await openRealtime(sandbox);
    append(client, SPEECH.samples);
    expect(await client.soFar()).toEqual([]);
    commit(client);
    const messages = await client.soFar();
    const id = messages[0]!.item_id;
    expect(messages.slice(0, 3)).toMatchObject([
      { type: 'input_audio_buffer.committed', item_id: id, previous_item_id: null },
      { type: 'conversation.item.added', previous_item_id: null },
      { type: 'conversation.item.done', previous_item_id: null },
    ]);
    const deltas = messages.slice(3, -1);
    expect(deltas.length).toBe(10);
    expect(deltas.map(({ delta }) => delta).join('')).toBe(TEXT);
    expect(messages.at(-1)).toMatchObject({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: id,
      content_index: 0,
      transcript: TEXT,
      usage: { type: 'duration', seconds: Math.ceil(SPEECH.samples.length / 24_000) },
      languages: [{ code: 'en' }],
    });
    expect(sandbox.sessions()[0]!.items).toMatchObject([
      { id, from: 0, to: SPEECH.samples.length, outcome: 'final', text: TEXT, providerMs: 0 },
    ]);
  });

  test('chains items, each with its own words', async () => {
    const client = await openRealtime(await startTestSandbox(SPEAKING));
    append(client, wordsOfSpeech(0, 4));
    commit(client);
    append(client, wordsOfSpeech(4, 10));
    commit(client);
    const first = await client.next('input_audio_buffer.committed');
    const firstText = await client.next('conversation.item.input_audio_transcription.completed');
    const second = await client.next('input_audio_buffer.committed');
    const secondText = await client.next('conversation.item.input_audio_transcription.completed');
    expect(second.previous_item_id).toBe(first.item_id);
    expect([firstText.item_id, secondText.item_id]).toEqual([first.item_id, second.item_id]);
    expect([firstText.transcript, secondText.transcript]).toEqual([
      'One two, three four.',
      'Five six seven eight nine ten.',
    ]);
  });

  test('is refused below 100 ms, and accepted from there on', async () => {
    const client = await openRealtime(await startTestSandbox());
    commit(client);
    expect(await client.next()).toMatchObject({ error: { code: 'input_audio_buffer_commit_empty' } });
    append(client, silence(100).subarray(1));
    commit(client);
    expect((await client.next()).error.message).toContain('buffer only has 99.96ms of audio');
    append(client, silence(100).subarray(0, 1));
    commit(client);
    expect(await client.next()).toMatchObject({ type: 'input_audio_buffer.committed' });
  });

  test('of silence results in an empty text', async () => {
    const client = await openRealtime(await startTestSandbox());
    append(client, silence(500));
    commit(client);
    const messages = await client.soFar();
    expect(messages.some(({ type }) => type.endsWith('.delta'))).toBe(false);
    expect(messages.at(-1)).toMatchObject({ transcript: '' });
  });

  test('of an unknown voice results in canned words', async () => {
    const client = await openRealtime(await startTestSandbox());
    append(client, noise(samplesOf(1_100)));
    commit(client);
    expect((await client.next('conversation.item.input_audio_transcription.completed')).transcript).toBe('This is a');
  });

  test('is never transcribed without a model', async () => {
    const client = await openBare(await startTestSandbox(SPEAKING));
    client.send(sessionUpdate({}));
    append(client, SPEECH.samples);
    commit(client);
    const messages = await client.soFar();
    expect(messages.map(({ type }) => type)).toEqual([
      'session.created',
      'session.updated',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
    ]);
  });

  test('includes audio from before the configuration', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await openBare(sandbox);
    append(client, wordsOfSpeech(0, 1));
    client.send(sessionUpdate({ transcription: { model: 'gpt-transcribe' } }));
    append(client, wordsOfSpeech(1, 4));
    commit(client);
    expect((await client.next('conversation.item.input_audio_transcription.completed')).transcript).toBe(
      'One two, three four.',
    );
  });

  test('after a clear includes only later audio', async () => {
    const client = await openRealtime(await startTestSandbox(SPEAKING));
    append(client, wordsOfSpeech(0, 4));
    client.send({ type: 'input_audio_buffer.clear' });
    append(client, wordsOfSpeech(4, 10));
    commit(client);
    expect(await client.next()).toMatchObject({ type: 'input_audio_buffer.cleared' });
    expect((await client.next('conversation.item.input_audio_transcription.completed')).transcript).toBe(
      'Five six seven eight nine ten.',
    );
  });

  test('takes as long as the scenario says, and a later, shorter one may finish first', async () => {
    const sandbox = await startTestSandbox({ ...SPEAKING, latency: { fixedMs: 100, perAudioSecondMs: 1_000 } });
    const client = await openRealtime(sandbox);
    append(client, wordsOfSpeech(0, 8));
    commit(client);
    append(client, wordsOfSpeech(8, 9));
    commit(client);
    const events = await client.soFar();
    const committed = events.filter(({ type }) => type === 'input_audio_buffer.committed');
    expect(committed).toHaveLength(2);
    expect(events.some(({ type }) => type.endsWith('.completed'))).toBe(false);
    sandbox.clock.advance(10_000);
    const finals = (await client.soFar()).filter(({ type }) => type.endsWith('.completed'));
    expect(finals.map(({ item_id: id }) => id)).toEqual([committed[1]!.item_id, committed[0]!.item_id]);
    const { items } = sandbox.sessions()[0]!;
    expect(items.map(({ providerMs }) => providerMs)).toEqual(
      items.map(({ from, to }) => 100 + ((to - from) * 1_000) / 24_000),
    );
  });

  test.each([
    ['whisper-1', [TEXT], { type: 'duration' }],
    ['gpt-4o-transcribe', TEXT.split(/(?= )/), { type: 'tokens' }],
  ])('with %s sends its deltas and its usage', async (model, deltas, usage) => {
    const client = await openRealtime(await startTestSandbox(SPEAKING), { model });
    append(client, SPEECH.samples);
    commit(client);
    const messages = await client.soFar();
    expect(messages.filter(({ type }) => type.endsWith('.delta')).map(({ delta }) => delta)).toEqual(deltas);
    expect(messages.at(-1)).toMatchObject({ transcript: TEXT, usage });
  });
});

describe('a live model', () => {
  const LIVE = { model: 'gpt-live-transcribe' };

  test('sends words with a lag behind the audio, and the rest after the commit', async () => {
    const client = await openRealtime(await startTestSandbox(SPEAKING), LIVE);
    const third = SPEECH.words[2]!;
    append(client, SPEECH.samples.subarray(0, samplesOf(third.endMs + 190)));
    const early = await client.soFar();
    expect(early.map(({ delta }) => delta)).toEqual(['One', ' two,']);
    append(client, SPEECH.samples.subarray(samplesOf(third.endMs + 190)));
    commit(client);
    const late = await client.soFar();
    const { item_id: id } = late.find(({ type }) => type === 'input_audio_buffer.committed')!;
    const deltas = [...early, ...late].filter(({ type }) => type.endsWith('.delta'));
    expect(new Set(deltas.map(({ item_id }) => item_id))).toEqual(new Set([id]));
    expect(deltas.map(({ delta }) => delta).join('')).toBe(TEXT);
    expect(late.at(-1)).toMatchObject({ item_id: id, transcript: TEXT });
  });

  test('starts a new text with each commit', async () => {
    const client = await openRealtime(await startTestSandbox(SPEAKING), LIVE);
    append(client, wordsOfSpeech(0, 4));
    commit(client);
    await client.soFar();
    append(client, wordsOfSpeech(4, 10));
    const deltas = await client.soFar();
    expect(deltas[0]).toMatchObject({ delta: 'Five' });
  });

  test('leaves turns to the client, whatever the session had before', async () => {
    const client = await openBare(await startTestSandbox(SPEAKING));
    await client.next('session.created');
    client.send({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { transcription: LIVE } } },
    });
    expect((await client.next('session.updated')).session.audio.input.turn_detection).toBeNull();
    append(client, joined([SPEECH.samples, silence(2_000)]));
    expect((await client.soFar()).every(({ type }) => type.endsWith('.delta'))).toBe(true);
  });
});

describe('turn detection by the server', () => {
  test('commits at pauses unless the client turns it off', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await openBare(sandbox);
    const transcription = { model: 'gpt-transcribe' };
    client.send({ type: 'session.update', session: { type: 'transcription', audio: { input: { transcription } } } });
    await client.next('session.updated');
    append(client, joined([silence(1_000), wordsOfSpeech(0, 4), silence(700), wordsOfSpeech(4, 10), silence(700)]));
    const messages = await client.soFar();
    const types = messages.map(({ type }) => type.split('.').at(-1)).filter((type) => type !== 'delta');
    const turn = ['speech_started', 'speech_stopped', 'committed', 'added', 'done', 'completed'];
    expect(types).toEqual([...turn, ...turn]);
    expect(messages.filter(({ type }) => type.endsWith('.completed')).map(({ transcript }) => transcript)).toEqual([
      'One two, three four.',
      'Five six seven eight nine ten.',
    ]);
    const pauseMs = SPEECH.words[0]!.startMs;
    expect(messages[0]).toMatchObject({ item_id: messages[1]!.item_id });
    expect(Math.abs(messages[0]!.audio_start_ms - (700 + pauseMs))).toBeLessThan(15);
  });

  test('leaves no speech for a last commit, which is refused or results in an empty text', async () => {
    const client = await openBare(await startTestSandbox(SPEAKING));
    const turnDetection = { type: 'server_vad', silence_duration_ms: 300 };
    client.send(sessionUpdate({ transcription: { model: 'gpt-transcribe' }, turn_detection: turnDetection }));
    append(client, joined([wordsOfSpeech(0, 4), silence(310)]));
    await client.soFar();
    commit(client);
    expect(await client.next()).toMatchObject({ error: { code: 'input_audio_buffer_commit_empty' } });
    append(client, silence(300));
    commit(client);
    expect((await client.next('conversation.item.input_audio_transcription.completed')).transcript).toBe('');
  });
});

describe('the maximum age of a session', () => {
  test('ends it after an hour', async () => {
    const sandbox = await startTestSandbox();
    const client = await openRealtime(sandbox);
    sandbox.clock.advance(60 * 60_000 - 1);
    expect(await client.soFar()).toEqual([]);
    sandbox.clock.advance(1);
    expect(await client.next()).toMatchObject({ error: { type: 'invalid_request_error', code: 'session_expired' } });
    expect(await client.closed).toEqual({ code: 1001, reason: 'Your session hit the maximum duration of 60 minutes.' });
    expect(sandbox.sessions()[0]!.end).toMatchObject({ by: 'sandbox', code: 1001 });
  });

  test('can be set', async () => {
    const sandbox = await startTestSandbox({ sessionMaxMs: 5_000 });
    const client = await openRealtime(sandbox);
    sandbox.clock.advance(5_000);
    expect(await client.closed).toMatchObject({ code: 1001 });
  });
});

test('a new session continues where the previous text ended, in a reference that repeats itself', async () => {
  const twice = joined([SPEECH.samples, SPEECH.samples]);
  const lengthMs = msOf(SPEECH.samples.length);
  const again = SPEECH.words.map(({ text, startMs, endMs }) => ({
    text: `${text}'`,
    startMs: startMs + lengthMs,
    endMs: endMs + lengthMs,
  }));
  const sandbox = await startTestSandbox({
    reference: { wavBase64: writeWav({ rate: RECOGNIZER_RATE, samples: twice }).toString('base64') },
    words: [...SPEECH.words, ...again],
  });
  const transcripts = [];
  for (const samples of [SPEECH.samples, wordsOfSpeech(0, 3), wordsOfSpeech(3, 5)]) {
    const client = await openRealtime(sandbox);
    append(client, samples);
    commit(client);
    transcripts.push((await client.next('conversation.item.input_audio_transcription.completed')).transcript);
    client.close();
  }
  expect(transcripts).toEqual([TEXT, "One' two,' three'", "four.' Five'"]);
});

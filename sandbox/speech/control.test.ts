import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Rule } from './fault-rules.ts';
import { RECOGNIZER_RATE } from './recognizer/rate.ts';
import { toPcm16 } from './recognizer/samples.ts';
import { writeWav } from './recognizer/wav.ts';
import { SocketClient } from './testing/socket-client.ts';
import {
  append,
  bearer,
  commit,
  KEY,
  openRealtime,
  SPEAKING,
  SPEECH,
  startTestSandbox,
  TEXT,
  type TestSandbox,
  wordsOfSpeech,
} from './testing/test-sandbox.ts';

function control(sandbox: TestSandbox, method: string, route: string, body?: unknown) {
  return fetch(`${sandbox.base}/control/scenarios/${route}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

describe('a scenario', () => {
  test('makes its key valid until it is deleted, which also ends the sessions of the key', async () => {
    const sandbox = await startTestSandbox();
    const models = (key: string) => fetch(`${sandbox.base}/v1/models`, { headers: bearer(key) });
    expect((await models('other')).status).toBe(401);
    expect((await control(sandbox, 'PUT', 'other', {})).status).toBe(204);
    expect((await models('other')).status).toBe(200);
    const client = await SocketClient.open(`${sandbox.socketBase}/v1/realtime?intent=transcription`, bearer('other'));
    expect((await control(sandbox, 'DELETE', 'other')).status).toBe(204);
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect((await models('other')).status).toBe(401);
    expect((await control(sandbox, 'DELETE', 'other')).status).toBe(404);
  });

  test('aborts pending requests when it is deleted', async () => {
    const rules: Rule[] = [{ when: { onEvent: 'request' }, do: { type: 'stall' } }];
    const sandbox = await startTestSandbox({ rules });
    const answer = fetch(`${sandbox.base}/v1/audio/transcriptions`, { method: 'POST', headers: bearer() });
    await expect.poll(() => sandbox.sessions()).toHaveLength(1);
    await control(sandbox, 'DELETE', KEY);
    await expect(answer).rejects.toThrow();
  });

  test('aborts pending upgrades when it is deleted', async () => {
    const sandbox = await startTestSandbox({ connectDelayMs: 1_000 });
    const client = SocketClient.begin(`${sandbox.socketBase}/v1/realtime?intent=transcription`, bearer());
    await expect.poll(() => sandbox.clock.pending).toBe(1);
    await control(sandbox, 'DELETE', KEY);
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect(sandbox.clock.pending).toBe(0);
  });

  test('replaces the previous one, and discards what that one received', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    await openRealtime(sandbox);
    expect((await control(sandbox, 'PUT', KEY, SPEAKING)).status).toBe(204);
    expect(await (await control(sandbox, 'GET', `${KEY}/sessions`)).json()).toMatchObject({ sessions: [] });
  });

  test('reads its reference from a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'speech-sandbox-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const wavPath = path.join(folder, 'reference.wav');
    writeFileSync(wavPath, writeWav({ rate: RECOGNIZER_RATE, samples: SPEECH.samples }));
    const sandbox = await startTestSandbox();
    expect((await control(sandbox, 'PUT', KEY, { reference: { wavPath }, words: SPEECH.words })).status).toBe(204);
    const client = await openRealtime(sandbox);
    append(client, SPEECH.samples);
    commit(client);
    expect((await client.soFar()).at(-1)).toMatchObject({ transcript: TEXT });
  });

  const word = { text: 'a', startMs: 0, endMs: 100 };
  test.each<[string, unknown, string]>([
    ['an unknown field', { speed: 2 }, 'scenario: Unrecognized key: "speed"'],
    ['words without a reference', { words: [word] }, 'scenario: words need a reference'],
    ['words that overlap', { ...SPEAKING, words: [word, word] }, 'words: are not in order, or overlap'],
    [
      'a word that ends before it starts',
      { ...SPEAKING, words: [{ ...word, startMs: 200 }] },
      'words.0: ends before it starts',
    ],
    [
      'a word after the reference',
      { ...SPEAKING, words: [{ ...word, endMs: 1e6 }] },
      'a word ends at 1000000 ms, but the reference at',
    ],
    [
      'a reference that is no WAV',
      { reference: { wavBase64: 'AAAA' } },
      'the reference cannot be read: not a WAV file',
    ],
    ['a file that is not there', { reference: { wavPath: '/nowhere.wav' } }, 'the reference cannot be read: ENOENT'],
    [
      'a rule without a condition',
      { rules: [{ when: {}, do: { type: 'drop' } }] },
      'rules.0.when: needs onEvent or afterAudioMs',
    ],
    [
      'a code that no close frame has',
      { rules: [{ when: { onEvent: 'open' }, do: { type: 'close', code: 1006 } }] },
      'rules.0.do.code: no code for a close frame',
    ],
    ['an unknown fault', { rules: [{ when: { onEvent: 'open' }, do: { type: 'explode' } }] }, 'rules.0.do.type: '],
  ])('is rejected for %s, and the previous one stays', async (_, scenario, message) => {
    const sandbox = await startTestSandbox();
    const response = await control(sandbox, 'PUT', KEY, scenario);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: string[] };
    expect(errors[0]).toContain(message);
    expect(sandbox.sessions()).toEqual([]);
  });
});

describe('what was received', () => {
  test('is listed per session, without the key', async () => {
    const sandbox = await startTestSandbox({ ...SPEAKING, latency: { fixedMs: 250 } });
    sandbox.clock.advance(1_000);
    const client = await openRealtime(sandbox);
    append(client, wordsOfSpeech(0, 4));
    commit(client);
    client.send({ type: 'nonsense' });
    await client.soFar();
    sandbox.clock.advance(250);
    const completed = await client.next('conversation.item.input_audio_transcription.completed');
    client.close(1000);
    await client.closed;
    const response = await control(sandbox, 'GET', `${KEY}/sessions`);
    const text = await response.text();
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('authorization');
    expect(JSON.parse(text)).toEqual({
      nowMs: 1_250,
      sessions: [
        {
          session: 1,
          protocol: 'openai-realtime',
          openedAtMs: 1_000,
          closedAtMs: 1_250,
          end: { by: 'client', code: 1000, reason: '' },
          url: '/v1/realtime?intent=transcription',
          headers: expect.objectContaining({ host: expect.any(String) }),
          configurations: [
            {
              type: 'transcription',
              audio: { input: { turn_detection: null, transcription: { model: 'gpt-transcribe' } } },
            },
          ],
          rate: RECOGNIZER_RATE,
          receivedSamples: wordsOfSpeech(0, 4).length,
          items: [
            {
              id: completed.item_id,
              from: 0,
              to: wordsOfSpeech(0, 4).length,
              outcome: 'final',
              text: 'One two, three four.',
              committedAtMs: 1_000,
              finalAtMs: 1_250,
              providerMs: 250,
            },
          ],
          violations: [{ atMs: 1_000, code: 'invalid_value', message: expect.any(String) }],
        },
      ],
    });
  });

  test('is available as audio if the scenario keeps it', async () => {
    const sandbox = await startTestSandbox({ ...SPEAKING, keepAudio: true });
    for (const [first, end] of [
      [0, 4],
      [4, 10],
    ] as const) {
      const client = await openRealtime(sandbox);
      append(client, wordsOfSpeech(first, end));
      await client.soFar();
    }
    const bytes = async (route: string) => Buffer.from(await (await control(sandbox, 'GET', route)).arrayBuffer());
    expect(await bytes(`${KEY}/audio`)).toEqual(toPcm16(SPEECH.samples));
    expect(await bytes(`${KEY}/sessions/2/audio`)).toEqual(toPcm16(wordsOfSpeech(4, 10)));
    expect((await control(sandbox, 'GET', `${KEY}/sessions/3/audio`)).status).toBe(404);
  });

  test('is not kept as audio otherwise', async () => {
    const sandbox = await startTestSandbox(SPEAKING);
    const client = await openRealtime(sandbox);
    append(client, SPEECH.samples);
    await client.soFar();
    expect((await control(sandbox, 'GET', `${KEY}/audio`)).status).toBe(409);
    expect(sandbox.account().sessions[0]!.audio()).toHaveLength(0);
    expect((await control(sandbox, 'GET', 'unknown/audio')).status).toBe(404);
    expect((await control(sandbox, 'GET', 'unknown/sessions')).status).toBe(404);
  });

  test('is listed for the latest 200 sessions only', async () => {
    const sandbox = await startTestSandbox();
    const ask = () => fetch(`${sandbox.base}/v1/audio/transcriptions`, { method: 'POST', headers: bearer() });
    for (let count = 0; count < 205; count++) await (await ask()).arrayBuffer();
    const sessions = sandbox.sessions();
    expect([sessions.length, sessions[0]!.session, sessions.at(-1)!.session]).toEqual([200, 6, 205]);
  });
});

import { describe, expect, test } from 'vitest';
import { SAMPLE_RATE, type SttErrorKind, type SttEvent } from '../provider.ts';
import { committedAudio, makeReady, realtime } from '../testing/realtime-messages.ts';
import {
  countingSamples,
  type RecordedSession,
  type SessionSettings,
  startRecorded,
} from '../testing/recorded-session.ts';
import { createOpenAiProvider } from './openai-provider.ts';

const start = (settings?: SessionSettings) => startRecorded(createOpenAiProvider, settings);

function startReady(settings?: SessionSettings): RecordedSession {
  const started = start(settings);
  makeReady(started.socket);
  return started;
}

/** Starts a session, and pushes and cuts phrases of one second each. */
function startWithPhrases(count: number, settings?: SessionSettings): RecordedSession {
  const started = startReady(settings);
  for (let phrase = 0; phrase < count; phrase += 1) pushAndCut(started);
  started.events.length = 0;
  return started;
}

function pushAndCut({ session }: RecordedSession, sampleCount = SAMPLE_RATE): void {
  session.push(countingSamples(0, sampleCount));
  session.cut();
}

/** The final of a phrase of one second, by its number, starting at 1. */
const finalOf = (phrase: number, text: string): SttEvent => ({
  type: 'final',
  segment: `phrase-${phrase}`,
  from: (phrase - 1) * SAMPLE_RATE,
  to: phrase * SAMPLE_RATE,
  text,
});

const partialOf = (phrase: number, text: string, stable = 0): SttEvent => ({
  type: 'partial',
  segment: `phrase-${phrase}`,
  from: (phrase - 1) * SAMPLE_RATE,
  text,
  stable,
});

const closedBy = (kind: SttErrorKind) => ({ type: 'closed', error: expect.objectContaining({ kind }) });

const sentOfType = ({ socket }: RecordedSession, type: string) =>
  socket.sentJson.filter((event) => event.type === type);

describe('Connecting', () => {
  test('The address requests a transcription session and names no model; the key is the bearer token', () => {
    expect(start().socket.request).toEqual({
      url: 'wss://speech.example/v1/realtime?intent=transcription',
      headers: { authorization: 'Bearer secret-key' },
    });
  });

  test('Without a key, there is no authorization header', () => {
    const { socket } = start({ options: { key: '', baseUrl: 'http://localhost:3003/v1' } });
    expect(socket.request).toEqual({ url: 'ws://localhost:3003/v1/realtime?intent=transcription', headers: {} });
  });

  test('The session is configured once the server has sent its greeting, and ready once that is confirmed', () => {
    const { socket, events } = start();
    socket.open();
    expect(socket.sent).toEqual([]);
    socket.receive(realtime.created);
    socket.receive(realtime.created);
    expect(socket.sentJson).toHaveLength(1);
    expect(events).toEqual([]);
    socket.receive(realtime.updated);
    socket.receive(realtime.updated);
    expect(events).toEqual([{ type: 'ready' }]);
  });

  test('A server that sends no greeting within a second is configured anyway, once', () => {
    const { clock, socket } = start();
    socket.open();
    clock.advance(999);
    expect(socket.sent).toEqual([]);
    clock.advance(1);
    expect(socket.sentJson).toHaveLength(1);
    socket.receive(realtime.created);
    expect(socket.sentJson).toHaveLength(1);
  });

  test('A server that does not confirm the configuration times out', () => {
    const started = start();
    started.socket.open();
    for (let second = 0; second < 10; second += 1) {
      started.clock.advance(1_000);
      started.socket.pong();
    }
    expect(started.events).toEqual([closedBy('timeout')]);
    expect(started.socket.state).toBe('terminated');
  });
});

describe('Configuring', () => {
  const transcriptionOf = (config: SessionSettings['config']) => {
    const { socket } = startReady({ ...(config && { config }) });
    return (socket.sentJson[0] as { session: { audio: { input: { transcription: object } } } }).session.audio.input
      .transcription;
  };
  const config = {
    languages: ['en-US', 'de', 'en-GB'],
    keywords: ['<Saykey>', 'Ann\nLee', ' \n '],
    prompt: 'A letter.',
  };

  test('The update contains the audio format and the model, and disables voice activity detection explicitly', () => {
    const { socket } = startReady();
    expect(socket.sentJson).toEqual([
      {
        type: 'session.update',
        event_id: 'update-1',
        session: {
          type: 'transcription',
          audio: {
            input: {
              format: { type: 'audio/pcm', rate: 24_000 },
              transcription: { model: 'gpt-transcribe' },
              turn_detection: null,
            },
          },
        },
      },
    ]);
  });

  test.each([
    ['gpt-transcribe', { languages: ['en', 'de'], keywords: ['Saykey', 'Ann Lee'], prompt: 'A letter.' }],
    [
      'gpt-live-transcribe',
      { delay: 'low', languages: ['en', 'de'], keywords: ['Saykey', 'Ann Lee'], prompt: 'A letter.' },
    ],
    ['gpt-transcribe-2026-11-01', { languages: ['en', 'de'], keywords: ['Saykey', 'Ann Lee'], prompt: 'A letter.' }],
    ['gpt-realtime-whisper', { delay: 'low' }],
    ['gpt-4o-transcribe', { prompt: 'A letter. Saykey, Ann Lee' }],
  ])('%s gets the fields that it accepts', (model, fields) => {
    expect(transcriptionOf({ ...config, model })).toEqual({ model, ...fields });
  });

  test('Older models get a language if there is exactly one', () => {
    expect(transcriptionOf({ model: 'gpt-4o-transcribe', languages: ['pt-BR'] })).toMatchObject({ language: 'pt' });
  });

  test('Optional fields that the server refuses are omitted, one by one', () => {
    const { socket, events } = start({ config: { ...config, model: 'gpt-live-transcribe' } });
    socket.open();
    socket.receive(realtime.created);
    const refuse = (error: object) => {
      socket.receive(realtime.error({ type: 'invalid_request_error', ...error }));
      const { session } = socket.sentJson.at(-1) as { session: { audio: { input: { transcription: object } } } };
      return Object.keys(session.audio.input.transcription);
    };
    expect(refuse({ code: 'unknown_parameter', param: 'session.audio.input.transcription.delay' })).toEqual([
      'model',
      'languages',
      'keywords',
      'prompt',
    ]);
    expect(refuse({ code: 'invalid_value', param: 'session.audio.input.transcription.keywords[1]' })).toEqual([
      'model',
      'languages',
      'prompt',
    ]);
    expect(refuse({ message: "This model does not support 'prompt'.", event_id: 'update-3' })).toEqual([
      'model',
      'languages',
    ]);
    socket.receive(realtime.updated);
    expect(events).toEqual([{ type: 'ready' }]);
  });

  test('An error about an earlier update is ignored', () => {
    const { socket, events } = start({ config: { ...config, model: 'gpt-live-transcribe' } });
    socket.open();
    socket.receive(realtime.created);
    const refusal = realtime.error({ type: 'invalid_request_error', param: 'delay', event_id: 'update-1' });
    socket.receive(refusal);
    socket.receive(refusal);
    expect(socket.sentJson).toHaveLength(2);
    expect(events).toEqual([]);
  });

  test.each<[object, SttErrorKind]>([
    [{ type: 'invalid_request_error', code: 'invalid_value', param: 'session.audio.input.format' }, 'bad-config'],
    [{ code: 'strange', event_id: 'update-1' }, 'bad-config'],
    [{ type: 'invalid_request_error', code: 'model_not_found' }, 'bad-config'],
    [{ type: 'invalid_request_error', code: 'beta_api_shape_disabled' }, 'bad-config'],
    [{ type: 'invalid_request_error', code: 'invalid_api_key' }, 'auth'],
    [{ type: 'invalid_request_error', message: 'Incorrect API key provided: sk-…. See the prompt.' }, 'auth'],
    [{ type: 'insufficient_quota', code: 'credit_balance_exhausted' }, 'quota'],
    [{ type: 'requests', code: 'rate_limit_exceeded' }, 'rate-limit'],
    [{ type: 'server_error' }, 'server'],
  ])('%j ends the session as %s', (error, kind) => {
    const { socket, events } = start({ config });
    socket.open();
    socket.receive(realtime.created);
    socket.receive(realtime.error(error));
    expect(events).toEqual([closedBy(kind)]);
  });

  test('An error without details is not a refusal', () => {
    const { socket, events } = start();
    socket.open();
    socket.receive(realtime.error({ code: 'strange' }));
    socket.receive(realtime.created);
    socket.receive({ type: 'error' });
    socket.receive({ type: 'error', error: 'what?' });
    socket.receive(realtime.updated);
    expect(events).toEqual([{ type: 'ready' }]);
  });
});

describe('Audio', () => {
  test('Frames of 20 ms are sent four at a time, and nothing waits for a timer', () => {
    const started = startReady();
    const { clock, session, socket } = started;
    for (let frame = 0; frame < 5; frame += 1) session.push(countingSamples(frame * 480, (frame + 1) * 480));
    expect(sentOfType(started, 'input_audio_buffer.append')).toHaveLength(1);
    expect(session.backlogBytes).toBe(960);
    session.cut();
    expect(session.backlogBytes).toBe(0);
    const sentCount = socket.sent.length;
    clock.advance(1_000);
    expect(socket.sent).toHaveLength(sentCount);
  });

  test('A long push is sent in pieces of at most a second', () => {
    const started = startReady();
    started.session.push(countingSamples(0, 10 * SAMPLE_RATE));
    const appends = sentOfType(started, 'input_audio_buffer.append');
    expect(appends).toHaveLength(10);
    for (const { audio } of appends) expect(Buffer.from(String(audio), 'base64')).toHaveLength(48_000);
  });

  test('Each commit contains exactly what was pushed since the previous one', () => {
    const { session, socket } = startReady();
    session.push(countingSamples(0, 30_001));
    session.cut();
    session.push(countingSamples(30_001, 40_000));
    session.push(countingSamples(40_000, 40_100));
    session.cut();
    expect(committedAudio(socket)).toEqual([
      { eventId: 'commit-0', samples: countingSamples(0, 30_001) },
      { eventId: 'commit-1', samples: countingSamples(30_001, 40_100) },
    ]);
  });

  test('A phrase too short to be committed is padded with silence, which is outside of every range', () => {
    const { session, socket, events } = startReady();
    session.push(countingSamples(0, 100));
    session.cut();
    session.push(countingSamples(100, 3_000));
    session.cut();
    const [short, long] = committedAudio(socket);
    expect(short!.samples).toEqual(Int16Array.of(...countingSamples(0, 100), ...new Int16Array(2_300)));
    expect(long!.samples).toEqual(countingSamples(100, 3_000));
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.completed('a', 'Yes.'));
    socket.receive(realtime.committed('b', 'a'));
    socket.receive(realtime.completed('b', 'No.'));
    expect(events.slice(1)).toEqual([
      { type: 'final', segment: 'phrase-1', from: 0, to: 100, text: 'Yes.' },
      { type: 'final', segment: 'phrase-2', from: 100, to: 3_000, text: 'No.' },
    ]);
  });

  test('A cut without new audio is ignored', () => {
    const started = startReady();
    started.session.cut();
    pushAndCut(started);
    started.session.cut();
    expect(sentOfType(started, 'input_audio_buffer.commit')).toHaveLength(1);
  });

  test('The backlog counts what the connection has buffered', () => {
    const { session, socket } = startReady();
    socket.stall();
    session.push(countingSamples(0, SAMPLE_RATE));
    expect(session.backlogBytes).toBeGreaterThan(48_000);
    socket.drain(1_000_000);
    expect(session.backlogBytes).toBe(0);
  });
});

describe('Text', () => {
  test('A phrase arrives in pieces after its commit, then as a whole', () => {
    const { socket, events } = startWithPhrases(1);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.delta('a', 'Good'));
    socket.receive(realtime.delta('a', ' morning.'));
    socket.receive(realtime.completed('a', 'Good morning!'));
    expect(events).toEqual([partialOf(1, 'Good'), partialOf(1, 'Good morning.'), finalOf(1, 'Good morning!')]);
  });

  test('Finals are assigned to their own phrases, in whatever order they arrive', () => {
    const { socket, events } = startWithPhrases(3);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.committed('b', 'a'));
    socket.receive(realtime.committed('c', 'b'));
    for (const id of ['c', 'a', 'b']) socket.receive(realtime.completed(id, id));
    expect(events).toEqual([finalOf(3, 'c'), finalOf(1, 'a'), finalOf(2, 'b')]);
  });

  test('The chain of items identifies phrases whose commits are confirmed out of order', () => {
    const { socket, events } = startWithPhrases(3);
    for (const id of ['c', 'a', 'b']) socket.receive(realtime.completed(id, id));
    expect(events).toEqual([]);
    socket.receive(realtime.committed('c', 'b'));
    socket.receive(realtime.committed('b', 'a'));
    expect(events).toEqual([]);
    socket.receive(realtime.committed('a', null));
    expect(events).toEqual([finalOf(1, 'a'), finalOf(2, 'b'), finalOf(3, 'c')]);
  });

  test('Text that arrives before its commit is confirmed is assigned once only one phrase is left', () => {
    const { socket, events } = startWithPhrases(2);
    socket.receive(realtime.completed('b', 'two'));
    socket.receive(realtime.delta('a', 'one'));
    expect(events).toEqual([]);
    socket.receive(realtime.committed('a', null));
    expect(events).toEqual([partialOf(1, 'one'), finalOf(2, 'two')]);
  });

  test('Repeated and late events are ignored', () => {
    const { socket, events } = startWithPhrases(2);
    for (let time = 0; time < 3; time += 1) {
      socket.receive(realtime.committed('a', null));
      socket.receive(realtime.completed('a', 'one'));
    }
    socket.receive(realtime.completed('a', 'another one'));
    socket.receive(realtime.delta('a', ' more'));
    socket.receive(realtime.failed('a', { code: 'server_error' }));
    expect(events).toEqual([finalOf(1, 'one')]);
  });

  test('The same text twice gives two finals', () => {
    const { socket, events } = startWithPhrases(2);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.completed('a', 'Yes.'));
    socket.receive(realtime.committed('b', 'a'));
    socket.receive(realtime.completed('b', 'Yes.'));
    expect(events).toEqual([finalOf(1, 'Yes.'), finalOf(2, 'Yes.')]);
  });

  test('Without a chain, items are matched in the order of their commits once there are as many as phrases', () => {
    const { socket, events } = startWithPhrases(3);
    const committed = (itemId: string) => ({ type: 'input_audio_buffer.committed', item_id: itemId });
    socket.receive(realtime.completed('b', 'two'));
    for (const id of ['a', 'b', 'a']) socket.receive(committed(id));
    socket.receive(realtime.completed('a', 'one'));
    expect(events).toEqual([]);
    socket.receive(committed('c'));
    expect(events).toEqual([finalOf(1, 'one'), finalOf(2, 'two')]);
  });

  test('A chain that starts at an unknown item still orders its items', () => {
    const { socket, events } = startWithPhrases(2);
    socket.receive(realtime.completed('a', 'one'));
    socket.receive(realtime.completed('b', 'two'));
    socket.receive(realtime.committed('b', 'a'));
    socket.receive(realtime.committed('a', 'an item of another time'));
    expect(events).toEqual([finalOf(1, 'one'), finalOf(2, 'two')]);
  });

  test('Without confirmed commits, one phrase at a time can still be matched', () => {
    const started = startWithPhrases(1);
    started.socket.receive(realtime.completed('a', 'one'));
    pushAndCut(started);
    started.socket.receive(realtime.completed('b', 'two'));
    expect(started.events).toEqual([finalOf(1, 'one'), finalOf(2, 'two')]);
  });

  test('An empty commit gives an empty final, and the chain continues after it', () => {
    const { socket, events } = startWithPhrases(4);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.commitEmpty('commit-1'));
    socket.receive(realtime.commitEmpty('commit-1'));
    socket.receive(realtime.committed('c', 'a'));
    socket.receive(realtime.completed('c', 'three'));
    socket.receive(realtime.completed('a', 'one'));
    expect(events).toEqual([finalOf(2, ''), finalOf(3, 'three'), finalOf(1, 'one')]);
  });

  test('An empty commit without an ID is the oldest one without an answer', () => {
    const { socket, events } = startWithPhrases(3);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.commitEmpty());
    socket.receive(
      realtime.error({ code: null, message: 'Error committing input audio buffer: the buffer is empty.' }),
    );
    socket.receive(realtime.commitEmpty());
    expect(events).toEqual([finalOf(2, ''), finalOf(3, '')]);
  });

  test('An empty commit that is unknown, or was answered with an item, is ignored', () => {
    const { socket, events } = startWithPhrases(2);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.commitEmpty('commit-0'));
    socket.receive(realtime.commitEmpty('commit-7'));
    socket.receive(realtime.commitEmpty('somebody else'));
    expect(events).toEqual([]);
  });

  test('A server that segments the audio itself causes a protocol error', () => {
    const started = startWithPhrases(1);
    started.socket.receive(realtime.committed('a', null));
    started.socket.receive(realtime.completed('a', 'one'));
    started.socket.receive(realtime.committed('b', 'a'));
    expect(started.events).toEqual([finalOf(1, 'one'), closedBy('protocol')]);
  });

  test('Irrelevant and malformed events are ignored', () => {
    const { socket, events } = startWithPhrases(1);
    const garbage = [
      'not JSON',
      'null',
      new Uint8Array([1, 2, 3]),
      [],
      { type: 'rate_limits.updated', rate_limits: [] },
      { type: 'conversation.item.added', item: { id: 'a' }, previous_item_id: null },
      { type: 'input_audio_buffer.committed' },
      { type: 'input_audio_buffer.committed', item_id: '' },
      { type: 'input_audio_buffer.committed', item_id: { length: { toString: 1 } } },
      { ...realtime.completed('a', ''), transcript: 7 },
      { ...realtime.delta('a', ''), delta: null },
    ];
    for (const message of garbage) socket.receive(message);
    socket.receive({ ...realtime.committed('a', null), previous_item_id: { id: 7 } });
    socket.receive(realtime.completed('a', 'one'));
    expect(events).toEqual([finalOf(1, 'one')]);
  });
});

describe('Live text', () => {
  const live = { config: { model: 'gpt-live-transcribe' } };

  test('Pieces that arrive before the cut belong to the open phrase, and all but the last word is stable', () => {
    const started = startReady(live);
    const { socket, session, events } = started;
    session.push(countingSamples(0, SAMPLE_RATE));
    for (const piece of ['Good mor', 'ning', ' all']) socket.receive(realtime.delta('a', piece));
    session.cut();
    socket.receive(realtime.delta('a', ' of'));
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.delta('a', ' you.'));
    socket.receive(realtime.completed('a', 'Good morning, all of you.'));
    expect(events.slice(1)).toEqual([
      partialOf(1, 'Good mor', 'Good'.length),
      partialOf(1, 'Good morning', 'Good'.length),
      partialOf(1, 'Good morning all', 'Good morning'.length),
      partialOf(1, 'Good morning all of', 'Good morning all'.length),
      partialOf(1, 'Good morning all of you.', 'Good morning all of you'.length),
      finalOf(1, 'Good morning, all of you.'),
    ]);
  });

  test('Text of the next phrase may arrive before the previous one is answered', () => {
    const started = startReady(live);
    const { socket, events } = started;
    socket.receive(realtime.delta('a', 'one'));
    pushAndCut(started);
    socket.receive(realtime.delta('b', 'two'));
    socket.receive(realtime.delta('a', ' more'));
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.completed('a', 'One more.'));
    pushAndCut(started);
    socket.receive(realtime.committed('b', 'a'));
    socket.receive(realtime.completed('b', 'Two.'));
    expect(events.slice(1)).toEqual([
      partialOf(1, 'one'),
      partialOf(2, 'two'),
      partialOf(1, 'one more', 'one'.length),
      finalOf(1, 'One more.'),
      finalOf(2, 'Two.'),
    ]);
  });

  test('Pieces are held back until their phrase is certain', () => {
    const started = startReady(live);
    const { socket, events } = started;
    pushAndCut(started);
    socket.receive(realtime.delta('b', 'two'));
    expect(events.slice(1)).toEqual([]);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.delta('b', ' three'));
    expect(events.slice(1)).toEqual([partialOf(2, 'two three', 'two'.length)]);
  });

  test('An item that turns out to be another phrase than expected is reassigned to that one', () => {
    const started = startReady(live);
    const { socket, events } = started;
    socket.receive(realtime.delta('b', 'two'));
    pushAndCut(started);
    pushAndCut(started);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.committed('b', 'a'));
    socket.receive(realtime.completed('a', 'One.'));
    expect(events.slice(1)).toEqual([partialOf(1, 'two'), partialOf(2, 'two'), finalOf(1, 'One.')]);
  });

  test('Pieces of an item are no longer emitted once another item answers its phrase', () => {
    const started = startReady(live);
    const { socket, events } = started;
    socket.receive(realtime.delta('x', 'one'));
    pushAndCut(started);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.delta('x', ' more'));
    expect(events.slice(1)).toEqual([partialOf(1, 'one')]);
  });
});

describe('The end', () => {
  test('end() works when it is called by an event listener', () => {
    const { clock, socket, events } = startWithPhrases(1, {
      onEvent: (event, session) => event.type === 'final' && session.end(),
    });
    socket.receive(realtime.completed('a', 'one'));
    clock.advance(0);
    expect(events).toEqual([finalOf(1, 'one'), { type: 'closed' }]);
  });

  test('After cancel(), nothing is sent and no event is emitted', () => {
    const { clock, socket, session, events } = startWithPhrases(1);
    session.cancel();
    const sentCount = socket.sent.length;
    expect(socket.sentJson.at(-1)).toEqual({ type: 'input_audio_buffer.clear' });
    expect(socket.state).toBe('terminated');
    session.push(countingSamples(0, SAMPLE_RATE));
    session.cut();
    session.end();
    expect(clock.scheduledCount).toBe(0);
    expect(socket.sent).toHaveLength(sentCount);
    expect(events).toEqual([]);
  });

  test('cancel() does not add to the backlog of a slow connection', () => {
    const { socket, session } = startReady();
    socket.stall();
    session.push(countingSamples(0, SAMPLE_RATE));
    session.cancel();
    expect(socket.sentJson.at(-1)).not.toEqual({ type: 'input_audio_buffer.clear' });
  });

  test('cancel() called by an event listener suppresses the events that would have followed', () => {
    const { socket, events } = startWithPhrases(2, {
      onEvent: (event, session) => event.type === 'final' && session.cancel(),
    });
    socket.receive(realtime.completed('b', 'two'));
    socket.receive(realtime.completed('a', 'one'));
    socket.receive(realtime.committed('b', 'a'));
    socket.receive(realtime.committed('a', null));
    expect(events).toEqual([finalOf(1, 'one')]);
  });
});

describe('Errors', () => {
  test('A failed item ends the session; the finals before it remain', () => {
    const { socket, events } = startWithPhrases(2);
    socket.receive(realtime.committed('a', null));
    socket.receive(realtime.completed('a', 'one'));
    socket.receive(realtime.failed('b', { type: 'insufficient_quota', code: 'credit_balance_exhausted' }));
    expect(events).toEqual([finalOf(1, 'one'), closedBy('quota')]);
    expect(socket.state).toBe('terminated');
  });

  test.each<[object, SttErrorKind]>([
    [{ type: 'invalid_request_error', code: 'session_expired' }, 'expired'],
    [{ type: 'insufficient_quota' }, 'quota'],
    [{ code: 'insufficient_quota' }, 'quota'],
    [{ code: 'invalid_api_key' }, 'auth'],
    [{ message: 'Missing scopes: api.model.audio.request' }, 'permission'],
    [{ code: 'beta_api_shape_disabled' }, 'bad-config'],
    [{ code: 'strange', event_id: 'commit-0' }, 'server'],
    [{ code: 'rate_limit_exceeded', event_id: 'append-1' }, 'rate-limit'],
  ])('%j ends a session at work as %s', (error, kind) => {
    const { socket, events } = startWithPhrases(1);
    socket.receive(realtime.error(error));
    expect(events).toEqual([closedBy(kind)]);
  });

  test.each([
    { type: 'server_error', message: 'Something went wrong for a moment.' },
    { type: 'invalid_request_error', code: 'unknown_parameter', param: 'delay', event_id: 'update-1' },
    { code: 'rate_limit_exceeded' },
    {},
  ])('%j does not end a session at work', (error) => {
    const { socket, events } = startWithPhrases(1);
    socket.receive(realtime.error(error));
    socket.receive(realtime.completed('a', 'one'));
    expect(events).toEqual([finalOf(1, 'one')]);
  });

  test.each<[number, string, SttErrorKind]>([
    [3000, 'invalid_request_error.invalid_api_key', 'auth'],
    [3000, '', 'auth'],
    [4000, 'beta_api_shape_disabled', 'bad-config'],
    [4000, '', 'server'],
    [1001, 'Your session hit the maximum duration of 60 minutes.', 'expired'],
    [1001, '', 'expired'],
    [1011, 'keepalive', 'server'],
    [1005, '', 'server'],
  ])('A close with %i %j means %s, and its reason is not shown', (code, reason, kind) => {
    const { socket, events } = startWithPhrases(1);
    socket.end({ type: 'closed', code, reason });
    expect(events).toEqual([closedBy(kind)]);
    if (reason !== '') expect(JSON.stringify(events)).not.toContain(reason);
  });

  test('A refused upgrade is judged by its status', () => {
    const { clock, socket, events } = start();
    socket.end({ type: 'refused', status: 429, headers: { 'retry-after': '3' }, body: '' });
    expect(events).toEqual([
      { type: 'closed', error: expect.objectContaining({ kind: 'rate-limit', retryAfterMs: 3_000 }) },
    ]);
    expect(clock.scheduledCount).toBe(0);
  });

  test('A slow connection is kept as long as any bytes leave', () => {
    const { clock, socket, session, events } = startReady();
    const passSecond = (leavingBytes: number) => {
      session.push(countingSamples(0, SAMPLE_RATE));
      socket.drain(leavingBytes);
      clock.advance(1_000);
    };
    socket.stall();
    for (let second = 0; second < 20; second += 1) passSecond(10_000);
    expect(events).toEqual([{ type: 'ready' }]);
    for (let second = 0; second < 6; second += 1) passSecond(0);
    expect(events.slice(1)).toEqual([closedBy('network')]);
  });

  test('The timeout for a server that is alive but sends no text depends on the audio', () => {
    const { clock, socket, events } = startWithPhrases(1);
    for (let second = 0; second < 4; second += 1) {
      expect(events).toEqual([]);
      clock.advance(1_000);
      socket.pong();
    }
    expect(events).toEqual([closedBy('timeout')]);
  });

  test('Every piece of text restarts the timeout for text', () => {
    const { clock, socket, events } = startWithPhrases(1);
    socket.receive(realtime.committed('a', null));
    for (let second = 0; second < 20; second += 1) {
      clock.advance(1_000);
      socket.receive(realtime.delta('a', 'word '));
    }
    expect(events).toHaveLength(20);
    expect(events.at(-1)).toMatchObject({ type: 'partial' });
  });

  test('No text is awaited for audio that is not cut', () => {
    const { clock, socket, session, events } = startReady();
    session.push(countingSamples(0, SAMPLE_RATE));
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1_000);
      socket.pong();
    }
    expect(events).toEqual([{ type: 'ready' }]);
  });
});

import { describe, expect, test } from 'vitest';
import { SAMPLE_RATE, type SttErrorKind, type SttEvent } from '../provider.ts';
import { finalResults, metadata, results } from '../testing/deepgram-messages.ts';
import {
  countingSamples,
  type RecordedSession,
  type SessionSettings,
  startRecorded,
} from '../testing/recorded-session.ts';
import { createDeepgramProvider } from './deepgram-provider.ts';

const start = (settings?: SessionSettings) => startRecorded(createDeepgramProvider, settings);

/** Starts a session and pushes this many seconds of audio. */
function startWithAudio(seconds: number, settings?: SessionSettings): RecordedSession {
  const started = start(settings);
  started.socket.open();
  started.session.push(countingSamples(0, seconds * SAMPLE_RATE));
  started.events.length = 0;
  return started;
}

const finalOf = (fromSeconds: number, toSeconds: number, text: string): SttEvent => {
  const from = fromSeconds * SAMPLE_RATE;
  return { type: 'final', segment: `from-${from}`, from, to: toSeconds * SAMPLE_RATE, text };
};

const partialOf = (fromSeconds: number, text: string): SttEvent => {
  const from = fromSeconds * SAMPLE_RATE;
  return { type: 'partial', segment: `from-${from}`, from, text, stable: 0 };
};

const closedBy = (kind: SttErrorKind) => ({ type: 'closed', error: expect.objectContaining({ kind }) });

/** Advances time on a connection whose server answers pings. */
function passSeconds({ clock, socket }: RecordedSession, seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1_000);
    socket.pong();
  }
}

describe('Connecting', () => {
  const queryOf = (config: SessionSettings['config']) =>
    new URL(start({ ...(config && { config }) }).socket.request.url).searchParams;

  test('The address contains every setting, and the key is sent as a token', () => {
    const { url, headers } = start().socket.request;
    expect(url).toBe(
      'wss://speech.example/v1/listen?model=nova-3&encoding=linear16&sample_rate=24000&channels=1' +
        '&interim_results=true&smart_format=true&punctuate=true&endpointing=300&language=multi',
    );
    expect(headers).toEqual({ authorization: 'Token secret-key' });
  });

  test.each([
    [[], 'multi'],
    [['de-CH'], 'de-CH'],
    [['de', 'en'], 'multi'],
  ])('The languages %j are requested as %s', (languages, language) => {
    expect(queryOf({ languages }).get('language')).toBe(language);
  });

  test('Each keyword is sent as a key term, in any script', () => {
    const keywords = ['Saykey', 'R&D = fun?', 'Müller', 'half \ud83d pair'];
    expect(queryOf({ keywords }).getAll('keyterm')).toEqual(['Saykey', 'R&D = fun?', 'Müller', 'half \ufffd pair']);
  });

  test('No more key terms are sent than the provider accepts, and none to models without support for them', () => {
    const keywords = Array.from({ length: 200 }, (_, index) => `keyword-${100 + index}`);
    expect(queryOf({ keywords }).getAll('keyterm')).toEqual(keywords.slice(0, 90));
    expect(queryOf({ keywords, model: 'nova-2' }).getAll('keyterm')).toEqual([]);
  });

  test('The session is ready as soon as the connection is open', () => {
    const { socket, events } = start();
    expect(events).toEqual([]);
    socket.open();
    expect(events).toEqual([{ type: 'ready' }]);
  });
});

describe('Audio', () => {
  test('Audio is sent unchanged, in binary frames of 40 to 250 ms', () => {
    const { socket, session } = startWithAudio(0);
    const samples = countingSamples(0, SAMPLE_RATE);
    for (let sample = 0; sample < 4_800; sample += 480) session.push(samples.subarray(sample, sample + 480));
    session.push(samples.subarray(4_800));
    expect(socket.sentBytes.map((frame) => frame.length)).toEqual([
      ...new Array(5).fill(1_920),
      ...new Array(4).fill(9_600),
    ]);
    expect(Buffer.concat(socket.sentBytes)).toEqual(Buffer.from(samples.buffer));
  });

  test('The backlog counts audio waiting for a full frame and bytes buffered by the connection', () => {
    const { socket, session } = startWithAudio(0);
    session.push(countingSamples(0, 480));
    expect(session.backlogBytes).toBe(960);
    socket.stall();
    session.push(countingSamples(480, 960));
    expect(session.backlogBytes).toBe(1_920);
  });

  test('Cuts send nothing', () => {
    const { socket, session } = startWithAudio(1);
    const sentCount = socket.sent.length;
    session.cut();
    expect(socket.sent).toHaveLength(sentCount);
  });

  test('A keep-alive message is sent every 4 s without audio, until the session is ended', () => {
    const started = startWithAudio(0);
    const { clock, socket, session } = started;
    passSeconds(started, 3);
    session.push(countingSamples(0, 10 * SAMPLE_RATE));
    const keptAlive = () => socket.sentJson.filter(({ type }) => type === 'KeepAlive').length;
    passSeconds(started, 3);
    expect(keptAlive()).toBe(0);
    passSeconds(started, 1);
    expect(keptAlive()).toBe(1);
    passSeconds(started, 8);
    expect(keptAlive()).toBe(3);
    session.end();
    passSeconds(started, 4);
    expect(keptAlive()).toBe(3);
    session.cancel();
    expect(clock.scheduledCount).toBe(0);
  });
});

describe('Text', () => {
  test('Interim results replace each other until a final one closes their range', () => {
    const { socket, events } = startWithAudio(3);
    socket.receive(results(0, 1, 'good'));
    socket.receive(results(0, 1.5, 'Good morn'));
    socket.receive(finalResults(0, 1.75, 'Good morning.'));
    socket.receive(results(1.75, 0.5, 'how'));
    socket.receive(finalResults(1.75, 1.25, 'How are you?'));
    expect(events).toEqual([
      partialOf(0, 'good'),
      partialOf(0, 'Good morn'),
      finalOf(0, 1.75, 'Good morning.'),
      partialOf(1.75, 'how'),
      finalOf(1.75, 3, 'How are you?'),
    ]);
  });

  test('Finals are contiguous even if the times are rounded', () => {
    const { socket, events } = startWithAudio(3);
    socket.receive(finalResults(0, 0.9999999, 'one'));
    socket.receive(finalResults(1.05, 0.95, 'two'));
    expect(events).toEqual([finalOf(0, 1, 'one'), finalOf(1, 2, 'two')]);
  });

  test('A final covers no more than was pushed', () => {
    const { socket, events } = startWithAudio(1);
    socket.receive(finalResults(0, 1.2, 'one'));
    socket.receive(finalResults(1.2, 1, 'two'));
    expect(events).toEqual([finalOf(0, 1, 'one')]);
  });

  test('Repeated and late results are ignored', () => {
    const { socket, events } = startWithAudio(2);
    for (let time = 0; time < 3; time += 1) socket.receive(finalResults(0, 1, 'one'));
    socket.receive(results(0, 1, 'on'));
    socket.receive(finalResults(1, 0, ''));
    expect(events).toEqual([finalOf(0, 1, 'one')]);
  });

  test('Finals may arrive out of order', () => {
    const { socket, events } = startWithAudio(3);
    socket.receive(finalResults(2, 1, 'three'));
    socket.receive(finalResults(1, 1, 'two'));
    socket.receive(finalResults(0, 1, 'one'));
    expect(events).toEqual([finalOf(2, 3, 'three'), finalOf(1, 2, 'two'), finalOf(0, 1, 'one')]);
  });

  test('Irrelevant and malformed messages are ignored', () => {
    const { socket, events } = startWithAudio(1);
    const garbage = [
      'not JSON',
      'null',
      new Uint8Array([1, 2, 3]),
      { type: 'SpeechStarted', channel: [0], timestamp: 0 },
      { type: 'UtteranceEnd', channel: [0], last_word_end: 1 },
      { type: 'Results' },
      { ...finalResults(0, 1, ''), start: 'now' },
      { ...finalResults(0, 1, ''), start: -1 },
      { ...finalResults(0, 1, ''), channel: { alternatives: [] } },
      metadata,
    ];
    for (const message of garbage) socket.receive(message);
    expect(events).toEqual([]);
  });
});

describe('The end', () => {
  test('The remaining audio is sent, then the stream is finalized and closed', () => {
    const { socket, session } = startWithAudio(1);
    session.push(countingSamples(SAMPLE_RATE, SAMPLE_RATE + 100));
    session.end();
    const [rest, ...messages] = socket.sent.slice(-3);
    expect(rest).toHaveLength(200);
    expect(messages).toEqual(['{"type":"Finalize"}', '{"type":"CloseStream"}']);
  });

  test('The session closes once everything is final', () => {
    const { clock, socket, session, events } = startWithAudio(2);
    session.end();
    session.end();
    clock.advance(0);
    socket.receive(finalResults(0, 1, 'one'));
    expect(events).toEqual([finalOf(0, 1, 'one')]);
    socket.receive(finalResults(1, 1, 'two'));
    expect(events.slice(1)).toEqual([finalOf(1, 2, 'two'), { type: 'closed' }]);
    expect(socket.state).toBe('closed');
    expect(clock.scheduledCount).toBe(0);
  });

  test('After the metadata, the remaining audio gets an empty final', () => {
    const { socket, session, events } = startWithAudio(3);
    session.end();
    socket.receive(finalResults(0, 2, 'one'));
    socket.receive(metadata);
    expect(events).toEqual([finalOf(0, 2, 'one'), finalOf(2, 3, ''), { type: 'closed' }]);
  });

  test('The session fails if text before the last final is missing when the metadata arrives', () => {
    const { socket, session, events } = startWithAudio(3);
    session.end();
    socket.receive(finalResults(1, 1, 'two'));
    socket.receive(metadata);
    expect(events).toEqual([finalOf(1, 2, 'two'), closedBy('server')]);
  });
});

describe('Errors', () => {
  test.each<[number, string, SttErrorKind]>([
    [1011, 'NET-0001', 'network'],
    [1011, 'NET-0000', 'server'],
    [1008, 'DATA-0000', 'bad-config'],
    [1000, '', 'server'],
    [1001, '', 'server'],
  ])('An unexpected close with %i %j means %s', (code, reason, kind) => {
    const { socket, events } = startWithAudio(1);
    socket.end({ type: 'closed', code, reason });
    expect(events).toEqual([closedBy(kind)]);
  });

  test.each([1000, 1005, 1011])('A close with %i before the metadata leaves the rest unconfirmed', (code) => {
    const { socket, session, events } = startWithAudio(2);
    session.end();
    socket.receive(finalResults(0, 1, 'one'));
    socket.end({ type: 'closed', code, reason: '' });
    expect(events).toEqual([finalOf(0, 1, 'one'), closedBy('server')]);
  });

  test.each<[object, SttErrorKind]>([
    [{ description: 'What?' }, 'server'],
    [{ variant: 'rate_limit_exceeded', message: 'Slow down.' }, 'rate-limit'],
    [{ variant: 7 }, 'server'],
  ])('The error message %j ends the session, since text may be missing', (error, kind) => {
    const { socket, events } = startWithAudio(1);
    socket.receive({ type: 'Error', ...error });
    expect(events).toEqual([closedBy(kind)]);
  });

  test('After the end, the timeout for text depends on the audio that has none', () => {
    const started = startWithAudio(4);
    started.socket.receive(finalResults(0, 2, 'one'));
    started.session.end();
    passSeconds(started, 4);
    expect(started.events).toHaveLength(1);
    passSeconds(started, 1);
    expect(started.events.slice(1)).toEqual([closedBy('timeout')]);
  });

  test('Results restart the timeout for text', () => {
    const started = startWithAudio(2);
    started.session.end();
    for (let second = 0; second < 20; second += 1) {
      started.clock.advance(1_000);
      started.socket.receive(results(0, 2, `${second}`));
    }
    expect(started.events).toHaveLength(20);
  });
});

import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { FakeTransport } from '@workspace/speech/testing/fake-transport';
import type { WebSocketEnd } from '@workspace/speech/transport';
import { describe, expect, test } from 'vitest';
import { ObservingTransport } from './observing-transport.ts';

const SECOND_OF_AUDIO = new Uint8Array(48_000);

function observe() {
  const network = new FakeTransport();
  const clock = new FakeClock();
  return { network, clock, transport: new ObservingTransport(network, clock) };
}

function connect(transport: ObservingTransport) {
  const heard: unknown[] = [];
  const connection = transport.connect(
    { url: 'wss://host.example/v1/realtime', headers: { authorization: 'Bearer sk-1' } },
    {
      onOpen: () => heard.push('open'),
      onMessage: (data) => heard.push(data),
      onPong: () => heard.push('pong'),
      onEnd: (end) => heard.push(end),
    },
  );
  return { connection, heard };
}

describe('An observed socket', () => {
  test('passes on everything sent and received', () => {
    const { network, transport } = observe();
    const { connection, heard } = connect(transport);
    const socket = network.sockets[0]!;
    socket.open();
    socket.receive({ type: 'session.created' });
    socket.pong();
    connection.send('{"type":"session.update"}');
    connection.send(SECOND_OF_AUDIO);
    connection.ping();
    socket.bufferedBytes = 7;
    expect(connection.bufferedBytes).toBe(7);
    expect(socket.sent).toEqual(['{"type":"session.update"}', SECOND_OF_AUDIO]);
    expect(socket.pingCount).toBe(1);
    const end: WebSocketEnd = { type: 'closed', code: 1001, reason: 'too old' };
    socket.end(end);
    expect(heard).toEqual(['open', '{"type":"session.created"}', 'pong', end]);
  });

  test('is closed or terminated when the client does so', () => {
    const { network, transport } = observe();
    connect(transport).connection.close();
    connect(transport).connection.terminate();
    expect(network.sockets.map(({ state }) => state)).toEqual(['closed', 'terminated']);
  });

  test('is recorded with times, lengths of audio and its close code', () => {
    const { network, clock, transport } = observe();
    const { connection } = connect(transport);
    const socket = network.sockets[0]!;
    clock.advance(20);
    socket.open();
    connection.send(SECOND_OF_AUDIO);
    const audio = Buffer.from(SECOND_OF_AUDIO).toString('base64');
    connection.send(JSON.stringify({ type: 'input_audio_buffer.append', audio }));
    clock.advance(30);
    connection.send('{"type":"Finalize"}');
    socket.end({ type: 'closed', code: 3000, reason: 'the key sk-1' });
    expect(transport.observations).toEqual([
      { atMs: 0, connection: 1, type: 'connecting' },
      { atMs: 20, connection: 1, type: 'open' },
      { atMs: 20, connection: 1, type: 'sent-audio', seconds: 1 },
      { atMs: 20, connection: 1, type: 'sent-audio', seconds: 1 },
      { atMs: 50, connection: 1, type: 'sent', message: { event: 'Finalize', fields: ['type'] } },
      { atMs: 50, connection: 1, type: 'closed', code: 3000 },
    ]);
  });

  test('is recorded with only the status if it is refused', () => {
    const { network, transport } = observe();
    connect(transport);
    network.sockets[0]!.end({ type: 'refused', status: 401, headers: {}, body: 'the key sk-1' });
    expect(transport.observations.at(-1)).toEqual({ atMs: 0, connection: 1, type: 'refused', status: 401 });
  });
});

describe('An observed request', () => {
  const request = {
    method: 'POST' as const,
    url: 'https://host.example/v1/audio/transcriptions',
    headers: {},
    form: [
      { name: 'model', value: 'whisper-1' },
      { name: 'stream', value: 'true' },
    ],
  };

  test('passes on its answer piece by piece, and is recorded with the names of fields and events', async () => {
    const { network, transport } = observe();
    const { response } = transport.request(request);
    const exchange = network.exchanges[0]!;
    exchange.respond(
      200,
      { 'content-type': 'text/event-stream; charset=utf-8' },
      'data: {"type":"transcript.text.done"}',
    );
    const pieces: string[] = [];
    for await (const piece of (await response).body) pieces.push(piece);
    expect(exchange.request).toBe(request);
    expect(pieces).toEqual(['data: {"type":"transcript.text.done"}']);
    expect(transport.observations).toEqual([
      { atMs: 0, connection: 1, type: 'request', call: 'transcriptions', fields: ['model', 'stream'] },
      { atMs: 0, connection: 1, type: 'response', status: 200, contentType: 'text/event-stream' },
      { atMs: 0, connection: 1, type: 'answer', events: ['transcript.text.done'] },
    ]);
  });

  test('is recorded with what an error response names', async () => {
    const { network, transport } = observe();
    const { response } = transport.request(request);
    network.exchanges[0]!.respond(400, {}, '{"error":{"code":"unknown_parameter","param":"stream"}}');
    for await (const _ of (await response).body);
    expect(transport.observations.at(-1)).toMatchObject({
      error: { code: 'unknown_parameter', parameters: ['stream'] },
    });
  });

  test('can be cancelled', async () => {
    const { network, transport } = observe();
    const { response, cancel } = transport.request(request);
    cancel();
    expect(network.exchanges[0]!.isCancelled).toBe(true);
    await expect(response).rejects.toThrow('cancelled');
    expect(transport.observations.at(-1)).toMatchObject({ type: 'failed' });
  });
});

import { expect, test } from 'vitest';
import { pcmBytes, samplesIn } from '../samples.ts';
import { SessionConnection } from '../session-connection.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { FakeTransport } from '../testing/fake-transport.ts';
import { AudioFeed, type FeedRules } from './audio-feed.ts';

/** Starts a feed on an open connection. */
function startFeed(rules: Partial<FeedRules> = {}) {
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const protocol = { onOpen: () => {}, onMessage: () => {}, onServerClose: () => {} };
  const request = { url: 'wss://speech.example', headers: {} };
  const origin = { host: 'speech.example', key: '' };
  const connection = new SessionConnection(request, origin, { clock, transport }, protocol, () => {});
  const socket = transport.sockets[0]!;
  socket.open();
  connection.ready();
  const frame = { minAudioMs: 100, maxAudioMs: 100 };
  const feed = new AudioFeed(connection, clock, { frame, encode: pcmBytes, ...rules });
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      socket.pong();
    }
  };
  return { feed, socket, pass, sentMs: () => socket.sentBytes.length * 100 };
}

test('Without a lead limit, all audio is sent at once', () => {
  const { feed, sentMs } = startFeed();
  feed.push(new Int16Array(samplesIn(60_000)));
  expect(sentMs()).toBe(60_000);
});

test('With a lead limit, audio never runs further ahead than allowed, even after a time without audio', () => {
  const { feed, pass, sentMs } = startFeed({ maxLeadAudioMs: 2_000 });
  pass(30_000);
  feed.push(new Int16Array(samplesIn(5_000)));
  expect(sentMs()).toBe(2_000);
  expect(feed.backlogBytes).toBe(2 * samplesIn(3_000));
  pass(1_000);
  expect(sentMs()).toBe(3_000);
  pass(2_000);
  expect(sentMs()).toBe(5_000);
  expect(feed.backlogBytes).toBe(0);
});

test('A message is sent after the audio queued before it', () => {
  const { feed, socket, pass } = startFeed({ maxLeadAudioMs: 1_000 });
  feed.push(new Int16Array(samplesIn(2_000)));
  feed.add('commit');
  expect(socket.sent).not.toContain('commit');
  pass(1_000);
  expect(socket.sent.at(-1)).toBe('commit');
});

test('The last frame is padded with silence if the provider requires a minimum length', () => {
  const { feed, socket } = startFeed({ fillsFrames: true });
  feed.push(new Int16Array(10).fill(1));
  feed.flush(0);
  expect(socket.sentBytes.map((frame) => frame.length)).toEqual([2 * samplesIn(100)]);
});

test('A held message holds back everything after it', () => {
  const { feed, socket } = startFeed();
  let isHeld = true;
  const sent: string[] = [];
  feed.add('first', { isHeld: () => isHeld, onSent: () => sent.push('first') });
  feed.push(new Int16Array(samplesIn(100)));
  expect([socket.sent.length, sent]).toEqual([0, []]);
  isHeld = false;
  feed.send();
  expect([socket.sent.length, sent]).toEqual([2, ['first']]);
});

test('A keep-alive message is sent while nothing else is, for as long as that is needed', () => {
  let isNeeded = true;
  const { feed, socket, pass } = startFeed({ keepAlive: { everyMs: 4_000, message: 'alive' } });
  feed.keepAlive(() => isNeeded);
  pass(3_000);
  feed.push(new Int16Array(samplesIn(100)));
  pass(3_900);
  expect(socket.sent).not.toContain('alive');
  pass(4_100);
  expect(socket.sent.filter((frame) => frame === 'alive')).toHaveLength(2);
  isNeeded = false;
  pass(20_000);
  expect(socket.sent.filter((frame) => frame === 'alive')).toHaveLength(2);
});

import { expect } from 'vitest';
import type { ProviderOptions, SttConfig, SttEvent, SttProvider, SttSession } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { FakeClock } from './fake-clock.ts';
import { type FakeSocket, FakeTransport } from './fake-transport.ts';

export type CreateProvider = (options: ProviderOptions, ports: SessionPorts) => SttProvider;

/** A session on a fake network, and all events that it has emitted so far. */
export interface RecordedSession {
  clock: FakeClock;
  transport: FakeTransport;
  provider: SttProvider;
  /** The session's connection, if it has one; the test plays the server. */
  socket: FakeSocket;
  session: SttSession;
  events: SttEvent[];
}

export interface SessionSettings {
  options?: Partial<ProviderOptions>;
  config?: Partial<SttConfig>;
  /** Called with every event, after it has been recorded. */
  onEvent?: (event: SttEvent, session: SttSession) => void;
}

/** A provider on a fake network. */
export function createOnFakeNetwork(createProvider: CreateProvider, options: Partial<ProviderOptions> = {}) {
  const clock = new FakeClock();
  const transport = new FakeTransport();
  const provider = createProvider(
    { baseUrl: 'https://speech.example/v1', key: 'secret-key', ...options },
    { clock, transport },
  );
  return { clock, transport, provider };
}

/** Starts a session of a provider. Throws if an event arrives before `start` has returned. */
export function startRecorded(
  createProvider: CreateProvider,
  { options, config, onEvent }: SessionSettings = {},
): RecordedSession {
  const { clock, transport, provider } = createOnFakeNetwork(createProvider, options);
  const defaults = { model: provider.models[0]!.id, languages: [], keywords: [] };
  const events: SttEvent[] = [];
  const started: { session?: SttSession } = {};
  const session = provider.start({ ...defaults, ...config }, (event) => {
    if (started.session === undefined) throw new Error('An event arrived during start().');
    events.push(event);
    onEvent?.(event, started.session);
  });
  started.session = session;
  return { clock, transport, provider, socket: transport.sockets[0]!, session, events };
}

/** Samples that encode their position, so that lost, duplicated and moved ones show. */
export function countingSamples(from: number, to: number): Int16Array {
  const samples = new Int16Array(to - from);
  for (let index = 0; index < samples.length; index += 1) samples[index] = ((from + index) % 32_767) + 1;
  return samples;
}

/** Like `toEqual`, which is slow for minutes of samples; reports the index of the first that differs. */
export function expectSamples(actual: Int16Array, expected: Int16Array): void {
  expect(actual.findIndex((sample, index) => sample !== expected[index])).toBe(-1);
  expect(actual).toHaveLength(expected.length);
}

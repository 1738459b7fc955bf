// Tests that every provider must pass, whatever its protocol. For usage see `docs/adding-a-provider.md`.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SttErrorKind } from '../provider.ts';
import { millisecondsOf, samplesIn } from '../samples.ts';
import { NetworkFailure } from '../transport.ts';
import type { FakeTransport } from './fake-transport.ts';
import {
  type CreateProvider,
  countingSamples,
  createOnFakeNetwork,
  expectSamples,
  type RecordedSession,
  startRecorded,
} from './recorded-session.ts';
import { expectRules } from './session-rules.ts';
import { settlePromises } from './settle-promises.ts';

/** A stretch of audio in milliseconds. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** A fake of a provider's server, which behaves as the provider's documentation says. */
export interface PlayedServer {
  /** Makes the session ready. */
  accept(): void;
  /** All samples received, in order. */
  received(): Int16Array;
  /**
   * Sends the text of the next stretch: of the oldest cut without text, or of exactly that stretch if the provider
   * segments the audio. Empty: the stretch is silent.
   */
  say(text: string, stretch: Stretch): void;
  /** Sends the last text again. Absent if the protocol rules that out. */
  repeat?(): void;
  /** Sends a provisional text of the next stretch. Absent if the provider sends none. */
  suggest?(text: string, stretch: Stretch): void;
  /** Says that nothing more follows, if the protocol has a message for that. */
  finish(): void;
  /** The connection breaks. */
  breakOff(): void;
}

/** An error by which the server or the network ends a session. */
export interface Refusal {
  what: string;
  /** `working`: after audio has been sent and cut. */
  when: 'connecting' | 'working';
  happen(recorded: RecordedSession): void;
  kind: SttErrorKind;
}

/** How a WebSocket server refuses a key. */
export const UPGRADE_REFUSED: Refusal = {
  what: 'the upgrade is refused',
  when: 'connecting',
  happen: ({ socket }) => socket.end({ type: 'refused', status: 401, headers: {}, body: 'secret-key' }),
  kind: 'auth',
};

/** A provider, and the fake of its server. */
export interface ProviderCase {
  create: CreateProvider;
  /** Default: the provider's first. */
  model?: string;
  play(recorded: RecordedSession): PlayedServer;
  /** At least a refused key and request, no credit, too many requests, an error, and expiry if sessions expire. */
  refusals: readonly Refusal[];
  /** Anything that the server may send over a socket, at any time, with any content. Absent if there is no socket. */
  messages?: fc.Arbitrary<unknown>;
  keyCheck: {
    /** The server accepts the key. */
    accept(transport: FakeTransport): void;
    refuse(transport: FakeTransport): void;
  };
}

const closedBy = (kind: SttErrorKind) => ({ type: 'closed', error: expect.objectContaining({ kind }) });

/** A session, the fake of its server, and a record of what was pushed and cut. */
class Conversation {
  readonly recorded: RecordedSession;
  readonly server: PlayedServer;
  pushedSamples = 0;
  readonly cuts: number[] = [];

  constructor({ create, model, play }: ProviderCase) {
    this.recorded = startRecorded(create, model === undefined ? {} : { config: { model } });
    this.server = play(this.recorded);
  }

  static async begin(providerCase: ProviderCase): Promise<Conversation> {
    const conversation = new Conversation(providerCase);
    conversation.server.accept();
    await settlePromises();
    return conversation;
  }

  /** Pushes this much audio and cuts. Returns the stretch. */
  async speak(ms: number): Promise<Stretch> {
    const from = this.pushedSamples;
    this.push(samplesIn(ms));
    this.cut();
    await settlePromises();
    return { fromMs: millisecondsOf(from), toMs: millisecondsOf(this.pushedSamples) };
  }

  push(count: number): void {
    this.recorded.session.push(countingSamples(this.pushedSamples, this.pushedSamples + count));
    this.pushedSamples += count;
  }

  cut(): void {
    this.recorded.session.cut();
    if (this.pushedSamples > (this.cuts.at(-1) ?? 0)) this.cuts.push(this.pushedSamples);
  }

  /** Advances time on a connection whose server answers pings. */
  pass(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.recorded.clock.advance(1_000);
      this.recorded.socket?.pong();
    }
  }

  get finals() {
    return this.recorded.events.filter((event) => event.type === 'final').sort((a, b) => a.from - b.from);
  }

  /** The number of frames and requests sent. */
  get sentCount(): number {
    return (this.recorded.socket?.sent.length ?? 0) + this.recorded.transport.exchanges.length;
  }
}

/** Defines the tests that every provider must pass, for one of them. */
export function describeProvider(name: string, providerCase: ProviderCase): void {
  const { create, refusals, messages, keyCheck } = providerCase;
  const isCutByClient =
    create({ baseUrl: 'https://speech.example/v1', key: '' }, createOnFakeNetwork(create)).models[0]!.caps
      .segmentation === 'client';

  describe(`${name}, like every provider`, () => {
    test('emits ready once, and first', async () => {
      const { recorded } = await Conversation.begin(providerCase);
      expect(recorded.events).toEqual([{ type: 'ready' }]);
    });

    test('sends its key in a header, and nowhere else', async () => {
      const conversation = await Conversation.begin(providerCase);
      await conversation.speak(1_000);
      const { sockets, exchanges } = conversation.recorded.transport;
      for (const { request } of [...sockets, ...exchanges]) {
        expect(request.url).not.toContain('secret-key');
        expect(Object.values(request.headers).join()).toContain('secret-key');
      }
      expect(conversation.recorded.socket?.sent.join() ?? '').not.toContain('secret-key');
    });

    test('sends no header for an empty key', () => {
      const { transport, session } = startRecorded(create, { options: { key: '' } });
      session.push(new Int16Array(samplesIn(1_000)));
      session.cut();
      for (const { request } of [...transport.sockets, ...transport.exchanges]) expect(request.headers).toEqual({});
    });

    test('sends each sample once and in order, and gives each stretch its own text, and silence none', async () => {
      const stretch = fc.record({
        ms: fc.integer({ min: 400, max: 4_000 }),
        isSilent: fc.boolean(),
        suggests: fc.boolean(),
        repeats: fc.boolean(),
        /** Whether the text comes before the next stretch is spoken. */
        isPrompt: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(stretch, { minLength: 1, maxLength: 5 }), async (stretches) => {
          const conversation = await Conversation.begin(providerCase);
          const { recorded, server } = conversation;
          const waiting: (() => Promise<void>)[] = [];
          const answerAll = async () => {
            for (const answer of waiting.splice(0)) await answer();
          };
          for (const [index, { ms, isSilent, suggests, repeats, isPrompt }] of stretches.entries()) {
            const spoken = await conversation.speak(ms);
            waiting.push(async () => {
              if (suggests) server.suggest?.('some', spoken);
              server.say(isSilent ? '' : `text ${index}`, spoken);
              if (repeats) server.repeat?.();
              await settlePromises();
            });
            if (isPrompt) await answerAll();
          }
          recorded.session.end();
          await settlePromises();
          await answerAll();
          server.finish();
          recorded.clock.advance(0);
          await settlePromises();

          expectRules(recorded.events, conversation);
          const { finals } = conversation;
          expect(finals.map(({ text }) => text).filter((text) => text !== '')).toEqual(
            stretches.flatMap(({ isSilent }, index) => (isSilent ? [] : [`text ${index}`])),
          );
          expect(finals.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(conversation.pushedSamples);
          if (isCutByClient) expect(finals.map(({ to }) => to)).toEqual(conversation.cuts);
          expect(recorded.events.at(-1)).toEqual({ type: 'closed' });
          expectSamples(server.received(), countingSamples(0, conversation.pushedSamples));
          expect(recorded.clock.scheduledCount).toBe(0);
        }),
        { numRuns: 100 },
      );
    });

    test('closes once everything is final, but not during the call', async () => {
      const conversation = await Conversation.begin(providerCase);
      const { recorded, server } = conversation;
      server.say('one', await conversation.speak(1_000));
      await settlePromises();
      recorded.session.end();
      if (isCutByClient) expect(recorded.events.at(-1)).toMatchObject({ type: 'final' });
      server.finish();
      recorded.clock.advance(0);
      await settlePromises();
      expect(recorded.events.at(-1)).toEqual({ type: 'closed' });
      expect(recorded.clock.scheduledCount).toBe(0);
    });

    test('closes at once if it is not ready yet', async () => {
      const { recorded, server } = new Conversation(providerCase);
      recorded.session.end();
      server.accept();
      recorded.clock.advance(0);
      await settlePromises();
      expect(recorded.events.filter(({ type }) => type !== 'ready')).toEqual([{ type: 'closed' }]);
      expect(recorded.clock.scheduledCount).toBe(0);
    });

    test('sends and emits nothing more once it is canceled', async () => {
      const conversation = await Conversation.begin(providerCase);
      const { recorded, server } = conversation;
      const spoken = await conversation.speak(1_000);
      recorded.events.length = 0;
      recorded.session.cancel();
      const { sentCount } = conversation;
      conversation.push(samplesIn(1_000));
      conversation.cut();
      recorded.session.end();
      server.say('one', spoken);
      server.finish();
      await settlePromises();
      expect(recorded.clock.scheduledCount).toBe(0);
      expect(conversation.sentCount).toBe(sentCount);
      expect(recorded.events).toEqual([]);
    });

    test('keeps the finals that it had when the connection breaks', async () => {
      const conversation = await Conversation.begin(providerCase);
      const { recorded, server } = conversation;
      const first = await conversation.speak(1_000);
      const second = await conversation.speak(1_000);
      server.say('one', first);
      await settlePromises();
      server.breakOff();
      server.say('two', second);
      await settlePromises();
      expect(recorded.events.slice(1)).toEqual([
        expect.objectContaining({ type: 'final', from: 0, text: 'one' }),
        closedBy('network'),
      ]);
      expect(recorded.clock.scheduledCount).toBe(0);
    });

    test('gives up on a connection without any sign of life', async () => {
      const conversation = await Conversation.begin(providerCase);
      await conversation.speak(1_000);
      conversation.recorded.clock.advance(30_000);
      await settlePromises();
      expect(conversation.recorded.events.at(-1)).toMatchObject({
        type: 'closed',
        error: { kind: expect.stringMatching(/^(network|timeout)$/) },
      });
      expect(conversation.recorded.clock.scheduledCount).toBe(0);
    });

    test('times out if the server is alive but sends no text', async () => {
      const conversation = await Conversation.begin(providerCase);
      await conversation.speak(1_000);
      conversation.recorded.session.end();
      conversation.pass(30);
      await settlePromises();
      expect(conversation.recorded.events.slice(1)).toEqual([closedBy('timeout')]);
    });

    test('counts what has not left this machine as backlog', async () => {
      const conversation = await Conversation.begin(providerCase);
      const { socket, session } = conversation.recorded;
      for (let phrase = 0; phrase < 6; phrase += 1) {
        socket?.stall();
        conversation.push(samplesIn(1_000));
        conversation.cut();
      }
      expect(session.backlogBytes).toBeGreaterThan(3 * 2 * samplesIn(1_000) - 1);
    });

    test.each(refusals)('reports the right error kind: $what ($when)', async ({ when, happen, kind }) => {
      const conversation = when === 'working' ? await Conversation.begin(providerCase) : new Conversation(providerCase);
      const { recorded } = conversation;
      if (when === 'working') await conversation.speak(1_000);
      recorded.events.length = 0;
      happen(recorded);
      await settlePromises();
      expect(recorded.events).toEqual([closedBy(kind)]);
      expect(JSON.stringify(recorded.events)).not.toMatch(/secret-key|what was said/);
      expect(recorded.clock.scheduledCount).toBe(0);
      if (kind === 'expired') {
        expect(recorded.provider.models[0]!.caps.maxSessionMs, 'the age to be replaced at').toBeGreaterThan(0);
      }
    });

    test('has test cases for every required error kind, and for expiry if its sessions expire', () => {
      const kinds = refusals.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['auth', 'bad-config', 'quota', 'rate-limit', 'server']));
      const { models } = create({ baseUrl: 'https://speech.example/v1', key: '' }, createOnFakeNetwork(create));
      const endsByItself = models.some(({ caps }) => caps.maxSessionMs !== undefined);
      expect(kinds.includes('expired')).toBe(endsByItself);
    });

    if (messages !== undefined) {
      test('follows the rules and closes, whatever the server sends', async () => {
        const step = fc.oneof(
          { weight: 3, arbitrary: fc.record({ push: fc.nat(48_000) }) },
          { weight: 3, arbitrary: fc.constant({ cut: true }) },
          { weight: 10, arbitrary: fc.record({ receive: messages }) },
          { weight: 1, arbitrary: fc.record({ receive: fc.oneof(fc.string(), fc.json(), fc.uint8Array()) }) },
          { weight: 2, arbitrary: fc.record({ advance: fc.nat(3_000) }) },
          { weight: 2, arbitrary: fc.constant({ pong: true }) },
          { weight: 1, arbitrary: fc.record({ serverClose: fc.integer({ min: 1_000, max: 4_999 }) }) },
          { weight: 1, arbitrary: fc.constant({ end: true }) },
        );
        await fc.assert(
          fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 40 }), async (isAccepted, steps) => {
            const conversation = isAccepted ? await Conversation.begin(providerCase) : new Conversation(providerCase);
            const { clock, socket, session, events } = conversation.recorded;
            socket.open();
            let hasEnded = false;
            for (const step of steps) {
              const mayPush = events[0]?.type === 'ready' && !hasEnded;
              if ('push' in step && mayPush) conversation.push(step.push);
              else if ('cut' in step && mayPush) conversation.cut();
              else if ('receive' in step) socket.receive(step.receive);
              else if ('advance' in step) clock.advance(step.advance);
              else if ('pong' in step) socket.pong();
              else if ('serverClose' in step) socket.end({ type: 'closed', code: step.serverClose, reason: '' });
              else if ('end' in step && !hasEnded) {
                session.end();
                hasEnded = true;
              }
            }
            clock.advance(120_000);
            expectRules(events, conversation);
            const last = events.at(-1);
            expect(last).toMatchObject({ type: 'closed' });
            if (last?.type === 'closed' && last.error === undefined) {
              const expected = isCutByClient ? (conversation.cuts.at(-1) ?? 0) : conversation.pushedSamples;
              expect(conversation.finals.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(expected);
            }
            if (isCutByClient) {
              const starts = [0, ...conversation.cuts];
              for (const { from, to } of conversation.finals) expect(starts[conversation.cuts.indexOf(to)]).toBe(from);
            }
            expect(clock.scheduledCount).toBe(0);
          }),
          { numRuns: 500 },
        );
      });
    }

    describe('when it checks its key', () => {
      const ask = (key = 'secret-key') => {
        const network = createOnFakeNetwork(create, { key });
        return { ...network, result: network.provider.checkKey() };
      };

      test.each([
        ['accept', 'valid'],
        ['refuse', 'invalid'],
      ] as const)('reports the result if the server %ss it: %s', async (verdict, status) => {
        const { clock, transport, result } = ask();
        keyCheck[verdict](transport);
        expect(await result).toMatchObject({ status, message: expect.stringContaining('speech.example') });
        for (const { request } of [...transport.sockets, ...transport.exchanges]) {
          expect(request.url).toMatch(/^\w+:\/\/speech\.example\/(?!.*secret-key)/);
          expect(Object.values(request.headers).join()).toContain('secret-key');
        }
        expect(clock.scheduledCount).toBe(0);
      });

      test('does not send a string that can’t be a key', async () => {
        const { transport, result } = ask('two words');
        expect(await result).toMatchObject({ status: 'invalid' });
        expect([...transport.sockets, ...transport.exchanges]).toEqual([]);
      });

      test('reports an unreachable host', async () => {
        const { clock, transport, result } = ask();
        const failure = new NetworkFailure('The host name was not found.', 'ENOTFOUND');
        for (const exchange of transport.exchanges) exchange.fail(failure);
        for (const socket of transport.sockets) socket.end({ type: 'failed', failure });
        expect(await result).toMatchObject({ status: 'unreachable' });
        expect(clock.scheduledCount).toBe(0);
      });

      test('times out', async () => {
        const { clock, result } = ask();
        clock.advance(10_000);
        expect(await result).toMatchObject({ status: 'unreachable' });
        expect(clock.scheduledCount).toBe(0);
      });
    });
  });
}

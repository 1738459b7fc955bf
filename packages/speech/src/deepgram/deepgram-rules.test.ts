import fc from 'fast-check';
import { finalResults, metadata, results } from '../testing/deepgram-messages.ts';
import { samplesOfBytes } from '../testing/pcm.ts';
import { describeProvider, type Stretch } from '../testing/provider-rules.ts';
import { NetworkFailure } from '../transport.ts';
import { createDeepgramProvider } from './deepgram-provider.ts';

const secondsOf = ({ fromMs, toMs }: Stretch): [start: number, duration: number] => [
  fromMs / 1_000,
  (toMs - fromMs) / 1_000,
];
const seconds = fc.oneof(fc.nat(3), fc.double({ noNaN: true }), fc.constantFrom(-1, 1e300));

describeProvider('Deepgram', {
  create: createDeepgramProvider,
  play({ socket }) {
    let last: object = {};
    return {
      accept: () => socket.open(),
      received: () => samplesOfBytes(socket.sentBytes),
      say(text, stretch) {
        last = finalResults(...secondsOf(stretch), text);
        socket.receive(last);
      },
      repeat: () => socket.receive(last),
      suggest: (text, stretch) => socket.receive(results(...secondsOf(stretch), text)),
      finish: () => socket.receive(metadata),
      breakOff: () => socket.end({ type: 'failed', failure: new NetworkFailure('Reset.', 'ECONNRESET') }),
    };
  },
  refusals: [
    {
      what: 'the upgrade is refused',
      when: 'connecting',
      happen: ({ socket }) =>
        socket.end({
          type: 'refused',
          status: 401,
          headers: {},
          body: '{"err_code":"INVALID_AUTH","err_msg":"Invalid credentials: secret-key."}',
        }),
      kind: 'auth',
    },
    {
      what: 'no credit is left',
      when: 'connecting',
      happen: ({ socket }) => socket.end({ type: 'refused', status: 402, headers: {}, body: '' }),
      kind: 'quota',
    },
    {
      what: 'too many requests',
      when: 'connecting',
      happen: ({ socket }) =>
        socket.end({ type: 'refused', status: 429, headers: {}, body: '{"err_code":"TOO_MANY_REQUESTS"}' }),
      kind: 'rate-limit',
    },
    {
      what: 'a parameter is refused',
      when: 'connecting',
      happen: ({ socket }) => socket.end({ type: 'refused', status: 400, headers: {}, body: '' }),
      kind: 'bad-config',
    },
    {
      what: 'it heard nothing for too long',
      when: 'working',
      happen: ({ socket }) => socket.end({ type: 'closed', code: 1011, reason: 'NET-0001' }),
      kind: 'network',
    },
    {
      what: 'an error within the stream',
      when: 'working',
      happen: ({ socket }) => socket.receive({ type: 'Error', description: 'what was said' }),
      kind: 'server',
    },
  ],
  messages: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(seconds, seconds, fc.constantFrom('', 'one'), fc.boolean()).map((of) => results(...of)),
    },
    { weight: 1, arbitrary: fc.constant(metadata) },
  ),
  keyCheck: {
    accept: ({ exchanges }) => exchanges[0]!.respond(200, {}, '{"api_key_id":"x"}'),
    refuse: ({ exchanges }) => exchanges[0]!.respond(401, {}, '{"err_code":"INVALID_AUTH"}'),
  },
});

import fc from 'fast-check';
import { concatenated } from '../samples.ts';
import { describeProvider, type ProviderCase, UPGRADE_REFUSED } from '../testing/provider-rules.ts';
import { committedAudio, makeReady, realtime } from '../testing/realtime-messages.ts';
import { NetworkFailure } from '../transport.ts';
import { createOpenAiProvider } from './openai-provider.ts';

const id = fc.constantFrom('item_0', 'item_1', 'item_2', 'x');
const text = fc.constantFrom('', 'one', ' two');
const error = fc.record(
  {
    type: fc.constantFrom('invalid_request_error', 'server_error', 7),
    code: fc.constantFrom('input_audio_buffer_commit_empty', 'invalid_value', 'session_expired', null),
    message: fc.string(),
    event_id: fc.constantFrom('update-1', 'append-1', 'commit-0', 'commit-1', 'other'),
  },
  { requiredKeys: [] },
);

const openAi: ProviderCase = {
  create: createOpenAiProvider,
  play({ socket }) {
    let saidCount = 0;
    const idOf = (phrase: number) => `item_${phrase}`;
    const emit = (phrase: number, text: string) => {
      socket.receive(realtime.committed(idOf(phrase), phrase === 0 ? null : idOf(phrase - 1)));
      socket.receive(realtime.completed(idOf(phrase), text));
    };
    let last = () => {};
    return {
      accept: () => makeReady(socket),
      received: () => concatenated(committedAudio(socket).map(({ samples }) => samples)),
      say(text) {
        const phrase = saidCount;
        saidCount += 1;
        last = () => emit(phrase, text);
        last();
      },
      repeat: () => last(),
      suggest: (text) => socket.receive(realtime.delta(idOf(saidCount), text)),
      finish: () => {},
      breakOff: () => socket.end({ type: 'failed', failure: new NetworkFailure('Reset.', 'ECONNRESET') }),
    };
  },
  refusals: [
    UPGRADE_REFUSED,
    {
      what: 'too many requests',
      when: 'connecting',
      happen: ({ socket }) => socket.end({ type: 'refused', status: 429, headers: {}, body: '' }),
      kind: 'rate-limit',
    },
    {
      what: 'the key is refused on the open socket',
      when: 'connecting',
      happen({ socket }) {
        socket.open();
        socket.receive(
          realtime.error({ type: 'invalid_request_error', code: 'invalid_api_key', message: 'secret-key' }),
        );
      },
      kind: 'auth',
    },
    {
      what: 'the model is unknown',
      when: 'connecting',
      happen({ socket }) {
        socket.open();
        socket.receive(realtime.error({ type: 'invalid_request_error', code: 'model_not_found' }));
      },
      kind: 'bad-config',
    },
    {
      what: 'no credit is left',
      when: 'working',
      happen: ({ socket }) => socket.receive(realtime.error({ type: 'insufficient_quota', message: 'what was said' })),
      kind: 'quota',
    },
    {
      what: 'the session is too old',
      when: 'working',
      happen: ({ socket }) => socket.receive(realtime.error({ code: 'session_expired' })),
      kind: 'expired',
    },
    {
      what: 'the server has an error',
      when: 'working',
      happen: ({ socket }) => socket.end({ type: 'closed', code: 1011, reason: 'what was said' }),
      kind: 'server',
    },
  ],
  messages: fc.oneof(
    fc.tuple(id, fc.option(id)).map((ids) => realtime.committed(...ids)),
    fc.tuple(id, text).map((piece) => realtime.delta(...piece)),
    fc.tuple(id, text).map((whole) => realtime.completed(...whole)),
    fc.tuple(id, error).map((failure) => realtime.failed(...failure)),
    fc.constantFrom<object>(realtime.created, realtime.updated, realtime.commitEmpty('commit-0')),
    error.map(realtime.error),
  ),
  keyCheck: {
    accept: ({ exchanges }) => exchanges[0]!.respond(200, {}, '{"data":[]}'),
    refuse: ({ exchanges }) => exchanges[0]!.respond(401, {}, '{"error":{"code":"invalid_api_key"}}'),
  },
};

describeProvider('OpenAI, phrase by phrase', openAi);
describeProvider('OpenAI, word by word', { ...openAi, model: 'gpt-live-transcribe' });

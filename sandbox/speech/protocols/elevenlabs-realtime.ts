import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Accounts } from '../accounts.ts';
import { type Action, find } from '../fault-rules.ts';
import { injectHttpFaults } from '../http-faults.ts';
import { parseJson } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { PhraseStream } from '../phrase-stream.ts';
import { msOf } from '../recognizer/rate.ts';
import { textOf } from '../recognizer/recognizer.ts';
import type { ClientSocket, SocketProtocol, SocketSession } from '../sockets.ts';
import { StreamedAudio } from '../streamed-audio.ts';

const CLOSE_NORMAL = 1000;

const RATES = ['pcm_8000', 'pcm_16000', 'pcm_22050', 'pcm_24000', 'pcm_44100', 'pcm_48000'] as const;

const parametersSchema = z.strictObject({
  model_id: z.literal('scribe_v2_realtime'),
  audio_format: z.enum(RATES).default('pcm_16000'),
  commit_strategy: z.literal('manual').default('manual'),
  language_code: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  keyterms: z.array(z.string().min(1).max(LIMITS.longestScribeTermCharacters)).max(LIMITS.mostScribeTerms),
});
type Parameters = z.infer<typeof parametersSchema>;

const chunkSchema = z.strictObject({
  message_type: z.literal('input_audio_chunk'),
  audio_base_64: z.base64(),
  commit: z.boolean(),
  sample_rate: z.int(),
  previous_text: z.string().optional(),
});

/** ElevenLabs' real-time API, `/speech-to-text/realtime`: `scribe.asyncapi.yaml` in github.com/elevenlabs/packages. */
export const elevenLabsRealtime: SocketProtocol = {
  name: 'elevenlabs-realtime',
  keyOf: (headers) => {
    const key = headers['xi-api-key'];
    return typeof key === 'string' ? key : undefined;
  },
  refuseKey: () => ({ status: 401, body: refusedKey() }),
  letsIn: (key) => key !== 'refused',
  examine: (query) => {
    const once = [...new Set(query.keys())].filter((name) => name !== 'keyterms');
    const parsed = parametersSchema.safeParse({
      ...Object.fromEntries(once.map((name) => [name, query.get(name)])),
      keyterms: query.getAll('keyterms'),
    });
    // The real server accepts the socket and reports errors on it.
    const rate = Number(/\d+/.exec(parsed.data?.audio_format ?? '')?.[0] ?? 0);
    return { rate, serve: (socket) => new ElevenLabsSession(socket, parsed.data, rate) };
  },
};

/** Adds the endpoint for the key's user. */
export function addElevenLabsUser(app: FastifyInstance, accounts: Accounts, clock: Clock): void {
  app.get('/v1/user', async (request, reply) => {
    const key = request.headers['xi-api-key'];
    const account = accounts.get(typeof key === 'string' ? key : '');
    if (account?.scenario.key !== 'accepted') return reply.status(401).send(refusedKey());
    const actions = account.faults.at('auth', { audioMs: 0 });
    if ((await injectHttpFaults(reply, actions, clock)) !== 'open') return reply;
    return { user_id: 'sandbox', subscription: { tier: 'free' } };
  });
}

function refusedKey(): object {
  return { detail: { status: 'invalid_api_key', message: 'Invalid API key' } };
}

class ElevenLabsSession implements SocketSession {
  readonly #socket: ClientSocket;
  readonly #parameters: Parameters | undefined;
  readonly #rate: number;
  readonly #audio: StreamedAudio;
  readonly #phrases: PhraseStream;
  #hasAudio = false;
  #hasEnded = false;

  /** `parameters` are undefined if they were invalid. */
  constructor(socket: ClientSocket, parameters: Parameters | undefined, rate: number) {
    this.#socket = socket;
    this.#parameters = parameters;
    this.#rate = rate;
    const { account, clock, journal } = socket;
    this.#audio = new StreamedAudio(journal, account.script, account.place, clock, rate);
    this.#phrases = new PhraseStream(
      socket,
      this.#audio,
      { keywords: parameters?.keyterms },
      {
        isOrdered: false,
        partial: (words) => socket.connection.send({ message_type: 'partial_transcript', text: textOf(words) }),
        final: (text) => socket.connection.send({ message_type: 'committed_transcript', text }),
        fail: (error) => this.#fail(error),
      },
    );
  }

  open(actions: readonly Action[]): void {
    const { account, connection } = this.#socket;
    if (!connection.inject(actions)) return;
    if (account.scenario.key === 'refused-after-open') this.#refuse('auth_error', 'Invalid API key.');
    else if (this.#parameters === undefined)
      this.#violate('invalid_request', 'A parameter of the connection is invalid.');
    else {
      connection.after(account.scenario.sessionMaxMs, () => this.#expire());
      const { model_id, audio_format, language_code, keyterms } = this.#parameters;
      const config = {
        sample_rate: this.#rate,
        audio_format,
        model_id,
        language_code,
        keyterms,
        vad_commit_strategy: 'manual',
      };
      connection.send({ message_type: 'session_started', session_id: randomUUID(), config });
    }
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.#hasEnded) return;
    const chunk = isBinary ? undefined : chunkSchema.safeParse(parseJson(data.toString())).data;
    if (chunk === undefined) {
      this.#violate('input_error', 'The message is no audio chunk.');
      return;
    }
    const { audio_base_64: audio, commit, sample_rate: rate, previous_text: previousText } = chunk;
    if (rate !== this.#rate) this.#violate('input_error', 'The sample rate is not that of the session.');
    else if (previousText !== undefined && this.#hasAudio)
      this.#violate('input_error', 'previous_text comes with the first audio chunk alone.');
    else if (this.#takeAudio(Buffer.from(audio, 'base64')) && commit) this.#commit();
  }

  /** Returns whether the session continues. */
  #takeAudio(pcm: Buffer): boolean {
    if (pcm.length === 0) return true;
    if (pcm.length % 2 !== 0) {
      this.#violate('input_error', 'The audio ends within a sample.');
      return false;
    }
    this.#hasAudio = true;
    const actions = this.#audio.take(pcm);
    if (find(actions, 'expire') !== undefined) {
      this.#expire();
      return false;
    }
    if (!this.#socket.connection.inject(actions)) return false;
    const failure = find(actions, 'error');
    if (failure !== undefined) {
      this.#fail(failure.error);
      return false;
    }
    if (this.#audio.isTooFast) {
      this.#violate('queue_overflow', 'Audio comes faster than it is processed.');
      return false;
    }
    this.#phrases.sendPartial();
    return true;
  }

  #commit(): void {
    const { connection, journal } = this.#socket;
    const openMs = msOf(this.#phrases.openLength);
    if (openMs >= LIMITS.shortestScribeCommitMs) {
      this.#phrases.commit();
      return;
    }
    const error = `Commit request ignored: only ${(openMs / 1_000).toFixed(2)}s of uncommitted audio.`;
    journal.refuse('commit_throttled', error);
    connection.send({ message_type: 'commit_throttled', error });
  }

  #expire(): void {
    this.#refuse('session_time_limit_exceeded', 'The session has reached its time limit.');
  }

  #fail({ type, code, message }: { type: string; code: string | null; message: string }): void {
    this.#refuse(/rate_limit/.test(`${type} ${code}`) ? 'rate_limited' : 'transcriber_error', message);
  }

  #violate(type: string, error: string): void {
    this.#socket.journal.refuse(type, error);
    this.#refuse(type, error);
  }

  #refuse(type: string, error: string): void {
    this.#hasEnded = true;
    this.#socket.connection.send({ message_type: type, error });
    this.#socket.connection.close(CLOSE_NORMAL, error);
  }
}

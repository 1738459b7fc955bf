import { hostOf } from '@workspace/speech/address';
import type { Clock } from '@workspace/speech/clock';
import { kindNamedIn, kindOfStatus } from '@workspace/speech/error-kinds';
import { PatientExchange, textOf } from '@workspace/speech/patient-exchange';
import type { SttErrorKind } from '@workspace/speech/provider';
import type { Transport } from '@workspace/speech/transport';
import { type Dialect, readAnswer } from './answer-stream.ts';
import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelErrorKind,
  type LanguageModelOptions,
  type PendingAnswer,
  type Question,
} from './language-model.ts';
import { MODEL } from './limits.ts';

export interface LanguageModelPorts {
  clock: Clock;
  transport: Transport;
}

/**
 * Creates a client for a language model. Tries OpenAI's Responses API first, and Chat Completions if the server answers
 * 404. Only ever connects to the given address, and asks the Responses API to store nothing.
 */
export function createLanguageModel(options: LanguageModelOptions, ports: LanguageModelPorts): LanguageModel {
  const host = hostOf(options.baseUrl);
  /** The APIs to try; just one once it is known which the server has. */
  let dialects: readonly Dialect[] = ['responses', 'chat-completions'];

  return {
    host,
    ask(question) {
      const asking = new Asking(options, host, ports);
      const text = asking.run(question, dialects, (known) => {
        dialects = [known];
      });
      // Callers that cancel may ignore the rejection.
      text.catch(() => {});
      return { text, cancel: () => asking.cancel() } satisfies PendingAnswer;
    },
  };
}

/** One question, asked in one dialect or both. */
class Asking {
  readonly #options: LanguageModelOptions;
  readonly #host: string;
  readonly #ports: LanguageModelPorts;
  #exchange: PatientExchange | undefined;
  #isCancelled = false;

  constructor(options: LanguageModelOptions, host: string, ports: LanguageModelPorts) {
    this.#options = options;
    this.#host = host;
    this.#ports = ports;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#exchange?.cancel();
  }

  async run(question: Question, dialects: readonly Dialect[], onKnown: (dialect: Dialect) => void): Promise<string> {
    for (const dialect of dialects) {
      const answer = await this.#ask(question, dialect, dialect !== dialects.at(-1));
      if (answer === undefined) continue;
      onKnown(dialect);
      return answer;
    }
    throw this.#error('not-found');
  }

  /** Resolves with undefined if `mayBeMissing` is set and the server doesn't have this dialect. */
  async #ask(question: Question, dialect: Dialect, mayBeMissing: boolean): Promise<string | undefined> {
    if (this.#isCancelled) throw this.#error('aborted');
    const exchange = new PatientExchange(requestFor(question, dialect, this.#options), MODEL.silenceMs, this.#ports);
    this.#exchange = exchange;
    try {
      const response = await exchange.response();
      if (response.status === 404 && mayBeMissing) return undefined;
      if (response.status !== 200) throw this.#error(kindOfRefusal(response.status, await textOf(response.body)));
      const answer = await readAnswer(dialect, response);
      if (answer.type === 'refused' || answer.type === 'incomplete') throw this.#error(answer.type);
      if (answer.type === 'failed') throw this.#error(kindOf(kindNamedIn(answer.reason)));
      const text = withoutThoughts(answer.text).trim();
      if (text === '') throw this.#error('incomplete');
      return text;
    } catch (error) {
      if (this.#isCancelled) throw this.#error('aborted');
      throw error instanceof LanguageModelError ? error : this.#error('unreachable');
    } finally {
      exchange.cancel();
    }
  }

  #error(kind: LanguageModelErrorKind): LanguageModelError {
    return new LanguageModelError(kind, MESSAGES[kind](this.#host));
  }
}

function requestFor({ instructions, input }: Question, dialect: Dialect, options: LanguageModelOptions) {
  const { baseUrl, key, model } = options;
  const headers = { accept: 'text/event-stream', ...(key !== '' && { authorization: `Bearer ${key}` }) };
  const json =
    dialect === 'responses'
      ? { model, instructions, input, stream: true, store: false }
      : {
          model,
          messages: [
            { role: 'system', content: instructions },
            { role: 'user', content: input },
          ],
          stream: true,
        };
  const path = dialect === 'responses' ? 'responses' : 'chat/completions';
  return { method: 'POST' as const, url: `${baseUrl}/${path}`, headers, json };
}

function kindOfRefusal(status: number, body: string): LanguageModelErrorKind {
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 404) return 'not-found';
  return kindOf(kindOfStatus(status, body));
}

function kindOf(kind: SttErrorKind | undefined): LanguageModelErrorKind {
  switch (kind) {
    case 'auth':
    case 'permission':
      return 'unauthorized';
    case 'quota':
    case 'rate-limit':
      return 'over-limit';
    case 'bad-config':
      return 'not-found';
    default:
      return 'unreachable';
  }
}

/** Removes the reasoning that some local models put before their answer. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/i, '');
}

const MESSAGES: Record<LanguageModelErrorKind, (host: string) => string> = {
  unauthorized: (host) => `${host} refused the API key.`,
  'over-limit': (host) => `${host} takes no more requests: the account is out of credit or over its limit.`,
  'not-found': (host) => `${host} doesn’t have this model, or the address is wrong.`,
  redirect: (host) => `${host} points to another address. Enter that one instead.`,
  unreachable: (host) => `Can’t reach ${host}, or it has trouble.`,
  refused: (host) => `The language model at ${host} wouldn’t answer.`,
  incomplete: (host) => `The answer from ${host} was incomplete.`,
  aborted: () => 'The answer isn’t needed any more.',
};

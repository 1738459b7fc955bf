import { refusalError } from '../error-kinds.ts';
import { type ErrorOrigin, sttError } from '../error-messages.ts';
import { HTTP } from '../limits.ts';
import { PatientExchange, textOf } from '../patient-exchange.ts';
import type { SttConfig, SttError } from '../provider.ts';
import { millisecondsOf, samplesIn } from '../samples.ts';
import type { SessionPorts } from '../session-connection.ts';
import { NetworkFailure } from '../transport.ts';
import { readTranscription } from './transcription-answer.ts';
import {
  type OptionalParameter,
  type OptionalParameters,
  refusedParameter,
  transcriptionForm,
} from './transcription-form.ts';
import { wavFile } from './wav-file.ts';

/** The server that receives uploads. */
export interface UploadServer extends ErrorOrigin {
  url: string;
  headers: Record<string, string>;
  /** Returns the optional parameters for what the user set. */
  parameters(config: SttConfig): OptionalParameters;
  /** By model, the parameters that the server is known to refuse. */
  refused: Map<string, ReadonlySet<OptionalParameter>>;
}

export type UploadOutcome =
  | { text: string }
  /** `refused`: the parameter without which a retry may succeed. */
  | { error: SttError; refused?: OptionalParameter | undefined };

/** The upload of one piece of audio. */
export class Upload {
  readonly #samples: Int16Array;
  readonly #config: SttConfig;
  readonly #server: UploadServer;
  readonly #ports: SessionPorts;
  #exchange: PatientExchange | undefined;
  #isCancelled = false;

  constructor(samples: Int16Array, config: SttConfig, server: UploadServer, ports: SessionPorts) {
    this.#samples = samples;
    this.#config = config;
    this.#server = server;
    this.#ports = ports;
  }

  get byteLength(): number {
    return this.#samples.byteLength;
  }

  /** Sends the audio, and retries if the server refuses a parameter that can be omitted. Never rejects. */
  async run(onPartial: (text: string) => void): Promise<UploadOutcome> {
    const { model } = this.#config;
    const file = wavFile(this.#samples, samplesIn(HTTP.minFileAudioMs));
    const parameters = this.#server.parameters(this.#config);
    const refused = new Set(this.#server.refused.get(model));
    for (;;) {
      for (const name of refused) delete parameters[name];
      const outcome = await this.#attempt(file, parameters, onPartial);
      if ('text' in outcome) {
        // Only now is it certain that these were the cause.
        this.#server.refused.set(model, refused);
        return outcome;
      }
      if (outcome.refused === undefined || this.#isCancelled) return outcome;
      refused.add(outcome.refused);
    }
  }

  /** Cancels the upload at once. Its outcome is meaningless from then on. */
  cancel(): void {
    this.#isCancelled = true;
    this.#exchange?.cancel();
  }

  async #attempt(
    file: Uint8Array,
    parameters: OptionalParameters,
    onPartial: (text: string) => void,
  ): Promise<UploadOutcome> {
    const { url, headers } = this.#server;
    const form = transcriptionForm(file, this.#config.model, parameters);
    const silenceMs = Math.min(HTTP.maxAnswerMs, HTTP.answerMs + millisecondsOf(this.#samples.length));
    const exchange = new PatientExchange({ method: 'POST', url, headers, form }, silenceMs, this.#ports);
    this.#exchange = exchange;
    try {
      const response = await exchange.response();
      const { status } = response;
      if (status >= 200 && status < 300) return { text: await readTranscription(response, onPartial) };
      const body = await textOf(response.body).catch(() => '');
      return {
        error: refusalError({ status, headers: response.headers, body }, this.#server),
        refused: status === 400 || status === 422 ? refusedParameter(body, parameters) : undefined,
      };
    } catch (error) {
      const kind = exchange.kindOf(error);
      return {
        error: sttError(kind, this.#server, { code: error instanceof NetworkFailure ? error.code : undefined }),
        // Servers that stream in their own format support ordinary answers too.
        refused: kind === 'protocol' && parameters.stream !== undefined ? 'stream' : undefined,
      };
    } finally {
      exchange.cancel();
    }
  }
}

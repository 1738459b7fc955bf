/**
 * The interface of speech-to-text providers.
 *
 * A session turns a stream of samples into *segments*. Positions are counted in samples from the session's first one,
 * so that the owner of the audio knows which part of it has become text: a segment's final states the range of samples
 * that it covers, ranges of finals never overlap, and audio outside them is unconfirmed. What a session loses when it
 * drops is therefore known exactly, and can be resent without losing or duplicating a word.
 */

import { REMOTE_PROVIDER_IDS } from './registry.ts';

/** All audio in the product is mono PCM16 at this rate, in samples per second. */
export const SAMPLE_RATE = 24_000;

/** All providers; `on-device` needs no key, no address and no network. */
export const PROVIDER_IDS = ['on-device', ...REMOTE_PROVIDER_IDS] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** Shown in place of a host if audio stays on this computer. */
export const ON_THIS_COMPUTER = 'On this computer';

export type SttErrorKind =
  /** The key is missing, unknown or revoked. */
  | 'auth'
  /** The key is valid but may not do this. */
  | 'permission'
  /** No credit left. */
  | 'quota'
  /** Too many requests; a later attempt may succeed. */
  | 'rate-limit'
  /** No connection, or it broke. */
  | 'network'
  /** The provider stopped responding. */
  | 'timeout'
  /** The address, model or a parameter is refused. */
  | 'bad-config'
  /** The session reached its maximum age. */
  | 'expired'
  /** The provider failed. */
  | 'server'
  /** The provider's answer violates its protocol. */
  | 'protocol'
  /** Recognition on this computer can't run: a part of the installation is missing or damaged. */
  | 'unavailable';

export interface SttError {
  kind: SttErrorKind;
  /** What happened, in one plain sentence. Never holds the key or what was said. */
  message: string;
  /** What the user can do next. */
  advice: string;
  /** A code from the provider, the system or this package, such as `http-401`; only if it is safe to show. */
  code?: string;
  /** How long the provider asked to wait before the next attempt. */
  retryAfterMs?: number;
}

/** Errors that only the user can fix. */
const HOPELESS: readonly SttErrorKind[] = ['auth', 'permission', 'quota', 'bad-config', 'unavailable'];

/** Whether an automatic retry can help. */
export function isRetryable(kind: SttErrorKind): boolean {
  return !HOPELESS.includes(kind);
}

export type SttEvent =
  /** Audio may be pushed from now on. Once, and first unless the session ends before. */
  | { type: 'ready' }
  /**
   * The text of an unfinished segment so far, always in full. `from` is where the segment begins; `stable` is how many
   * of the text's first characters will no longer change.
   */
  | { type: 'partial'; segment: string; from: number; text: string; stable: number }
  /** The segment's text, which may be empty (no speech in it). Once per segment, in any order. */
  | { type: 'final'; segment: string; from: number; to: number; text: string }
  /** The session is over: without an error after `end`, once everything pushed and cut is final. Once, and last. */
  | { type: 'closed'; error?: SttError };

/** Events are emitted between calls of these methods, never during one. */
export interface SttSession {
  /** Appends samples. Only between `ready` and `end`. The caller may reuse the array. */
  push(samples: Int16Array): void;
  /**
   * Marks the last sample pushed as the end of a phrase. Providers that leave segmentation to the client transcribe it
   * now, as one segment; others may ignore this.
   */
  cut(): void;
  /** Ends the audio. Samples after the last cut are not transcribed if the client segments. */
  end(): void;
  /** Drops the session: nothing more is sent, no event follows. */
  cancel(): void;
  /** Bytes pushed that have not left this machine; callers hold back while it is high. */
  readonly backlogBytes: number;
}

export interface SttConfig {
  model: string;
  /** BCP 47 tags of the languages spoken; empty: the provider detects them. */
  languages: string[];
  /** Words that the provider should know. */
  keywords: string[];
  /** Free text that describes the context, for models that accept a prompt. */
  prompt?: string;
}

export interface SttCaps {
  /** Who decides where a segment ends. With `client`, each cut makes one segment. */
  segmentation: 'client' | 'server';
  /**
   * How long a phrase should be before a pause ends it. `short`: a breath is enough, each phrase costs little.
   * `long`: each phrase is a separate request.
   */
  phrases: 'short' | 'long';
  /** Whether partials arrive while audio is still being pushed. */
  live: boolean;
  /** Age at which a session is to be replaced, before the provider ends it; absent: no limit is known. */
  maxSessionMs?: number;
}

export interface SttModel {
  id: string;
  /** US dollars per minute of audio; absent if unknown (a self-hosted server). */
  pricePerMinute?: number;
  caps: SttCaps;
}

export interface KeyCheck {
  /** `limited`: usable, but may lack a permission or credit, or could not be verified. */
  status: 'valid' | 'limited' | 'invalid' | 'unreachable';
  /** Message for the user: what was found and what to do next. */
  message: string;
}

export interface SttProvider {
  readonly id: ProviderId;
  /** The only host (with its port unless that is the default) that audio and key go to, or `ON_THIS_COMPUTER`. */
  readonly host: string;
  /** The models offered, the default one first. Other names are allowed if the provider knows more. */
  readonly models: readonly SttModel[];
  /** Returns the capabilities of a model, also for names that are not in `models`. */
  capabilities(model: string): SttCaps;
  /** Checks the key with the provider, without sending audio. */
  checkKey(): Promise<KeyCheck>;
  /** Prepares for the first session, if that takes time. */
  prepare?(): void;
  /** Connects at once. Events are emitted after this call returns, never during it. */
  start(config: SttConfig, listener: (event: SttEvent) => void): SttSession;
  /** Another API of the same host with the same key, for audio that this one failed to transcribe. */
  readonly fallback?: SttProvider;
}

/** Options of every provider. `baseUrl` is `http(s)`, without a trailing slash. */
export interface ProviderOptions {
  baseUrl: string;
  /** Empty for local servers that need none. */
  key: string;
}

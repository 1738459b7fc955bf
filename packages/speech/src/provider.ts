/**
 * The interface of speech-to-text providers.
 *
 * A session turns a stream of samples into *segments*. Positions are counted in samples from the session's first one, so
 * that the owner of the audio knows which part of it has become text: a segment's final states the range of samples
 * that it covers, ranges of finals never overlap, and audio outside them is unconfirmed. What a session loses by a drop
 * is therefore known exactly, and can be sent again without losing or doubling a word.
 */

import { REMOTE_PROVIDER_IDS } from './registry.ts';

/** All audio in the product is mono PCM16 at this rate, in samples per second. */
export const SAMPLE_RATE = 24_000;

/** All providers; `on-device` needs no key, no address and no network. */
export const PROVIDER_IDS = ['on-device', ...REMOTE_PROVIDER_IDS] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** What is said in place of a host if audio stays on this computer. */
export const ON_THIS_COMPUTER = 'On this computer';

export type SttErrorKind =
  /** The key is missing, unknown or revoked. */
  | 'auth'
  /** The key is real but may not do this. */
  | 'permission'
  /** No credit left. */
  | 'quota'
  /** Too much at once; later it works. */
  | 'rate-limit'
  /** No connection, or it broke. */
  | 'network'
  /** The provider went silent. */
  | 'timeout'
  /** The address, model or a parameter is refused. */
  | 'bad-config'
  /** The session reached its maximum age. */
  | 'expired'
  /** The provider failed. */
  | 'server'
  /** The provider answered what its protocol doesn't allow. */
  | 'protocol'
  /** Recognition on this computer can't run: a part of the installation is missing or damaged. */
  | 'unavailable';

export interface SttError {
  kind: SttErrorKind;
  /** What happened, in one plain sentence. Never holds the key or what was said. */
  message: string;
  /** What the user can do next. */
  advice: string;
  /** A code of the provider's, the system's or ours, such as `http-401`; only if it is harmless to show. */
  code?: string;
  /** How long the provider asked to wait before the next attempt. */
  retryAfterMs?: number;
}

/** Errors that only the user can mend. */
const HOPELESS: readonly SttErrorKind[] = ['auth', 'permission', 'quota', 'bad-config', 'unavailable'];

/** Whether trying again by itself can help. */
export function isRetryable(kind: SttErrorKind): boolean {
  return !HOPELESS.includes(kind);
}

export type SttEvent =
  /** Audio may be pushed from now on. Once, and first unless the session ends before. */
  | { type: 'ready' }
  /**
   * What is understood of an unfinished segment, always whole. `from` is where it begins; `stable` is how many of its
   * first characters will not change any more.
   */
  | { type: 'partial'; segment: string; from: number; text: string; stable: number }
  /** The segment's text, which may be empty (no speech in it). Once per segment, in any order. */
  | { type: 'final'; segment: string; from: number; to: number; text: string }
  /** The session is over: without an error after `end`, when everything pushed and cut is final. Once, and last. */
  | { type: 'closed'; error?: SttError };

/** Events arrive between calls of these methods, never during one. */
export interface SttSession {
  /** Appends samples. Only between `ready` and `end`. The array remains the caller's. */
  push(samples: Int16Array): void;
  /**
   * Says that a phrase ends with the last sample pushed. Providers that leave segmentation to the client transcribe it
   * now, as one segment; others may ignore it.
   */
  cut(): void;
  /** No more audio comes. Samples after the last cut are not transcribed if the client segments. */
  end(): void;
  /** Drops the session: nothing more is sent, no event follows. */
  cancel(): void;
  /** Bytes pushed that have not left this machine; callers hold back while it is high. */
  readonly backlogBytes: number;
}

export interface SttConfig {
  model: string;
  /** BCP 47 tags of the languages spoken; empty: the provider finds out. */
  languages: string[];
  /** Words that the provider should know. */
  keywords: string[];
  /** Free text that sets the scene, for models that take one. */
  prompt?: string;
}

export interface SttCaps {
  /** Who decides where a segment ends. With `client` each cut makes one segment. */
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
  /** US dollars per minute of audio; absent if the provider's owner sets it (a self-hosted server). */
  pricePerMinute?: number;
  caps: SttCaps;
}

export interface KeyCheck {
  /** `limited`: real, but may lack a right, or could not be verified by this provider. */
  status: 'valid' | 'limited' | 'invalid' | 'unreachable';
  /** Plain words for the user: what was found and what to do next. */
  message: string;
}

export interface SttProvider {
  readonly id: ProviderId;
  /** The only host (with port if it is not the usual one) that audio and key go to, or `ON_THIS_COMPUTER`. */
  readonly host: string;
  /** The models offered, the default one first. Other names are allowed if the provider knows more. */
  readonly models: readonly SttModel[];
  /** What a model by this name can do, also for names that are not in `models`. */
  capabilities(model: string): SttCaps;
  /** Asks the provider about the key, without sending audio. */
  checkKey(): Promise<KeyCheck>;
  /** Gets ready ahead of the first session, if that takes time. */
  prepare?(): void;
  /** Connects at once. Events arrive after this call has returned, never during it. */
  start(config: SttConfig, listener: (event: SttEvent) => void): SttSession;
  /** Another way to the same host with the same key, for audio that the first way failed to turn into text. */
  readonly fallback?: SttProvider;
}

/** What every provider is made from. `baseUrl` is `http(s)`, without a slash at its end. */
export interface ProviderOptions {
  baseUrl: string;
  /** Empty for local servers that want none. */
  key: string;
}

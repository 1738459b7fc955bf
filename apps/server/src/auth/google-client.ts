import { emailSchema, type googleCallbackSchema } from '@workspace/contract/auth';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { HOUR_MS } from '../clock.ts';
import type { GoogleConfig } from '../config.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import type { GoogleAttempt } from './google-attempt.ts';

/** How long Google's discovery document is cached. */
const DISCOVERY_MS = HOUR_MS;
const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 5;
const SCOPE = 'openid email profile';

/** The account that signed in at Google. Issuer and subject identify it; the address may change. */
export interface GoogleAccount {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  /**
   * Whether Google runs the mailbox itself: only then does it know that the address still belongs to the same person.
   */
  isMailboxGoogles: boolean;
}

/** The domains of Google's own mail service. */
const GOOGLE_MAIL = /@(gmail|googlemail)\.com$/;

const accountSchema = z
  .object({
    iss: z.string(),
    sub: z.string().min(1).max(255),
    email: emailSchema,
    email_verified: z.unknown().optional(),
    /** The domain of the organization whose mail and accounts Google hosts. */
    hd: z.unknown().optional(),
  })
  .transform(
    ({ iss, sub, email, email_verified: verified, hd }): GoogleAccount => ({
      issuer: iss,
      subject: sub,
      email,
      emailVerified: verified === true,
      isMailboxGoogles: verified === true && (GOOGLE_MAIL.test(email) || (typeof hd === 'string' && hd !== '')),
    }),
  );

/** Sign-in with Google through OpenID Connect. Doesn't contact Google until somebody signs in. */
export class GoogleClient {
  readonly #services: Pick<Services, 'config' | 'clock' | 'log'>;
  readonly #google: GoogleConfig;
  readonly #redirectUri: string;
  #discovery: { configuration: Promise<oidc.Configuration>; at: number } | undefined;

  constructor(services: Pick<Services, 'config' | 'clock' | 'log'>, google: GoogleConfig) {
    this.#services = services;
    this.#google = google;
    this.#redirectUri = `${services.config.siteUrl}/auth/google/callback`;
  }

  /**
   * Begins a sign-in. Resolves with the URL at Google for the browser to open, and with what it must bring back.
   *
   * @throws Failure `google-unavailable`
   */
  async begin(): Promise<{ url: string; attempt: GoogleAttempt }> {
    const configuration = await this.#configuration();
    const attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: SCOPE,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /**
   * Finds out who signed in from what the browser brought back. The library checks state, issuer and PKCE, and the ID
   * token's signature, nonce, audience and times.
   *
   * @throws Failure `google-sign-in-declined`, `google-sign-in-failed`, `google-unavailable`
   */
  async finish(callback: z.infer<typeof googleCallbackSchema>, attempt: GoogleAttempt): Promise<GoogleAccount> {
    const configuration = await this.#configuration();
    const url = new URL(this.#redirectUri);
    for (const [name, value] of Object.entries(callback)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.codeVerifier,
        idTokenExpected: true,
      });
      return accountSchema.parse(tokens.claims());
    } catch (error) {
      throw this.#toFailure(error);
    }
  }

  async #configuration(): Promise<oidc.Configuration> {
    const now = this.#services.clock.now().getTime();
    if (this.#discovery === undefined || now - this.#discovery.at >= DISCOVERY_MS) {
      this.#discovery = { configuration: this.#discover(), at: now };
    }
    const discovery = this.#discovery;
    try {
      return await discovery.configuration;
    } catch (cause) {
      // A failure isn't cached: the next call tries again.
      if (this.#discovery === discovery) this.#discovery = undefined;
      throw new Failure('google-unavailable', { cause });
    }
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#google;
    const isPlain = issuer.startsWith('http:') && !this.#services.config.isProduction;
    return oidc.discovery(
      new URL(issuer),
      clientId,
      {
        client_secret: clientSecret,
        id_token_signed_response_alg: 'RS256',
        // The library checks times in ID tokens against the system's clock, and can't use another.
        [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      },
      undefined,
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: fetchFromGoogle,
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      },
    );
  }

  #toFailure(error: unknown): Failure {
    if (error instanceof Error && error.cause instanceof Failure) return error.cause;
    if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied') {
      return new Failure('google-sign-in-declined');
    }
    this.#services.log.warn({ err: error }, 'sign-in with Google was refused');
    return new Failure('google-sign-in-failed');
  }
}

/** `fetch` that distinguishes an outage at Google from a refusal. */
async function fetchFromGoogle(url: string, { body, signal, ...options }: oidc.CustomFetchOptions): Promise<Response> {
  const request = { ...options, body: body ?? null, signal: signal ?? null };
  const response = await fetch(url, request).catch((cause: unknown) => {
    throw new Failure('google-unavailable', { cause });
  });
  if (response.status >= 500) {
    throw new Failure('google-unavailable', { cause: new Error(`Google answered with status ${response.status}.`) });
  }
  return response;
}

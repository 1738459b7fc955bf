import { randomBytes } from 'node:crypto';
import { type Grant, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { html } from '../html.ts';
import { renderPage } from '../web-page.ts';
import type { Account } from './accounts.ts';
import { createMemoryStore } from './memory-store.ts';
import type { SigningKey } from './signing-key.ts';

/** The scopes that the site may ask for. */
const SCOPES = 'openid email profile';
/** Lifetimes; Google's ID tokens are valid for an hour too. */
const LIFETIME_SECONDS = { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600 };

export interface ProviderOptions {
  /** The issuer; the provider is mounted at its path: `http://localhost:3002/google`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly signingKey: SigningKey;
  findAccount(sub: string): Account | undefined;
  /** The path of the page for choosing an account. */
  interactionPath(uid: string): string;
}

/** An OpenID provider with one client: authorization code with PKCE, account claims in the ID token, no consent. */
export function createProvider(options: ProviderOptions): Provider {
  const { signingKey, redirectUri } = options;
  const provider = new Provider(options.issuer, {
    adapter: createMemoryStore(),
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    responseTypes: ['code'],
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub', 'hd'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_post'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    jwks: {
      keys: [{ ...signingKey.privateKey.export({ format: 'jwk' }), kid: signingKey.keyId, use: 'sig', alg: 'RS256' }],
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    ttl: { ...LIFETIME_SECONDS, Session: LIFETIME_SECONDS.Interaction },
    expiresWithSession: () => false,
    findAccount: (_context, sub) => describe(options.findAccount(sub)),
    loadExistingGrant: grantEverything,
    interactions: { url: (_context, interaction) => options.interactionPath(interaction.uid) },
    renderError(context, { error, error_description: description }) {
      context.type = 'html';
      context.body = renderPage({
        title: 'This sign-in can’t go on',
        standsFor: 'Sign in with Google',
        body: html`<div class="card"><p>The request was refused: <strong>${error}</strong></p><p class="quiet">${description}</p></div>`,
      });
    },
  });
  provider.silent = true;
  const mountPath = new URL(options.issuer).pathname;
  provider.use((context, next) => {
    Object.assign(context, { mountPath });
    context.path = context.path.slice(mountPath.length);
    return next();
  });
  return provider;
}

function describe(account: Account | undefined) {
  if (account === undefined) return undefined;
  const { sub, email, emailVerified, hostedDomain } = account;
  const name = email.split('@')[0];
  return {
    accountId: sub,
    claims: () => ({ sub, email, email_verified: emailVerified, name, ...(hostedDomain && { hd: hostedDomain }) }),
  };
}

async function grantEverything({ oidc }: KoaContextWithOIDC): Promise<Grant> {
  const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}

import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { parseInput } from '../parse-input.ts';
import { renderAccountPage, renderExpiredPage, renderUnreadablePage } from './account-page.ts';
import { type Account, TEST_ACCOUNTS } from './accounts.ts';
import { AuthorizationRefused, authorizeWithoutBrowser } from './authorize-without-browser.ts';
import { accountSchema, choiceSchema } from './choice.ts';
import { type BadToken, badTokenSchema, concerns, type Outage, outageSchema, spoilToken } from './faults.ts';
import { createProvider } from './provider.ts';
import { createSigningKey } from './signing-key.ts';

/** The path of the provider on its host. */
const GOOGLE_PATH = '/google';

export interface GoogleOptions {
  /** The host's origin: `http://localhost:3002`. */
  readonly publicUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The exact redirect URI. */
  readonly redirectUri: string;
}

/** What tests can do with the stand-in for Google. */
export interface GoogleControl {
  setOutage(outage: Outage): void;
  setBadToken(badToken: BadToken): void;
  /**
   * Signs in at an authorization URL as a browser would; `undefined` means that the user cancels.
   *
   * @returns the URL to which the browser would be sent back
   * @throws AuthorizationRefused if it would see an error page instead
   */
  authorize(authorizationUrl: string, account: Account | undefined): Promise<string>;
}

export interface Google {
  /** Register it without a prefix. */
  readonly plugin: FastifyPluginAsync;
  readonly control: GoogleControl;
}

const NO_OUTAGE: Outage = { mode: 'off' };
/** Shared by the whole process: generating it takes longer than everything else together. */
const SIGNING_KEY = createSigningKey();
const GOOD_TOKEN: BadToken = { claims: {}, signature: 'right' };

/** A stand-in for Google's sign-in: an OpenID provider at `/google`, with a page for choosing an account. */
export function createGoogle(options: GoogleOptions): Google {
  const issuer = options.publicUrl + GOOGLE_PATH;
  const accounts = new Map(TEST_ACCOUNTS.map((account) => [account.sub, account]));
  let outage = NO_OUTAGE;
  let badToken = GOOD_TOKEN;

  const provider = createProvider({
    issuer,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    redirectUri: options.redirectUri,
    signingKey: SIGNING_KEY,
    findAccount: (sub) => accounts.get(sub),
    interactionPath: (uid) => `${GOOGLE_PATH}/interaction/${uid}`,
  });
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (badToken !== GOOD_TOKEN && isTokenAnswer(body)) {
      context.body = { ...body, id_token: spoilToken(body.id_token, badToken, SIGNING_KEY) };
    }
  });

  const control: GoogleControl = {
    setOutage(value) {
      outage = value;
    },
    setBadToken(value) {
      badToken = value;
    },
    authorize: authorizeWithoutBrowser,
  };

  return {
    control,
    plugin: async (app) => {
      await app.register(async (scope) => {
        scope.addHook('onRequest', async (request, reply) => {
          const path = request.url.slice(GOOGLE_PATH.length).split('?')[0] ?? '';
          if (concerns(outage, path)) return beAway(outage, reply);
        });
        await scope.register(formbody);
        addAccountPage(scope, provider, new URL(options.redirectUri).host, (account) =>
          accounts.set(account.sub, account),
        );
        await scope.register(async (raw) => addProvider(raw, provider));
      });
      addControl(app, control, issuer);
    },
  };
}

function isTokenAnswer(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';
}

function beAway({ mode }: Outage, reply: FastifyReply): FastifyReply {
  if (mode === '500') return reply.status(500).type('text/html').send('<h1>500. That’s an error.</h1>');
  reply.hijack();
  if (mode === 'refuse') reply.raw.destroy();
  return reply;
}

function addAccountPage(
  app: FastifyInstance,
  provider: Provider,
  site: string,
  remember: (account: Account) => void,
): void {
  app.get(`${GOOGLE_PATH}/interaction/:uid`, async (request, reply) => {
    reply.type('text/html');
    try {
      await provider.interactionDetails(request.raw, reply.raw);
    } catch (error) {
      return refuseExpired(error, reply);
    }
    return renderAccountPage(site);
  });

  app.post(`${GOOGLE_PATH}/interaction/:uid`, async (request, reply) => {
    const choice = choiceSchema.safeParse(request.body);
    if (!choice.success) return reply.status(400).type('text/html').send(renderUnreadablePage());
    const account = choice.data;
    if (account !== undefined) remember(account);
    const result =
      account === undefined
        ? { error: 'access_denied', error_description: 'The user cancelled.' }
        : { login: { accountId: account.sub } };
    try {
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
    } catch (error) {
      return refuseExpired(error, reply);
    }
  });
}

function refuseExpired(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof errors.SessionNotFound)) throw error;
  return reply.status(400).type('text/html').send(renderExpiredPage());
}

/** Passes all other requests under the path to the provider, which parses their bodies itself. */
function addProvider(app: FastifyInstance, provider: Provider): void {
  const handle = provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all(`${GOOGLE_PATH}/*`, async (request, reply) => {
    reply.hijack();
    await handle(request.raw, reply.raw);
  });
}

function addControl(app: FastifyInstance, control: GoogleControl, issuer: string): void {
  const authorizeSchema = z.strictObject({
    authorizationUrl: z.url().refine((url) => url.startsWith(`${issuer}/auth?`), 'must be an address of this provider'),
    account: accountSchema,
  });

  app.post(`${GOOGLE_PATH}/control/outage`, async (request, reply) => {
    control.setOutage(parseInput(outageSchema, request.body));
    return reply.status(204).send();
  });

  app.post(`${GOOGLE_PATH}/control/token`, async (request, reply) => {
    control.setBadToken(parseInput(badTokenSchema, request.body));
    return reply.status(204).send();
  });

  app.post(`${GOOGLE_PATH}/control/authorize`, async (request, reply) => {
    const { authorizationUrl, account } = parseInput(authorizeSchema, request.body);
    try {
      return { redirectUrl: await control.authorize(authorizationUrl, account) };
    } catch (error) {
      if (!(error instanceof AuthorizationRefused)) throw error;
      return reply.status(400).send({ errors: [error.message] });
    }
  });
}

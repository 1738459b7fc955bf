import type { FastifyInstance } from 'fastify';
import type { AccessTokens } from '../auth/access-tokens.ts';
import type { Services } from '../services.ts';
import type { ServeCall } from './serve-call.ts';

/** What a feature needs to serve its calls. */
export interface FeatureContext {
  serveCall: ServeCall;
  services: Services;
  tokens: AccessTokens;
  /** For what isn't a call of the contract: parsers, hooks. */
  app: FastifyInstance;
}

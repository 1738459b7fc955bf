import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Accounts } from '../accounts.ts';
import { keyOf } from '../authorization.ts';
import { injectHttpFaults } from '../http-faults.ts';
import { refuseDeepgramKey } from './deepgram-errors.ts';

/** Adds Deepgram's key check: `/v1/auth/token`. */
export function addDeepgramAuth(app: FastifyInstance, accounts: Accounts, clock: Clock): void {
  app.get('/v1/auth/token', async (request, reply) => {
    const account = accounts.get(keyOf('Token', request.headers.authorization) ?? '');
    if (account?.scenario.key !== 'accepted') {
      const { status, headers = {}, body } = refuseDeepgramKey();
      return reply.status(status).headers(headers).send(body);
    }
    const actions = account.faults.at('auth', { audioMs: 0 });
    if ((await injectHttpFaults(reply, actions, clock)) !== 'open') return reply;
    return { api_key_id: 'sandbox', scopes: ['usage:write'], tags: [] };
  });
}

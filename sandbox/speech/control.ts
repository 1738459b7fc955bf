import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Account, Accounts, SessionJournal } from './accounts.ts';
import { LIMITS } from './limits.ts';
import { scenarioSchema, UnusableReference } from './scenario.ts';

interface ByKey {
  Params: { key: string };
}
interface BySession {
  Params: { key: string; session: string };
}

/** Adds the routes by which tests set scenarios and read what was received. The README describes them. */
export function addControl(app: FastifyInstance, accounts: Accounts, clock: Clock): void {
  app.put<ByKey>('/control/scenarios/:key', { bodyLimit: LIMITS.largestScenarioBytes }, async (request, reply) => {
    const parsed = scenarioSchema.safeParse(request.body);
    if (!parsed.success) {
      const errors = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'scenario'}: ${message}`);
      return reply.status(400).send({ errors });
    }
    try {
      accounts.set(request.params.key, parsed.data);
    } catch (error) {
      if (!(error instanceof UnusableReference)) throw error;
      return reply.status(400).send({ errors: [error.message] });
    }
    return reply.status(204).send();
  });

  app.delete<ByKey>('/control/scenarios/:key', async (request, reply) =>
    accounts.forget(request.params.key) ? reply.status(204).send() : unknown(reply),
  );

  app.get<ByKey>('/control/scenarios/:key/sessions', async (request, reply) => {
    const account = accounts.get(request.params.key);
    if (account === undefined) return unknown(reply);
    return { nowMs: clock.now(), sessions: account.sessions.map(({ record }) => record) };
  });

  app.get<ByKey>('/control/scenarios/:key/questions', async (request, reply) => {
    const account = accounts.get(request.params.key);
    return account === undefined ? unknown(reply) : { questions: account.questions };
  });

  app.get<ByKey>('/control/scenarios/:key/audio', async (request, reply) => {
    const account = accounts.get(request.params.key);
    return account === undefined ? unknown(reply) : sendAudio(reply, account, account.sessions);
  });

  app.get<BySession>('/control/scenarios/:key/sessions/:session/audio', async (request, reply) => {
    const account = accounts.get(request.params.key);
    const journal = account?.sessions.find(({ record }) => String(record.session) === request.params.session);
    return account === undefined || journal === undefined ? unknown(reply) : sendAudio(reply, account, [journal]);
  });
}

function unknown(reply: FastifyReply): FastifyReply {
  return reply.status(404).send({ errors: ['there is no such scenario or session'] });
}

function sendAudio(reply: FastifyReply, account: Account, journals: readonly SessionJournal[]): FastifyReply {
  if (!account.scenario.keepAudio) {
    return reply.status(409).send({ errors: ['the scenario does not keep audio: set keepAudio'] });
  }
  return reply.type('application/octet-stream').send(Buffer.concat(journals.map((journal) => journal.audio())));
}

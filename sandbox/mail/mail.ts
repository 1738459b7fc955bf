import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { LocalServer } from '../listen-on-localhost.ts';
import { parseInput } from '../parse-input.ts';
import { Inbox } from './inbox.ts';
import { renderInbox, renderMessage } from './pages.ts';
import { createSmtpServer, type MailOutage, outageSchema } from './smtp.ts';

/** What tests can do with the mail stand-in. */
export interface MailControl {
  readonly inbox: Inbox;
  setOutage(mode: MailOutage): void;
}

export interface Mail {
  /** The inbox over HTTP; register it without a prefix. */
  readonly plugin: FastifyPluginAsync;
  readonly control: MailControl;
  /** A new SMTP server that delivers to the inbox. */
  createServer(): LocalServer;
}

/** Messages load nothing from the internet: images come from this machine or from the message itself. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: http://localhost:*; form-action 'self'";

const querySchema = z.object({ to: z.string().min(1).optional() });
interface ById {
  Params: { id: string };
}

/** A stand-in for everyone's mailboxes: an SMTP server, and an inbox at `/mail` and `/messages`. */
export function createMail(): Mail {
  const inbox = new Inbox();
  let outage: MailOutage = 'off';
  const control: MailControl = {
    inbox,
    setOutage(mode) {
      outage = mode;
    },
  };
  return { control, createServer: () => createSmtpServer(inbox, () => outage), plugin: inboxPlugin(control) };
}

function inboxPlugin({ inbox, setOutage }: MailControl): FastifyPluginAsync {
  return async (app) => {
    await app.register(formbody);
    app.get('/messages', async (request) => ({
      messages: inbox.list(parseInput(querySchema, request.query).to).map(withoutRaw),
    }));
    app.get<ById>('/messages/:id', async (request, reply) => {
      const message = inbox.find(request.params.id);
      return message === undefined ? unknown(reply) : withoutRaw(message);
    });
    app.get<ById>('/messages/:id/raw', async (request, reply) => {
      const message = inbox.find(request.params.id);
      return message === undefined ? unknown(reply) : reply.type('text/plain').send(message.raw);
    });
    app.delete('/messages', async (_request, reply) => {
      inbox.clear();
      return reply.status(204).send();
    });

    app.get('/mail', async (request, reply) => {
      const { to } = parseInput(querySchema, request.query);
      return sendPage(reply, renderInbox(inbox.list(to), to));
    });
    app.get('/mail/newest', async (request) => inbox.list(parseInput(querySchema, request.query).to)[0]?.id ?? '');
    app.get<ById>('/mail/:id', async (request, reply) => {
      const message = inbox.find(request.params.id);
      return message === undefined ? reply.redirect('/mail') : sendPage(reply, renderMessage(message));
    });
    app.post('/mail/clear', async (_request, reply) => {
      inbox.clear();
      return reply.redirect('/mail', 303);
    });
    app.post('/mail/control/outage', async (request, reply) => {
      setOutage(parseInput(outageSchema, request.body).mode);
      return reply.status(204).send();
    });
  };
}

function withoutRaw<Message extends { raw: string }>({ raw: _raw, ...message }: Message): Omit<Message, 'raw'> {
  return message;
}

function unknown(reply: FastifyReply): FastifyReply {
  return reply.status(404).send({ errors: ['there is no such message'] });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', CONTENT_SECURITY_POLICY).type('text/html').send(page);
}

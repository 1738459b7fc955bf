import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { z } from 'zod';
import type { LocalServer } from '../listen-on-localhost.ts';
import type { Inbox } from './inbox.ts';
import { readMessage, UnacceptableMessage } from './read-message.ts';

const LARGEST_MESSAGE_BYTES = 10 * 1024 * 1024;

/**
 * The kind of outage: `refuse` (temporary failure, 451), `reject` (permanent failure, 550), `close` (the connection is
 * dropped immediately), or `lost-answer` (the message is delivered, but the connection is dropped before the reply).
 */
export const outageSchema = z.strictObject({ mode: z.enum(['off', 'refuse', 'reject', 'close', 'lost-answer']) });
export type MailOutage = z.infer<typeof outageSchema>['mode'];

class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** An SMTP server that delivers to the inbox. */
export function createSmtpServer(inbox: Inbox, outage: () => MailOutage): LocalServer {
  const sockets = new Map<number, Socket>();
  const breakConnection = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy();

  const smtp = new SMTPServer({
    name: 'localhost',
    banner: 'Sandbox',
    size: LARGEST_MESSAGE_BYTES,
    rejectOversized: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect(session, callback) {
      if (outage() === 'close') breakConnection(session);
      else callback(null);
    },
    onMailFrom(_address, _session, callback) {
      callback(outage() === 'refuse' ? new Refusal(451, 'Try again later') : null);
    },
    onRcptTo(_address, _session, callback) {
      callback(outage() === 'reject' ? new Refusal(550, 'There is no such mailbox') : null);
    },
    onData(stream, session, callback) {
      const { envelope } = session;
      buffer(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) return callback(null);
          const announced = envelope.bodyType === '8bitmime' || envelope.smtpUtf8 === true;
          const to = envelope.rcptTo.map(({ address }) => address);
          inbox.add(await readMessage(raw, announced), to);
          if (outage() === 'lost-answer') breakConnection(session);
          else callback(null);
        })
        .catch((error: unknown) => {
          const reason = error instanceof UnacceptableMessage ? error.message : 'the message can’t be read';
          callback(new Refusal(554, `Message refused: ${reason}`));
        });
    },
  });
  // Without a listener, a client that disconnects would crash the sandbox.
  smtp.on('error', () => {});
  smtp.server.prependListener('connection', (socket: Socket) => {
    const port = socket.remotePort;
    if (port === undefined) return;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  return {
    server: smtp.server,
    endConnections: () => {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}

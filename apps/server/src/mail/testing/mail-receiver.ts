import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** How a mail server may treat an email. */
export type Behavior =
  | 'take'
  /** Says that the address doesn't exist. */
  | 'refuse-address'
  /** Says that there is no room right now, after reading the email. */
  | 'refuse-for-now'
  /** Keeps the email, and cuts the connection before acknowledging it. */
  | 'lose-answer';

export interface MailReceiver {
  /** For example `smtp://127.0.0.1:2525`. */
  readonly url: string;
  /** What it does with each incoming email, in order; after that it takes all. */
  readonly behaviors: Behavior[];
  /** Emails that it keeps, as received. */
  readonly kept: { from: string; to: string[]; source: string }[];
  close(): Promise<void>;
}

/** Starts a mail server on its own port. */
export async function startMailReceiver(): Promise<MailReceiver> {
  const behaviors: Behavior[] = [];
  const kept: MailReceiver['kept'] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      if (behaviors[0] !== 'refuse-address') return done();
      behaviors.shift();
      done(Object.assign(new Error(`<${address}>: no such address here`), { responseCode: 550 }));
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const behavior = behaviors.shift() ?? 'take';
      if (behavior === 'refuse-for-now') {
        return done(Object.assign(new Error('no room now'), { responseCode: 452 }));
      }
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      kept.push({ from, to: envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() });
      if (behavior === 'take') done();
      else for (const socket of sockets) socket.destroy();
    },
  });
  server.on('error', () => {}); // Connections that are cut off.
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    behaviors,
    kept,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

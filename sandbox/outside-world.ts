import { createServer, type RequestListener } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { createGoogle, type GoogleControl, type GoogleOptions } from './google/google.ts';
import { html } from './html.ts';
import { listenOnLocalhost } from './listen-on-localhost.ts';
import { createMail, type MailControl } from './mail/mail.ts';
import { InvalidInput } from './parse-input.ts';
import { createPayments, type Payments, type PaymentsOptions } from './payments/payments.ts';
import { renderPage } from './web-page.ts';

export interface OutsideWorldOptions {
  /** Port of payments, Google and the inbox; 0 means any free one. */
  readonly port: number;
  /** Port of the SMTP server; 0 means any free one. */
  readonly smtpPort: number;
  readonly google: Omit<GoogleOptions, 'publicUrl'>;
  readonly payments: Omit<PaymentsOptions, 'publicUrl'>;
}

/** The running stand-ins for payments, Google and mail. */
export interface OutsideWorld {
  /** `http://localhost:3002` */
  readonly url: string;
  /** `smtp://localhost:3025` */
  readonly smtpUrl: string;
  readonly payments: Payments['control'];
  readonly google: GoogleControl;
  readonly mail: MailControl;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts the stand-ins for payments, Google and mail on `localhost`.
 *
 * @throws the system's error, with code `EADDRINUSE` and the `port` if one is taken
 */
export async function startOutsideWorld(options: OutsideWorldOptions): Promise<OutsideWorld> {
  // The stand-ins need their own address, which is known only once the server listens.
  const application = Promise.withResolvers<RequestListener>();
  const web = await listenOnLocalhost(options.port, () => {
    const server = createServer(
      (request, response) => void application.promise.then((handle) => handle(request, response)),
    );
    return { server, endConnections: () => server.closeAllConnections() };
  });
  const mail = createMail();
  const smtp = await listenOnLocalhost(options.smtpPort, mail.createServer).catch(async (error) => {
    await web.close();
    throw error;
  });

  const url = `http://localhost:${web.port}`;
  const google = createGoogle({ ...options.google, publicUrl: url });
  const payments = createPayments({ ...options.payments, publicUrl: url });
  const app = createApp();
  await app.register(payments.plugin);
  await app.register(mail.plugin);
  await app.register(google.plugin);
  await app.ready();
  application.resolve(app.routing);

  return {
    url,
    smtpUrl: `smtp://localhost:${smtp.port}`,
    payments: payments.control,
    google: google.control,
    mail: mail.control,
    close: async () => {
      await Promise.all([web.close(), smtp.close()]);
      payments.close();
      await app.close();
    },
  };
}

function createApp(): FastifyInstance {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof InvalidInput) return reply.status(400).send({ errors: error.errors });
    throw error;
  });
  app.get('/', async (_request, reply) => reply.type('text/html').send(renderIndex()));
  return app;
}

function renderIndex(): string {
  return renderPage({
    title: 'The outside world',
    standsFor: 'payments, Google and mail',
    body: html`
<p class="quiet">These stand in for services on the internet, so you can try everything without an account or an API key.</p>
<section class="card"><h2><a href="/payments">Payments</a></h2>
What was bought. Refund, dispute, and renew here; pay through the site.</section>
<section class="card"><h2><a href="/mail">Mail</a></h2>
Every mail that the server sends, to whomever. Verification links are in here.</section>
<section class="card"><h2>Google</h2>
Signing in with Google leads to a page of test accounts. It is reached through the site;
<a href="/google/.well-known/openid-configuration">its configuration</a> is public.</section>`,
  });
}

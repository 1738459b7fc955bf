import { readEnvironment } from './environment.ts';
import { startOutsideWorld } from './outside-world.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const environment = readEnvironment(process.env);
if ('problems' in environment) fail(environment.problems);
const site = `http://localhost:${environment.SITE_PORT}`;
const world = await startOutsideWorld({
  port: environment.SANDBOX_PORT,
  smtpPort: environment.SANDBOX_SMTP_PORT,
  google: {
    clientId: environment.GOOGLE_CLIENT_ID,
    clientSecret: environment.GOOGLE_CLIENT_SECRET,
    redirectUri: `${site}/auth/google/callback`,
  },
  payments: {
    secretKey: environment.STRIPE_SECRET_KEY,
    webhookUrl: `http://localhost:${environment.API_PORT}/billing/webhook`,
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    priceId: environment.STANDARD_PRICE_ID,
    unitAmount: environment.STANDARD_UNIT_AMOUNT,
    currency: 'usd',
    siteUrl: site,
    ...(environment.SANDBOX_PAYMENTS_FILE && { stateFile: environment.SANDBOX_PAYMENTS_FILE }),
  },
}).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== 'EADDRINUSE') fail(`The sandbox cannot start: ${error.message}`);
  const variable = error.port === environment.SANDBOX_SMTP_PORT ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT';
  fail(`Port ${error.port} is taken. Stop what listens there, or set ${variable} to another port.`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.close().then(() => process.exit(0)));
}
console.log(`Sandbox is ready on ${world.url}`);

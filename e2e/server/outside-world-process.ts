import { type GoogleConfig, type PaymentsConfig, readConfig } from '@workspace/server/config';
import { vi } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { RunningProcess } from '../child-processes.ts';
import { COMPILE_CACHE, ROOT } from '../repository.ts';
import { SITE_VARIABLES } from '../site/site-build.ts';

/** The sandbox's payments, Google and mail, in their own process. */
export interface OutsideWorldProcess {
  /** Such as `http://localhost:3002`. */
  url: string;
}

/** Starts it on free ports, unless the given environment says otherwise. It ends after the file's tests. */
export async function startOutsideWorld(environment: Record<string, string> = {}): Promise<OutsideWorldProcess> {
  const running = RunningProcess.start(process.execPath, ['sandbox/main.ts'], {
    cwd: ROOT,
    env: { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
  });
  const url = await vi.waitUntil(() => /Sandbox is ready on (http:\S+)/.exec(running.stdout)?.[1], {
    timeout: 300_000,
    interval: 50,
  });
  endAfterTests(async () => {
    running.signal('SIGTERM');
    await running.ended;
  });
  return { url };
}

/** The variables of a server that uses the sandbox for payments, Google and mail, with the site's prices. */
export function outsideWorldVariables(sandboxUrl: string, smtpPort: number): Record<string, string> {
  return {
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    GOOGLE_ISSUER: `${sandboxUrl}/google`,
    GOOGLE_CLIENT_ID: 'sandbox-client.apps.example',
    GOOGLE_CLIENT_SECRET: 'sandbox-google-secret',
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STANDARD_PRICE_ID: SITE_VARIABLES.VITE_STANDARD_PRICE_ID,
    STANDARD_UNIT_AMOUNT: SITE_VARIABLES.VITE_STANDARD_UNIT_AMOUNT,
    PAYMENT_LINK: `${sandboxUrl}/payments/link/standard`,
  };
}

/** The same as a server's parsed configuration, without mail. */
export function outsideWorldConfig(sandboxUrl: string): { google: GoogleConfig; payments: PaymentsConfig } {
  const { google, payments } = readConfig(outsideWorldVariables(sandboxUrl, 0));
  return { google: google!, payments: payments! };
}

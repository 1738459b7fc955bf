import { onTestFinished } from 'vitest';
import { type OutsideWorld, startOutsideWorld } from '../outside-world.ts';

export const CLIENT = {
  clientId: 'sandbox-client.apps.example',
  clientSecret: 'sandbox-google-secret',
  redirectUri: 'http://localhost:3000/auth/google/callback',
};

export const PAYMENTS = {
  secretKey: 'sk_test_sandbox',
  webhookUrl: undefined,
  webhookSecret: 'whsec_sandbox',
  priceId: 'price_sandbox_standard',
  unitAmount: 1999,
  currency: 'usd',
  siteUrl: 'http://localhost:3000',
} as const;

/** Starts the stand-ins on free ports; they stop when the test ends. */
export async function startTestWorld(): Promise<OutsideWorld> {
  const world = await startOutsideWorld({ port: 0, smtpPort: 0, google: CLIENT, payments: PAYMENTS });
  onTestFinished(() => world.close());
  return world;
}

/** Posts JSON to one of the stand-ins. */
export function post(world: OutsideWorld, path: string, body: unknown): Promise<Response> {
  return fetch(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

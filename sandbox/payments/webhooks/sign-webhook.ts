import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` of a webhook.
 *
 * @param seconds when it is sent, in seconds since 1970
 * @param body its body, exactly as it is sent
 */
export function signWebhook(secret: string, seconds: number, body: string): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

import type { Clock } from '../clock.ts';

/** What an account with the payment provider is made with. */
export interface PaymentsOptions {
  /** Where the stand-in is reached, such as `http://localhost:3002`. */
  publicUrl: string;
  clock?: Clock;
  /** The key that requests to the API must carry. */
  secretKey: string;
  /** Where webhooks go; without it none are sent. Can be changed later. */
  webhookUrl: string | undefined;
  webhookSecret: string;
  /** The monthly price of our product. */
  priceId: string;
  /** What it costs each month, and once by the payment link, in the smallest unit of the currency. */
  unitAmount: number;
  currency: 'usd';
  /** The path of our payment link's page. */
  paymentLinkPath?: string;
  /** Where the payment link sends its buyers to, at `/checkout/success`. */
  siteUrl: string;
  /** A file in which the account survives restarts. */
  stateFile?: string;
}

import type { Clock } from '../clock.ts';

/** The options of an account with the payment provider. */
export interface PaymentsOptions {
  /** The stand-in's origin, such as `http://localhost:3002`. */
  publicUrl: string;
  clock?: Clock;
  /** The API key that requests must carry. */
  secretKey: string;
  /** Where webhooks are sent; without it, none are. Can be changed later. */
  webhookUrl: string | undefined;
  webhookSecret: string;
  /** The monthly price of our product. */
  priceId: string;
  /** The price per month, and once by the payment link, in the smallest unit of the currency. */
  unitAmount: number;
  currency: 'usd';
  /** The path of our payment link's page. */
  paymentLinkPath?: string;
  /** The site to whose `/checkout/success` the payment link sends buyers. */
  siteUrl: string;
  /** A file in which the account persists across restarts. */
  stateFile?: string;
}

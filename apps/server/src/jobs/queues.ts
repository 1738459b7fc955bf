/** An email to send, by what it is about: text and links are made when it is sent, the same at every attempt. */
export type MailJob =
  | { template: 'verification'; registrationId: string }
  | { template: 'already-registered'; registrationId: string }
  | { template: 'google-link'; registrationId: string }
  | { template: 'purchase-confirmed'; purchaseId: string }
  | { template: 'subscription-started'; subscriptionId: string }
  | { template: 'new-sign-in'; userId: string; sessionId: string }
  /** The account is gone, so its address is sealed into the job (`sealText`). */
  | { template: 'account-deleted'; sealedAddress: string };

/** The payloads of each queue's jobs: ids, never addresses, tokens or text. */
export interface JobPayloads {
  'send-mail': MailJob;
  /** Mail a new link to an address if it is waiting for one; sealed (`sealText`), since its owner isn't verified. */
  'resend-verification': { sealedAddress: string };
  /** Read the current state of whatever an event named, from the payment provider. */
  'process-payment-event': { eventId: string };
  /** Cancel what a deleted account still had running at the payment provider. */
  'cancel-subscriptions': { customerId: string };
  /** Check with the provider for everything that may have been missed. */
  'reconcile-payments': Record<string, never>;
  /** Compare one running subscription with the provider. */
  'reconcile-subscription': { subscriptionId: string };
  /** Delete what has expired. */
  'remove-expired': Record<string, never>;
}

export type QueueName = keyof JobPayloads;

interface QueueSettings {
  retryLimit: number;
  /** The first wait; it doubles each time. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** A job that takes longer counts as failed and is tried again. */
  expireSeconds: number;
  /** How many jobs one server takes and runs at a time; at least two. */
  batch: number;
  /** When it runs on its own (cron, UTC). */
  cron?: string;
}

const PATIENT = { retryLimit: 100, retryDelaySeconds: 2, retryDelayMaxSeconds: 3_600, expireSeconds: 120 } as const;

export const QUEUES: Record<QueueName, QueueSettings> = {
  'send-mail': { ...PATIENT, batch: 10 },
  'resend-verification': { ...PATIENT, batch: 4 },
  'process-payment-event': { ...PATIENT, batch: 8 },
  'cancel-subscriptions': { ...PATIENT, batch: 2 },
  'reconcile-payments': { ...PATIENT, retryLimit: 3, expireSeconds: 1_800, batch: 2, cron: '17 3 * * *' },
  // Few at a time, since there may be thousands at night and the provider limits requests per second. Tried for a few
  // hours: the next night enqueues them again.
  'reconcile-subscription': { ...PATIENT, retryLimit: 12, batch: 2 },
  'remove-expired': { ...PATIENT, retryLimit: 3, batch: 2, cron: '7 * * * *' },
};

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

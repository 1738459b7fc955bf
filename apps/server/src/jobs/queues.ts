/** A mail to be sent, by what it is about: texts and links are made when it goes out, the same at every attempt. */
export type MailJob =
  | { template: 'verification'; registrationId: string }
  | { template: 'already-registered'; registrationId: string }
  | { template: 'google-link'; registrationId: string }
  | { template: 'purchase-confirmed'; purchaseId: string }
  | { template: 'subscription-started'; subscriptionId: string }
  | { template: 'new-sign-in'; userId: string; sessionId: string }
  /** The account is gone, so its address is sealed into the job (`sealText`). */
  | { template: 'account-deleted'; sealedAddress: string };

/** What each queue's jobs hold: ids, never addresses, tokens or texts. */
export interface JobPayloads {
  'send-mail': MailJob;
  /** Mail a new link to an address if it waits for one; sealed (`sealText`), since its owner is not verified. */
  'resend-verification': { sealedAddress: string };
  /** Read the truth about what an event of the payment provider named. */
  'process-payment-event': { eventId: string };
  /** Cancel what an account that was deleted still had running at the payment provider. */
  'cancel-subscriptions': { customerId: string };
  /** Compare everything with the provider that can have been missed. */
  'reconcile-payments': Record<string, never>;
  /** Compare one running subscription with the provider. */
  'reconcile-subscription': { subscriptionId: string };
  /** Delete what has expired. */
  'remove-expired': Record<string, never>;
}

export type QueueName = keyof JobPayloads;

interface QueueSettings {
  retryLimit: number;
  /** First wait; it doubles each time. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** After this long a job counts as failed and is tried again. */
  expireSeconds: number;
  /** So many jobs one server takes and does at the same time; at least two. */
  batch: number;
  /** When it runs by itself (cron, UTC). */
  cron?: string;
}

const PATIENT = { retryLimit: 100, retryDelaySeconds: 2, retryDelayMaxSeconds: 3_600, expireSeconds: 120 } as const;

export const QUEUES: Record<QueueName, QueueSettings> = {
  'send-mail': { ...PATIENT, batch: 10 },
  'resend-verification': { ...PATIENT, batch: 4 },
  'process-payment-event': { ...PATIENT, batch: 8 },
  'cancel-subscriptions': { ...PATIENT, batch: 2 },
  'reconcile-payments': { ...PATIENT, retryLimit: 3, expireSeconds: 1_800, batch: 2, cron: '17 3 * * *' },
  // Few at once, since at night there may be thousands: the provider limits requests per second. Tried for an hour: the
  // next night enqueues them again.
  'reconcile-subscription': { ...PATIENT, retryLimit: 12, batch: 2 },
  'remove-expired': { ...PATIENT, retryLimit: 3, batch: 2, cron: '7 * * * *' },
};

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

import { PRODUCT_NAME } from '@workspace/contract/brand';
import { REGISTRATION } from '../auth/begin-registration.ts';
import { HOUR_MS } from '../clock.ts';
import type { MailContent, Sender } from './mail-content.ts';

/** To an address that was registered: the link that verifies it. */
export function verificationText({ link, byPassword }: { link: string; byPassword: boolean }): MailContent {
  return {
    subject: `Verify your email for ${PRODUCT_NAME}`,
    heading: 'Verify your email address',
    paragraphs: [
      `This address was used to register with ${PRODUCT_NAME}. If that was you, verify it with this link. After that you can sign in ${byPassword ? 'with the password you chose' : 'with Google'}.`,
    ],
    action: { label: 'Verify email address', url: link },
    notes: [
      `The link works for ${REGISTRATION.linkMs / HOUR_MS} hours.`,
      'If you did not register, do not open the link: whoever registered would get an account with your address. Just delete this mail.',
    ],
  };
}

/** To the address of an account that was registered once more. */
export function alreadyRegisteredText({ siteUrl, supportEmail }: Sender): MailContent {
  return {
    subject: `You already have a ${PRODUCT_NAME} account`,
    heading: 'You already have an account',
    paragraphs: [
      `This address was used to register with ${PRODUCT_NAME}, but it has an account already. Nothing was changed: sign in as you always do.`,
    ],
    action: { label: 'Sign in', url: `${siteUrl}/login` },
    notes: [
      `Forgot your password? Write to ${supportEmail}, and we will send you a link to set a new one.`,
      'If it was not you who registered, there is nothing to do.',
    ],
  };
}

export interface PurchaseFacts {
  /** In the currency's smallest unit; null where the provider told none. */
  amount: number | null;
  currency: string | null;
  paidAt: Date;
  /** Whether an account has the license. */
  isClaimed: boolean;
}

/** To whoever bought a license. */
export function purchaseConfirmedText(
  { amount, currency, paidAt, isClaimed }: PurchaseFacts,
  { siteUrl, supportEmail }: Sender,
): MailContent {
  const price = amount === null || currency === null ? '' : ` of ${formatAmount(amount, currency)}`;
  const received = `We received your payment${price} on ${formatDate(paidAt)}. It was a one-time purchase: nothing more will be charged.`;
  const guarantee = `You have 30 days to get your money back, no questions asked: write to ${supportEmail}.`;
  if (isClaimed) {
    return {
      subject: `Your ${PRODUCT_NAME} license is active`,
      heading: 'Thank you for your purchase!',
      paragraphs: [received, 'Your license is active: your account is on the Standard Plan now.'],
      action: { label: `Open ${PRODUCT_NAME}`, url: `${siteUrl}/app` },
      notes: [guarantee],
    };
  }
  return {
    subject: `Your ${PRODUCT_NAME} license is waiting for you`,
    heading: 'Thank you for your purchase!',
    paragraphs: [
      received,
      'One step is left: register with the email address to which this mail was sent, and verify it. Your license will be in your account from then on.',
    ],
    action: { label: 'Register', url: `${siteUrl}/register` },
    notes: [
      `Do you have an account with another address? Write to ${supportEmail}, and we will move the license there.`,
      guarantee,
    ],
  };
}

/** To whoever subscribed. `paidUntil` is null where the provider told none. */
export function subscriptionStartedText({ paidUntil }: { paidUntil: Date | null }, { siteUrl }: Sender): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} subscription is active`,
    heading: 'Thank you for subscribing!',
    paragraphs: [
      'Your subscription is active: your account is on the Standard Plan now.',
      `It renews each month until you cancel it.${paidUntil === null ? '' : ` The next payment is due on ${formatDate(paidUntil)}.`}`,
    ],
    action: { label: 'Manage subscription', url: `${siteUrl}/app/billing` },
    notes: [],
  };
}

export interface SignInFacts {
  kind: 'browser' | 'device';
  /** As the browser or the Mac calls itself. */
  name: string;
  at: Date;
}

/** To a user who signed in where he never had before. `signIn` is undefined where that session has ended again. */
export function newSignInText(signIn: SignInFacts | undefined, { siteUrl, supportEmail }: Sender): MailContent {
  return {
    subject: `New sign-in to your ${PRODUCT_NAME} account`,
    heading: 'New sign-in to your account',
    paragraphs: [
      signIn === undefined
        ? 'There was a sign-in to your account in a browser or app that you had not used before. It is signed out already.'
        : `There was a sign-in to your account ${signIn.kind === 'device' ? 'by the app on' : 'in'} “${signIn.name}” on ${formatTime(signIn.at)} UTC.`,
      'If this was you, there is nothing to do.',
      `If it was not you, sign it out in Settings and write to ${supportEmail} at once: we will send you a link to set a new password.`,
    ],
    action: { label: 'Open Settings', url: `${siteUrl}/app/settings` },
    notes: [],
  };
}

/** To the address that an account had. */
export function accountDeletedText({ supportEmail }: Sender): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} account was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      `Your ${PRODUCT_NAME} account and what it held about you are deleted. If you had a subscription, it is cancelled: nothing more will be charged.`,
    ],
    notes: [`If it was not you who deleted it, write to ${supportEmail}.`, 'This is the last mail we send you.'],
  };
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

function formatDate(date: Date): string {
  return DATE.format(date);
}

function formatTime(time: Date): string {
  return TIME.format(time);
}

/** Such as `$19.99`. Currencies without cents are written without. */
function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(amount / 10 ** digits);
}

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
      `Welcome to ${PRODUCT_NAME}! Verify this address to finish signing up. Then you can sign in ${byPassword ? 'with the password you chose' : 'with Google'}.`,
    ],
    action: { label: 'Verify email address', url: link },
    notes: [
      `The link works for ${REGISTRATION.linkMs / HOUR_MS} hours.`,
      'Didn’t sign up? Don’t open the link, or whoever did gets an account with your address. Just delete this email.',
    ],
  };
}

/** To the address of an account, when it was registered again. */
export function alreadyRegisteredText({ siteUrl, supportEmail }: Sender): MailContent {
  return {
    subject: `You already have a ${PRODUCT_NAME} account`,
    heading: 'You already have an account',
    paragraphs: [
      `Someone, probably you, just signed up for ${PRODUCT_NAME} with this address. It already has an account, so nothing has changed. Sign in as usual.`,
    ],
    action: { label: 'Sign in', url: `${siteUrl}/login` },
    notes: [
      `Forgot your password? Write to ${supportEmail}, and we’ll send you a link to set a new one.`,
      'If it wasn’t you, you don’t need to do anything.',
    ],
  };
}

/**
 * To an account's owner, after a sign-in with a Google account of the same address: the link to the page that links
 * them.
 */
export function googleLinkText({ link }: { link: string }): MailContent {
  return {
    subject: `Sign in to ${PRODUCT_NAME} with Google?`,
    heading: 'Link your Google account?',
    paragraphs: [
      `Someone, probably you, tried to sign in to ${PRODUCT_NAME} with a Google account that has this address. Link it, and you can sign in with Google too.`,
    ],
    action: { label: 'Link Google account', url: link },
    notes: [
      `The link works for ${REGISTRATION.linkMs / HOUR_MS} hours.`,
      'If it wasn’t you, just delete this email. Without the link, nobody gets in.',
    ],
  };
}

export interface PurchaseFacts {
  /** In the currency's smallest unit; null if the provider named none. */
  amount: number | null;
  currency: string | null;
  paidAt: Date;
  /** Whether an account has the license. */
  isClaimed: boolean;
}

/** To the buyer of a license. */
export function purchaseConfirmedText(
  { amount, currency, paidAt, isClaimed }: PurchaseFacts,
  { siteUrl, supportEmail }: Sender,
): MailContent {
  const price = amount === null || currency === null ? '' : ` of ${formatAmount(amount, currency)}`;
  const received = `We received your payment${price} on ${formatDate(paidAt)}. It was a one-time purchase, so you won’t be charged again.`;
  const guarantee = `Not for you? Write to ${supportEmail} within 30 days and we refund you, no questions asked.`;
  if (isClaimed) {
    return {
      subject: `Your ${PRODUCT_NAME} license is active`,
      heading: 'Thank you for your purchase!',
      paragraphs: [received, 'Your license is active, and your account is now on the Standard Plan.'],
      action: { label: `Open ${PRODUCT_NAME}`, url: `${siteUrl}/app` },
      notes: [guarantee],
    };
  }
  return {
    subject: `Your ${PRODUCT_NAME} license is waiting for you`,
    heading: 'Thank you for your purchase!',
    paragraphs: [
      received,
      'One step left: register with the address this email was sent to, and verify it. Your license is then in your account.',
    ],
    action: { label: 'Register', url: `${siteUrl}/register` },
    notes: [
      `Do you already have an account with another address? Write to ${supportEmail}, and we’ll move the license there.`,
      guarantee,
    ],
  };
}

/** To a new subscriber. `paidUntil` is null if the provider named none. */
export function subscriptionStartedText({ paidUntil }: { paidUntil: Date | null }, { siteUrl }: Sender): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} subscription is active`,
    heading: 'Thank you for subscribing!',
    paragraphs: [
      'Your subscription is active, and your account is now on the Standard Plan.',
      `It renews every month until you cancel.${paidUntil === null ? '' : ` Your next payment is on ${formatDate(paidUntil)}.`}`,
    ],
    action: { label: 'Manage subscription', url: `${siteUrl}/app/billing` },
    notes: [],
  };
}

export interface SignInFacts {
  kind: 'browser' | 'device';
  /** As the browser or the Mac names itself. */
  name: string;
  at: Date;
}

/** To a user who signed in somewhere new. `signIn` is undefined if that session has already ended. */
export function newSignInText(signIn: SignInFacts | undefined, { siteUrl, supportEmail }: Sender): MailContent {
  return {
    subject: `New sign-in to your ${PRODUCT_NAME} account`,
    heading: 'New sign-in to your account',
    paragraphs: [
      signIn === undefined
        ? 'Someone signed in to your account in a new browser or app. It has already been signed out.'
        : `Someone signed in to your account ${signIn.kind === 'device' ? 'with the app on' : 'in'} “${signIn.name}” on ${formatTime(signIn.at)} UTC.`,
      'If this was you, you don’t need to do anything.',
      `If it wasn’t you, sign it out in Settings and write to ${supportEmail} right away. We’ll send you a link to set a new password.`,
    ],
    action: { label: 'Open Settings', url: `${siteUrl}/app/settings` },
    notes: [],
  };
}

/** To the address of a deleted account. */
export function accountDeletedText({ supportEmail }: Sender): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} account was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      `We’ve deleted your ${PRODUCT_NAME} account and everything it held about you. If you had a subscription, it’s cancelled, and you won’t be charged again.`,
    ],
    notes: [`If you didn’t delete it, write to ${supportEmail}.`, 'This is the last email you’ll get from us.'],
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

/** Formats an amount, for example `$19.99`, without decimals if the currency has none. */
function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  return format.format(amount / 10 ** digits);
}

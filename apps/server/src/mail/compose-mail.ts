import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { googleLinkTokenOf } from '../auth/link-google.ts';
import { purchases, registrations, sessions, subscriptions, users } from '../database/schema.ts';
import { verificationTokenOf } from '../email/verify-email.ts';
import type { MailJob } from '../jobs/queues.ts';
import { openSealedText } from '../secrets/sealed-text.ts';
import type { Services } from '../services.ts';
import type { MailContent } from './mail-content.ts';
import * as texts from './mail-texts.ts';

export interface ComposedMail {
  to: string;
  content: MailContent;
}

type MailServices = Pick<Services, 'clock' | 'config' | 'database' | 'keys'>;

/** Reads what an email is about. Resolves with undefined if that is gone or over, and there is nothing left to say. */
export async function composeMail(services: MailServices, job: MailJob): Promise<ComposedMail | undefined> {
  switch (job.template) {
    case 'verification':
      return composeVerification(services, job.registrationId);
    case 'already-registered':
      return composeAlreadyRegistered(services, job.registrationId);
    case 'google-link':
      return composeGoogleLink(services, job.registrationId);
    case 'purchase-confirmed':
      return composePurchaseConfirmed(services, job.purchaseId);
    case 'subscription-started':
      return composeSubscriptionStarted(services, job.subscriptionId);
    case 'new-sign-in':
      return composeNewSignIn(services, job);
    case 'account-deleted':
      return {
        to: await openSealedText(services.keys, job.sealedAddress),
        content: texts.accountDeletedText(services.config),
      };
  }
}

async function composeVerification(services: MailServices, registrationId: string): Promise<ComposedMail | undefined> {
  const { config, keys } = services;
  const registration = await findRegistration(services, registrationId, isNull(users.emailVerifiedAt));
  if (registration === undefined) return undefined;
  const link = `${config.siteUrl}/verify-email?token=${verificationTokenOf(keys, registrationId)}`;
  const byPassword = registration.passwordHash !== null;
  return { to: registration.email, content: texts.verificationText({ link, byPassword }) };
}

async function composeAlreadyRegistered(
  services: MailServices,
  registrationId: string,
): Promise<ComposedMail | undefined> {
  const registration = await findRegistration(services, registrationId, isNotNull(users.emailVerifiedAt));
  return registration && { to: registration.email, content: texts.alreadyRegisteredText(services.config) };
}

async function composeGoogleLink(services: MailServices, registrationId: string): Promise<ComposedMail | undefined> {
  const { config, keys } = services;
  const registration = await findRegistration(services, registrationId, isNotNull(users.emailVerifiedAt));
  const link = `${config.siteUrl}/link-google?token=${googleLinkTokenOf(keys, registrationId)}`;
  return registration && { to: registration.email, content: texts.googleLinkText({ link }) };
}

/** Finds an attempt to register that hasn't expired, if its user meets the condition. */
async function findRegistration(
  { clock, database }: MailServices,
  registrationId: string,
  condition: ReturnType<typeof isNull>,
) {
  const [found] = await database
    .select({ email: users.email, passwordHash: registrations.passwordHash })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.userId))
    .where(and(eq(registrations.id, registrationId), gt(registrations.expiresAt, clock.now()), condition));
  return found;
}

async function composePurchaseConfirmed(
  { config, database }: MailServices,
  purchaseId: string,
): Promise<ComposedMail | undefined> {
  const [found] = await database
    .select({ purchase: purchases, userEmail: users.email })
    .from(purchases)
    .leftJoin(users, eq(users.id, purchases.userId))
    .where(and(eq(purchases.id, purchaseId), eq(purchases.status, 'paid')));
  const to = found?.userEmail ?? found?.purchase.email;
  if (found === undefined || to == null) return undefined;
  const facts = { ...found.purchase, isClaimed: found.userEmail !== null };
  return { to, content: texts.purchaseConfirmedText(facts, config) };
}

async function composeSubscriptionStarted(
  { config, database }: MailServices,
  subscriptionId: string,
): Promise<ComposedMail | undefined> {
  const [found] = await database
    .select({ email: users.email, paidUntil: subscriptions.currentPeriodEnd })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(eq(subscriptions.id, subscriptionId), inArray(subscriptions.status, ['active', 'trialing'])));
  return found && { to: found.email, content: texts.subscriptionStartedText(found, config) };
}

async function composeNewSignIn(
  { config, database }: MailServices,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<ComposedMail | undefined> {
  const [found] = await database
    .select({ email: users.email, kind: sessions.kind, name: sessions.name, at: sessions.createdAt })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, users.id)))
    .where(eq(users.id, userId));
  if (found === undefined) return undefined;
  const { email, kind, name, at } = found;
  const hasEnded = kind === null || name === null || at === null;
  const signIn = hasEnded ? undefined : { kind, name: toOneLine(name), at };
  return { to: email, content: texts.newSignInText(signIn, config) };
}

/** Replaces what could make a user-given name more than a name: line breaks and other control characters. */
function toOneLine(name: string): string {
  return name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

import { type AuditAction, recordAuditEvent } from '../audit/record-audit-event.ts';
import { grantLicense, revokeLicense } from '../billing/given-licenses.ts';
import { AdminError } from './admin-error.ts';
import { findAccount } from './find-account.ts';
import { readPlan } from './read-plan.ts';
import type { Report } from './report.ts';
import type { SupportServices } from './support-services.ts';

interface LicenseChange {
  apply: typeof grantLicense;
  action: AuditAction;
  done: string;
  nothingToDo: string;
}

/** Gives an account a license as a gift. */
export const GRANT: LicenseChange = {
  apply: grantLicense,
  action: 'license-granted',
  done: 'now has a license from support',
  nothingToDo: 'already has a license from support',
};

/** Takes back a license that support gave. */
export const REVOKE: LicenseChange = {
  apply: revokeLicense,
  action: 'license-revoked',
  done: 'no longer has a license from support',
  nothingToDo: 'has no license from support',
};

/** @throws AdminError if there is no such account, or nothing to change */
export async function changeLicense(
  services: SupportServices,
  email: string,
  { apply, action, done, nothingToDo }: LicenseChange,
): Promise<Report> {
  const { clock, database } = services;
  const plan = await database.transaction(async (transaction) => {
    const { id: userId } = await findAccount(transaction, email);
    if (!(await apply(transaction, services, userId))) throw new AdminError(`${email} ${nothingToDo}.`);
    await recordAuditEvent(transaction, clock, { actor: services, action, userId });
    return readPlan(transaction, userId);
  });
  return { text: `${email} ${done}. Plan: ${plan}.`, data: { email, plan } };
}

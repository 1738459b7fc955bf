import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { type Dispute, newDispute } from '../resources/dispute.ts';
import type { Charge } from '../resources/payment.ts';

/**
 * Lets a buyer dispute a charge; the money is taken back until it is decided.
 *
 * @throws {ApiError} if nothing of it is left, or it is disputed already
 */
export function openDispute(account: Account, charge: Charge, reason = 'fraudulent'): Dispute {
  if (!charge.paid || charge.refunded) throw invalid(`Charge ${charge.id} has nothing left to dispute.`);
  if (charge.disputed) throw invalid(`Charge ${charge.id} is disputed already.`);
  const dispute = account.add(newDispute(charge, account.now(), reason));
  account.change(charge, { disputed: true });
  account.emit('charge.dispute.created', dispute);
  return dispute;
}

/**
 * Decides a dispute. As with the real one, the charge stays marked as disputed either way.
 *
 * @throws {ApiError} if it is decided already
 */
export function closeDispute(account: Account, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status !== 'needs_response') throw invalid(`This dispute is ${dispute.status} already.`);
  const before = account.change(dispute, { status: outcome });
  account.emit('charge.dispute.closed', dispute, before);
  return dispute;
}

import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { type Dispute, newDispute } from '../resources/dispute.ts';
import type { Charge } from '../resources/payment.ts';

/**
 * Opens a buyer's dispute about a charge; the money is withheld until the dispute is decided.
 *
 * @throws {ApiError} if it is fully refunded or already disputed
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
 * Decides a dispute. As in the real API, the charge stays marked as disputed either way.
 *
 * @throws {ApiError} if it is already decided
 */
export function closeDispute(account: Account, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status !== 'needs_response') throw invalid(`This dispute is ${dispute.status} already.`);
  const before = account.change(dispute, { status: outcome });
  account.emit('charge.dispute.closed', dispute, before);
  return dispute;
}

import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { listUnmatchedPayments } from '../billing/list-unmatched-payments.ts';
import { formatTable, formatTime, type Report } from './report.ts';
import type { SupportServices } from './support-services.ts';

const HEADINGS = ['Payment', 'Email', 'Amount', 'Paid', 'Status'];

/** Lists the payments that benefit no account. */
export async function showUnmatchedPayments({
  clock,
  database,
  operator,
}: Pick<SupportServices, 'clock' | 'database' | 'operator'>): Promise<Report> {
  await recordAuditEvent(database, clock, { actor: { operator }, action: 'payments-read' });
  const payments = await listUnmatchedPayments(database);
  const rows = payments.map(({ id, email, amount, currency, paidAt, status }) => [
    id,
    email ?? '',
    amount === null ? '' : `${(amount / 100).toFixed(2)} ${currency?.toUpperCase() ?? ''}`,
    formatTime(paidAt),
    status,
  ]);
  const text = rows.length === 0 ? 'Every payment belongs to an account.' : formatTable(HEADINGS, rows);
  return { text, data: payments };
}

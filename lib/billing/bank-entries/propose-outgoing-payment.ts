import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { StoredPaymentRun, StoredRunItem } from '../payment-runs/payment-run.ts'
import { findPaymentRun, findRunItems } from '../payment-runs/payment-run-store.ts'
import { type BankLine, type Matches, NO_MATCHES } from './bank-entry.ts'

interface Found {
  item: Pick<StoredRunItem, 'id' | 'status' | 'amount' | 'partnerId' | 'partnerName'>
  run: Pick<StoredPaymentRun, 'status' | 'currency'>
}

/** Finds the item of a payment run that a debit names: the file for the bank has the id of each as its end-to-end id. */
export const findNamedItem = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { endToEndId }: BankLine,
): Promise<Found | undefined> => {
  const id = endToEndId === null ? undefined : parseId(endToEndId)
  const [item] = id ? await findRunItems(db, tenant, [id]) : []
  const run = item && (await findPaymentRun(db, tenant, item.runId))
  return item && run && { item, run }
}

/**
 * Proposes that the bank paid an item of a submitted payment run, at its exact amount. The platform never confirms these
 * itself, because what is paid cannot be undone.
 */
export const proposeOutgoingPayment = (
  { amount, currency }: Pick<BankLine, 'amount' | 'currency'>,
  found: Found | undefined,
): Matches => {
  if (!found) return NO_MATCHES
  const { item, run } = found
  const isOpen = run.status === 'submitted' && item.status === 'pending'
  if (!isOpen || item.amount !== amount || run.currency !== currency) return NO_MATCHES
  const { partnerId, partnerName } = item
  const proposal = {
    ...{
      kind: 'outgoing_payment' as const,
      reasons: ['end_to_end_id' as const, 'exact_amount' as const],
      isExact: true,
    },
    ...{ partnerId, partnerName, allocations: [], unallocatedAmount: 0, paymentId: null, paymentRunItemId: item.id },
  }
  return { proposals: [proposal], isTied: false, isCertain: false, partnerId }
}

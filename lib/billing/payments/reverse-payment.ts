import type { ReversePaymentInput } from '../../../schemas/billing/payments/payment.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { postReceivable } from '../ledger/post-receivable.ts'
import { changeAllocations, readInvoices } from './change-allocations.ts'
import {
  addToHistory,
  listLiveAllocations,
  PAYMENT_MOVES,
  paymentUri,
  requireNotReversed,
  type StoredPayment,
} from './payment.ts'
import { buildIncomingPaymentEvent } from './payment-event.ts'
import { payments } from './payment-store.ts'

type Allocations = StoredPayment['allocations']

/**
 * Returns the live allocations with these ids, each once. Throws one problem with all that do not exist or are reversed
 * already.
 */
const requireLive = (payment: StoredPayment, given: readonly Id[]): Allocations => {
  const known = new Map(payment.allocations.map((each) => [each.id, each]))
  const live = new Set(listLiveAllocations(payment).map(({ id }) => id))
  const unknown = given.flatMap((id, i) =>
    known.has(id)
      ? []
      : [{ propertyPath: `allocationIds[${i}]`, message: 'must be the id of an allocation of the payment' }],
  )
  if (unknown.length) throw invalid(...unknown)
  const ids = [...new Set(given)]
  const reversed = ids.filter((id) => !live.has(id))
  if (reversed.length) throw new Problem('OPERATION_NOT_ALLOWED', `Already reversed: ${reversed.join(', ')}.`)
  return ids.flatMap((id) => known.get(id) ?? [])
}

const checkReversible = ({ method, refunded }: StoredPayment): void => {
  if (method === 'credit_note')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The credit of a credit note cannot be reversed. You can reverse its allocations.',
    )
  if (refunded)
    throw new Problem('OPERATION_NOT_ALLOWED', 'Part of the payment was refunded, so it cannot be reversed as a whole.')
}

/** Adds the allocations of each invoice up, because a payment may have several to one. */
const sumByInvoice = (allocations: Allocations): Map<Id, number> => {
  const sums = new Map<Id, number>()
  for (const { invoiceId, amount } of allocations) sums.set(invoiceId, (sums.get(invoiceId) ?? 0) + amount)
  return sums
}

const reverseAllocations = async (app: Pick<App, 'db'>, unit: Unit, payment: StoredPayment, reversed: Allocations) => {
  const sums = sumByInvoice(reversed)
  const [settings, invoices] = await Promise.all([
    readBillingSettings(app, unit.tenant),
    readInvoices(app.db, unit.tenant, [...sums.keys()]),
  ])
  const changes = [...invoices.values()].map((invoice) => ({ invoice, allocated: -(sums.get(invoice.id) ?? 0) }))
  changeAllocations(unit, payment, changes, settings)
  return settings
}

/** Reverses the whole payment, which the partner then owes again, or some of its allocations. */
export const reverseStoredPayment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  before: StoredPayment,
  { reason, allocationIds }: ReversePaymentInput,
): Promise<StoredPayment> => {
  requireNotReversed(before)
  const isWhole = !allocationIds
  const reversed = isWhole ? listLiveAllocations(before) : requireLive(before, allocationIds)
  if (isWhole) {
    move(PAYMENT_MOVES, 'payment', before.status, 'reverse')
    checkReversible(before)
  }
  const amount = isWhole ? before.amount + before.fee : reversed.reduce((sum, each) => sum + each.amount, 0)
  const at = unit.now.toISOString()
  const reversal = {
    id: unit.newId(),
    kind: isWhole ? ('payment' as const) : ('allocations' as const),
    allocationIds: reversed.map((allocation) => allocation.id),
    amount,
    reason,
    at,
  }
  const reversals = [...before.reversals, reversal]
  const payment = unit.update(payments, before, addToHistory(before, { reversals }))
  const settings = await reverseAllocations(app, unit, payment, reversed)
  if (!isWhole) return payment
  const { partnerId, currency, reference: number } = payment
  const record = { partnerId, currency, recordId: payment.id, ref: paymentUri(payment.id), number, at }
  postReceivable(unit, { ...record, kind: 'reversal', amount }, settings['general.timezone'])
  const { subject, data } = buildIncomingPaymentEvent(before)
  unit.emit('finance.payment.failed', { subject, data: { ...data, reason } })
  return payment
}

/** Reverses the payment that the request names. */
export const reversePayment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  given: ReversePaymentInput,
): Promise<StoredPayment> => reverseStoredPayment(app, unit, await unit.load(payments, id), given)

import type { AllocationInput } from '../../../schemas/billing/payments/payment.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { BillingSettings } from '../billing-settings.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { changeOpenAmount } from './change-open-amount.ts'
import type { StoredPayment } from './payment.ts'

export type InvoicesById = ReadonlyMap<Id, StoredInvoice>

/** Reads invoices by their ids, in one read. */
export const readInvoices = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<InvoicesById> => {
  const found = await findAll(db, invoices, tenant, [...new Set(ids)])
  return new Map(found.map((invoice) => [invoice.id, invoice]))
}

/** Actions that remain free for the task, for the idempotency of a request and for what a caller adds after the payment. */
const RESERVED = 16

interface Changed {
  invoice: StoredInvoice
  /** Above 0 if a payment is allocated, below 0 if allocations are reversed. */
  allocated: number
}

type Paying = Pick<StoredPayment, 'receivedAt' | 'reference'>

/** An invoice is not paid before it was issued, though the money may have arrived before. */
const buildClosing = ({ receivedAt, reference }: Paying, { issuedAt }: StoredInvoice, now: Date) => ({
  paidAt: issuedAt && receivedAt < issuedAt ? now.toISOString() : receivedAt,
  paymentReference: reference,
})

/**
 * Changes the open amounts of invoices in one transaction. The status of those for which it has no room follows in a task.
 * Returns the invoices after the change.
 */
export const changeAllocations = (
  unit: Unit,
  payment: Paying,
  changes: readonly Changed[],
  settings: BillingSettings,
): StoredInvoice[] => {
  const later: Id[] = []
  const changed = changes.map(({ invoice, allocated }, i) => {
    const reserve = changes.length - i - 1 + RESERVED
    const closing = buildClosing(payment, invoice, unit.now)
    const done = changeOpenAmount(unit, invoice, { allocated, closing }, { settings, reserve })
    if (!done.isFollowed) later.push(invoice.id)
    return done.invoice
  })
  if (later.length) unit.schedule('billing.invoice.follow-payments', { tenant: unit.tenant, invoiceIds: later })
  return changed
}

/** Builds the allocations of a payment, whose invoices were checked. */
export const buildAllocations = (unit: Unit, given: readonly AllocationInput[], invoices: InvoicesById) =>
  given.map(({ invoiceId, amount }) => ({
    id: unit.newId(),
    invoiceId,
    invoiceNumber: invoices.get(invoiceId)?.invoiceNumber ?? null,
    amount,
    at: unit.now.toISOString(),
  }))

/** Lists the changes of invoices that the allocations cause. */
export const toChanges = (given: readonly AllocationInput[], invoices: InvoicesById): Changed[] =>
  given.flatMap(({ invoiceId, amount: allocated }) => {
    const invoice = invoices.get(invoiceId)
    return invoice ? [{ invoice, allocated }] : []
  })

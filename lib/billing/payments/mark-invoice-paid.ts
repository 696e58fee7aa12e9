import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, readBillingSettings } from '../billing-settings.ts'
import { computeOpenAmount, INVOICE_MOVES, readPaidAt, type StoredInvoice } from '../invoices/invoice.ts'
import { type InvoiceWithLines, invoices, loadInvoice } from '../invoices/invoice-store.ts'
import { addPayment } from './add-payment.ts'
import { buildAllocations, changeAllocations } from './change-allocations.ts'
import { emitStatus } from './change-open-amount.ts'

interface GivenPayment {
  paymentReference?: string | null
  paidAt?: string | null
}

/** Records one payment over the open amount. */
const payOpenAmount = (
  unit: Unit,
  invoice: StoredInvoice,
  { receivedAt, reference }: { receivedAt: string; reference: string | null },
  settings: BillingSettings,
): StoredInvoice => {
  const { id, partnerId, partnerName, currencyCode: currency } = invoice
  const amount = computeOpenAmount(invoice)
  const allocations = buildAllocations(unit, [{ invoiceId: id, amount }], new Map([[id, invoice]]))
  const given = { partnerId, partnerName, currency, amount, fee: 0, receivedAt, method: 'other', reference } as const
  const payment = addPayment(unit, { ...given, sourceKey: null, allocations }, settings['general.timezone'])
  const [paid = invoice] = changeAllocations(unit, payment, [{ invoice, allocated: amount }], settings)
  return paid
}

/** Marks an invoice as paid. What is open of it was paid in one payment; if nothing is, no payment is recorded. */
export const markInvoicePaid = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  { paymentReference = null, paidAt }: GivenPayment,
): Promise<InvoiceWithLines> => {
  const [{ lineItems, ...before }, settings] = await Promise.all([
    loadInvoice(app.db, unit, id),
    readBillingSettings(app, unit.tenant),
  ])
  const status = move(INVOICE_MOVES, 'invoice', before.status, 'mark_paid')
  const at = paidAt ? readPaidAt(before, paidAt, settings['general.timezone'], unit.now) : unit.now.toISOString()
  if (computeOpenAmount(before) > 0) {
    const paid = payOpenAmount(unit, before, { receivedAt: at, reference: paymentReference }, settings)
    return { ...paid, lineItems }
  }
  const closing = before.closing ?? { paidAt: at, paymentReference }
  const paid = unit.update(invoices, before, { status, closing, ...closing, ...NOT_DUE })
  emitStatus(unit, before, paid, settings)
  return { ...paid, lineItems }
}

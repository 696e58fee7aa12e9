import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { checkPaidAt, INVOICE_MOVES } from './invoice.ts'
import { buildInvoiceEvent } from './invoice-event.ts'
import { type InvoiceWithLines, loadInvoice, updateInvoice } from './invoice-store.ts'

interface Payment {
  paymentReference?: string | null
  paidAt?: string | null
}

export const markInvoicePaid = async (
  { db }: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  { paymentReference = null, paidAt }: Payment,
): Promise<InvoiceWithLines> => {
  const before = await loadInvoice(db, unit, id)
  const status = move(INVOICE_MOVES, 'invoice', before.status, 'mark_paid')
  const at = paidAt ? new Date(paidAt).toISOString() : unit.now.toISOString()
  if (paidAt) checkPaidAt(before, paidAt, unit.now)
  const invoice = updateInvoice(unit, before, { status, paidAt: at, paymentReference, ...NOT_DUE })
  const { subject, data } = buildInvoiceEvent(invoice)
  unit.emit('finance.invoice.paid', { subject, data: { ...data, paidAt: at, paymentReference } })
  return invoice
}

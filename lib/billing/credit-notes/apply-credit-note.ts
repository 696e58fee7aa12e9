import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { computeOpenAmount, type StoredInvoice } from '../invoices/invoice.ts'
import { buildInvoiceEvent } from '../invoices/invoice-event.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { CREDIT_NOTE_MOVES, type StoredCreditNote } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes, loadCreditNote } from './credit-note-store.ts'
import { requireInvoice } from './issue-credit-note.ts'

const applyToInvoice = (unit: Unit, invoice: StoredInvoice, note: StoredCreditNote): void => {
  const applied = invoice.applied + note.grandTotal
  if (computeOpenAmount({ ...invoice, applied }) > 0) {
    unit.update(invoices, invoice, { applied })
    return
  }
  const paidAt = unit.now.toISOString()
  const paymentReference = note.creditNoteNumber
  const paid = unit.update(invoices, invoice, { applied, status: 'paid', paidAt, paymentReference, ...NOT_DUE })
  const { subject, data } = buildInvoiceEvent(paid)
  unit.emit('finance.invoice.paid', { subject, data: { ...data, paidAt, paymentReference } })
}

/** Lowers the open amount of the invoice; if that is paid already, the credit is the partner's to keep. */
export const applyCreditNote = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
): Promise<CreditNoteWithLines> => {
  const { lineItems, ...before } = await loadCreditNote(app.db, unit, id)
  const status = move(CREDIT_NOTE_MOVES, 'credit note', before.status, 'apply')
  const invoice = await requireInvoice(app, unit, before.invoiceId)
  const note = unit.update(creditNotes, before, { status, appliedAt: unit.now.toISOString() })
  if (invoice.status === 'paid') unit.require(invoices, invoice)
  else applyToInvoice(unit, invoice, note)
  return { ...note, lineItems }
}

import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, readBillingSettings } from '../billing-settings.ts'
import { CREDIT_NOTE_MOVES, creditNoteUri, type StoredCreditNote } from '../credit-notes/credit-note.ts'
import { type CreditNoteWithLines, creditNotes, loadCreditNote } from '../credit-notes/credit-note-store.ts'
import { requireInvoice } from '../credit-notes/issue-credit-note.ts'
import { computeOpenAmount } from '../invoices/invoice.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { postReceivable } from '../ledger/post-receivable.ts'
import { addPaymentRecord } from './add-payment.ts'
import { changeOpenAmount } from './change-open-amount.ts'

const postAppliedNote = (unit: Unit, note: StoredCreditNote, settings: BillingSettings): void => {
  const { id, partnerId, currencyCode: currency, creditNoteNumber: number, grandTotal } = note
  const record = { partnerId, currency, recordId: id, ref: creditNoteUri(id), number, at: unit.now.toISOString() }
  postReceivable(unit, { ...record, kind: 'credit_note', amount: -grandTotal }, settings['general.timezone'])
}

/** Keeps what a credit note has above the open amount as the partner's credit, which can be allocated and refunded. */
const keepCredit = (unit: Unit, note: StoredCreditNote, amount: number, settings: BillingSettings): void => {
  const { id, partnerId, partnerName, currencyCode: currency, creditNoteNumber: reference } = note
  const received = { amount, fee: 0, receivedAt: unit.now.toISOString(), method: 'credit_note' } as const
  const source = { reference, sourceKey: `credit-note#${id}`, allocations: [] }
  addPaymentRecord(unit, { partnerId, partnerName, currency, ...received, ...source }, settings['general.timezone'])
}

/** Lowers the open amount of the invoice. What the credit note has above that is the partner's credit. */
export const applyCreditNote = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
): Promise<CreditNoteWithLines> => {
  const [{ lineItems, ...before }, settings] = await Promise.all([
    loadCreditNote(app.db, unit, id),
    readBillingSettings(app, unit.tenant),
  ])
  const status = move(CREDIT_NOTE_MOVES, 'credit note', before.status, 'apply')
  const invoice = await requireInvoice(app, unit, before.invoiceId)
  const appliedAt = unit.now.toISOString()
  const note = unit.update(creditNotes, before, { status, appliedAt })
  const applied = Math.min(note.grandTotal, computeOpenAmount(invoice))
  const closing = { paidAt: appliedAt, paymentReference: note.creditNoteNumber }
  const creditToApply = -note.grandTotal
  if (applied) changeOpenAmount(unit, invoice, { applied, creditToApply, closing }, { settings })
  else unit.update(invoices, invoice, { creditToApply: invoice.creditToApply + creditToApply })
  postAppliedNote(unit, note, settings)
  if (note.grandTotal > applied) keepCredit(unit, note, note.grandTotal - applied, settings)
  return { ...note, lineItems }
}

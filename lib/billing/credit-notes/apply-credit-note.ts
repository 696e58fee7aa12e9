import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, readBillingSettings } from '../billing-settings.ts'
import { changeOpenAmount } from '../invoices/change-open-amount.ts'
import { computeOpenAmount } from '../invoices/invoice.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { addPaymentRecord } from '../payments/add-payment.ts'
import { postAppliedNote } from '../receivables/post-receivable.ts'
import { CREDIT_NOTE_MOVES, type StoredCreditNote } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes, loadCreditNote } from './credit-note-store.ts'
import { requireInvoice } from './issue-credit-note.ts'

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
  if (applied) changeOpenAmount(unit, invoice, { applied, closing }, { settings })
  else unit.require(invoices, invoice)
  postAppliedNote(unit, note, settings['general.timezone'])
  if (note.grandTotal > applied) keepCredit(unit, note, note.grandTotal - applied, settings)
  return { ...note, lineItems }
}

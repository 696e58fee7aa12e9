import type { UpdateCreditNoteInput } from '../../../schemas/billing/credit-note.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { invoiceLines, invoices, readInvoiceLines } from '../invoices/invoice-store.ts'
import { computeCredit, releaseCredit } from './compute-credit.ts'
import { type CreditNoteWithLines, creditNoteLines, creditNotes, loadDraftCreditNote } from './credit-note-store.ts'
import { checkCreditable, requireInvoice } from './issue-credit-note.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Reads the invoice that a credit note credits, and its lines. */
export const readCreditedInvoice = async (app: Using, unit: Unit, invoiceId: Id) => {
  const [invoice, invoiced] = await Promise.all([
    requireInvoice(app, unit, invoiceId),
    readInvoiceLines(app.db, unit.tenant, invoiceId),
  ])
  return { invoice, invoiced }
}

/** Changes a draft. New lines are computed as if the draft had reserved nothing. */
export const updateDraftCreditNote = async (
  app: Using,
  unit: Unit,
  id: Id,
  { lineItems, ...fields }: UpdateCreditNoteInput,
): Promise<CreditNoteWithLines> => {
  const { note, stored } = await loadDraftCreditNote(app.db, unit, id)
  if (lineItems === undefined) return { ...unit.update(creditNotes, note, fields), lineItems: stored.lines }
  const { invoice, invoiced } = await readCreditedInvoice(app, unit, note.invoiceId)
  checkCreditable(invoice)
  const otherwise = invoice.credited - note.grandTotal
  const { lines, credited, reserved, ...totals } = computeCredit(
    {
      invoice: { ...invoice, credited: otherwise },
      lines: invoiced.lines,
      credited: releaseCredit(invoiced.credited, stored.reserved),
    },
    lineItems,
  )
  const withIds = lines.map((line) => ({ id: unit.newId(), ...line }))
  const changed = unit.update(creditNotes, note, { ...fields, ...totals, lineItemCount: lines.length })
  unit.update(creditNoteLines, stored, { lines: withIds, reserved })
  unit.update(invoiceLines, invoiced, { credited })
  unit.update(invoices, invoice, { credited: otherwise + totals.grandTotal })
  return { ...changed, lineItems: withIds }
}

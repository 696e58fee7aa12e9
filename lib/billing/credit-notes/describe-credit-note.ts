import { resolveLanguage } from '../../document/words/words.ts'
import type { BilledData } from '../e-invoices/build-semantic-invoice.ts'
import { readSupply, toDay } from '../e-invoices/read-supply.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import type { CreditNoteWithLines } from './credit-note-store.ts'

/** Describes an issued credit note for its e-invoices. Its terms name the invoice in the language of its document. */
export const describeCreditNote = (
  note: CreditNoteWithLines,
  invoice: StoredInvoice | undefined,
  { zone, locale }: { zone: string; locale: string },
): BilledData => {
  const number = invoice?.invoiceNumber ?? note.invoiceNumber
  return {
    type: 'credit_note',
    number: note.creditNoteNumber ?? '',
    issuedOn: toDay(note.issuedAt, zone),
    dueOn: null,
    currency: note.currencyCode,
    note: note.reason,
    paymentTerms: [resolveLanguage(locale).words.forInvoice, number].filter(Boolean).join(' '),
    preceding: number ? { number, issuedOn: invoice?.issuedAt ? toDay(invoice.issuedAt, zone) : null } : null,
    supply: invoice ? readSupply(invoice, zone) : null,
    deliverTo: invoice?.deliverTo ?? null,
    pricesIncludeTax: note.pricesIncludeTax,
    taxTotal: note.taxTotal,
    grandTotal: note.grandTotal,
    lines: note.lineItems,
  }
}

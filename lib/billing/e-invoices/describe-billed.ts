import { resolveLanguage } from '../../document/words/words.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { CreditNoteWithLines } from '../credit-notes/credit-note-store.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import type { InvoiceWithLines } from '../invoices/invoice-store.ts'
import type { BilledData } from './build-semantic-invoice.ts'

const toDay = (at: string | null, zone: string) => toLocalDay(zone, new Date(at ?? 0))

export const describeInvoice = (invoice: InvoiceWithLines, zone: string): BilledData => {
  const issuedOn = toDay(invoice.issuedAt, zone)
  return {
    type: 'invoice',
    number: invoice.invoiceNumber ?? '',
    issuedOn,
    dueOn: invoice.dueDate,
    currency: invoice.currencyCode,
    note: invoice.notes,
    paymentTerms: null,
    preceding: null,
    supply: { on: issuedOn },
    taxTotal: invoice.taxTotal,
    grandTotal: invoice.grandTotal,
    lines: invoice.lineItems,
  }
}

/** Describes a credit note, whose terms say, in the language of its document, which invoice it is set off against. */
export const describeCreditNote = (
  note: CreditNoteWithLines,
  invoice: Pick<StoredInvoice, 'invoiceNumber' | 'issuedAt'> | undefined,
  { zone, locale }: { zone: string; locale: string },
): BilledData => {
  const issuedOn = toDay(note.issuedAt, zone)
  const number = invoice?.invoiceNumber ?? note.invoiceNumber
  return {
    type: 'credit_note',
    number: note.creditNoteNumber ?? '',
    issuedOn,
    dueOn: null,
    currency: note.currencyCode,
    note: note.reason,
    paymentTerms: [resolveLanguage(locale).words.forInvoice, number].filter(Boolean).join(' '),
    preceding: number ? { number, issuedOn: invoice?.issuedAt ? toDay(invoice.issuedAt, zone) : null } : null,
    supply: { on: issuedOn },
    taxTotal: note.taxTotal,
    grandTotal: note.grandTotal,
    lines: note.lineItems,
  }
}

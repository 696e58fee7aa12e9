import { resolveLanguage } from '../../document/words/words.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { CreditNoteWithLines } from '../credit-notes/credit-note-store.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import type { InvoiceWithLines } from '../invoices/invoice-store.ts'
import type { BilledData } from './build-semantic-invoice.ts'
import type { Supply } from './semantic-invoice.ts'

const toDay = (at: string | null, zone: string) => toLocalDay(zone, new Date(at ?? 0))

type Supplied = Pick<StoredInvoice, 'supplyDate' | 'supplyPeriod' | 'issuedAt'>

/** Returns when the invoice's goods were supplied; one from before that was stored counts as supplied when issued. */
const readSupply = ({ supplyDate, supplyPeriod, issuedAt }: Supplied, zone: string): Supply =>
  supplyPeriod ?? { on: supplyDate ?? toDay(issuedAt, zone) }

export const describeInvoice = (invoice: InvoiceWithLines, zone: string): BilledData => {
  return {
    type: 'invoice',
    number: invoice.invoiceNumber ?? '',
    issuedOn: toDay(invoice.issuedAt, zone),
    dueOn: invoice.dueDate,
    currency: invoice.currencyCode,
    note: invoice.notes,
    paymentTerms: null,
    preceding: null,
    supply: readSupply(invoice, zone),
    taxTotal: invoice.taxTotal,
    grandTotal: invoice.grandTotal,
    lines: invoice.lineItems,
  }
}

/** Describes a credit note, whose terms say, in the language of its document, which invoice it is set off against. */
export const describeCreditNote = (
  note: CreditNoteWithLines,
  invoice: (Supplied & Pick<StoredInvoice, 'invoiceNumber'>) | undefined,
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
    taxTotal: note.taxTotal,
    grandTotal: note.grandTotal,
    lines: note.lineItems,
  }
}

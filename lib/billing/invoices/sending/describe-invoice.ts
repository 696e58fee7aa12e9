import type { BilledData } from '../../e-invoices/build-semantic-invoice.ts'
import { readSupply, toDay } from '../../e-invoices/read-supply.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'

/** Describes an issued invoice for its e-invoices. */
export const describeInvoice = (invoice: InvoiceWithLines, zone: string): BilledData => ({
  type: 'invoice',
  number: invoice.invoiceNumber ?? '',
  issuedOn: toDay(invoice.issuedAt, zone),
  dueOn: invoice.dueDate,
  currency: invoice.currencyCode,
  note: invoice.notes,
  paymentTerms: null,
  preceding: null,
  supply: readSupply(invoice, zone),
  pricesIncludeTax: invoice.pricesIncludeTax,
  taxTotal: invoice.taxTotal,
  grandTotal: invoice.grandTotal,
  lines: invoice.lineItems,
})

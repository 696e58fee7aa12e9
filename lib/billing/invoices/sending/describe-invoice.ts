import type { PostalAddress } from '../../../document/printing/printed-document.ts'
import type { BilledData } from '../../e-invoices/build-semantic-invoice.ts'
import { explainLines } from '../../e-invoices/explain-lines.ts'
import { readSupply, toDay } from '../../e-invoices/read-supply.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'

/** Returns where the goods go: as the invoice says, or as all its orders that are free of tax within the Union do. */
const findDeliverTo = ({ deliverTo, lineItems }: InvoiceWithLines): PostalAddress | null => {
  if (deliverTo) return deliverTo
  const destinations = lineItems.flatMap(({ taxKind, supply }) =>
    taxKind === 'intra_community' ? [JSON.stringify(supply?.destination ?? null)] : [],
  )
  const [first, ...others] = new Set(destinations)
  return first === undefined || others.length ? null : JSON.parse(first)
}

/** Describes an issued invoice for its e-invoices. */
export const describeInvoice = (
  invoice: InvoiceWithLines,
  { zone, locale }: { zone: string; locale: string },
): BilledData => ({
  type: 'invoice',
  number: invoice.invoiceNumber ?? '',
  issuedOn: toDay(invoice.issuedAt, zone),
  dueOn: invoice.dueDate,
  currency: invoice.currencyCode,
  note: invoice.notes,
  paymentTerms: null,
  preceding: null,
  supply: readSupply(invoice, zone),
  deliverTo: findDeliverTo(invoice),
  pricesIncludeTax: invoice.pricesIncludeTax,
  taxTotal: invoice.taxTotal,
  grandTotal: invoice.grandTotal,
  lines: explainLines(invoice.lineItems, locale),
})

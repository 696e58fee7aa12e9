import { Invoice } from '../../../schemas/billing/invoice.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { checkRange } from '../../platform/calendar/check-range.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { presentInvoices } from '../invoices/present-invoice.ts'

const isDueWithin = ({ dueDate }: StoredInvoice, from: string | undefined, to: string | undefined) =>
  (!from || dueDate >= from) && (!to || dueDate <= to)

export const invoiceExport: Collection = defineCollection({
  name: 'invoices',
  scope: 'billing:invoice:read',
  of: Invoice,
  omit: ['lineItems', 'taxes', 'adjustments', 'totalAmountFormatted', 'warnings'],
  currencyField: 'currencyCode',
  async check(_app, _tenant, filters) {
    checkRange(filters, 'dueDateFrom', 'dueDateTo')
  },
  async read(app, tenant, { filters: { status, partnerId, dueDateFrom, dueDateTo }, after, limit }) {
    const by = partnerId ? { partnerId } : undefined
    const { items, next } = await scanPart(app.db, invoices, tenant, { by, facets: { status }, after, limit })
    // Read by id and not by due date, since the due date of a draft may change meanwhile.
    const due = items.filter((each) => isDueWithin(each, dueDateFrom, dueDateTo))
    const presented = await presentInvoices(app, tenant, Promise.resolve({ items: due, totalItems: due.length }))
    return { rows: presented.items, next }
  },
})

import { CreditNote } from '../../../schemas/billing/credit-note.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import { creditNotes } from '../credit-notes/credit-note-store.ts'
import { presentCreditNotes } from '../credit-notes/present-credit-note.ts'

export const creditNoteExport: Collection = defineCollection({
  name: 'credit_notes',
  scope: 'billing:credit_note:read',
  of: CreditNote,
  omit: ['lineItems', 'taxes', 'adjustments', 'totalAmountFormatted'],
  currencyField: 'currencyCode',
  async read(app, tenant, { filters: { status, partnerId, invoiceId }, after, limit }) {
    const by = invoiceId ? { invoiceId } : partnerId ? { partnerId } : undefined
    const { items, next } = await scanPart(app.db, creditNotes, tenant, { by, facets: { status }, after, limit })
    const wanted = items.filter((each) => !partnerId || each.partnerId === partnerId)
    const found = Promise.resolve({ items: wanted, totalItems: wanted.length })
    return { rows: (await presentCreditNotes(app, tenant, found)).items, next }
  },
})

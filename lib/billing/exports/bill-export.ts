import { Bill } from '../../../schemas/billing/bill.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import { bills } from '../bills/bill-store.ts'
import { showBill } from '../bills/present-bill.ts'

export const billExport: Collection = defineCollection({
  name: 'bills',
  scope: 'billing:bill:read',
  of: Bill,
  omit: ['adjustments'],
  currencyField: 'currency',
  async read({ db }, tenant, { filters: { status, partnerId }, after, limit }) {
    const by = partnerId ? { partnerId } : undefined
    const { items, next } = await scanPart(db, bills, tenant, { by, facets: { status }, after, limit })
    return { rows: items.map((bill) => showBill(tenant, bill)), next }
  },
})

import { Charge } from '../../../schemas/billing/charge.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import { charges } from '../charges/charge-store.ts'

export const chargeExport: Collection = defineCollection({
  name: 'charges',
  scope: 'billing:charge:read',
  of: Charge,
  currencyField: 'currency',
  async read({ db }, tenant, { filters: { partnerId, scope }, after, limit }) {
    const by = partnerId ? { partnerId } : undefined
    const { items, next } = await scanPart(db, charges, tenant, { by, facets: { scope }, after, limit })
    return { rows: items, next }
  },
})

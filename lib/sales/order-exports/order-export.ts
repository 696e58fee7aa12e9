import { Order } from '../../../schemas/sales/order.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import { checkOrderRanges, type OrderFilters } from '../order-search/order-conditions.ts'
import { filterOrders } from '../order-search/search-orders.ts'
import { COMPUTED } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'

export const orderExport: Collection = defineCollection({
  name: 'orders',
  scope: 'sales:order:read',
  of: Order,
  omit: [...COMPUTED],
  currencyField: 'currency',
  async check(_app, _tenant, filters) {
    checkOrderRanges(filters as OrderFilters)
  },
  async read({ db }, tenant, { filters, after, limit }) {
    // Without a status, the orders of a channel are merged from several lists, in which one that changes its status meanwhile
    // could be missed.
    const { channelId, status } = filters
    const by = channelId && status ? { channelId } : undefined
    const { items, next } = await scanPart(db, orders, tenant, { by, facets: { status }, after, limit })
    return { rows: await filterOrders({ db }, tenant, items, filters as OrderFilters), next }
  },
})

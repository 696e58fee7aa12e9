import { isRouted } from '../../fulfilment/policies/find-policy-of-channel.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { count } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findSyncState } from '../order-sync/sync-state-store.ts'
import { listOrders, orders } from '../orders/order-store.ts'

/** Orders of a channel that are looked at; of what was sold before them, all counts as known. */
const MAX_ORDERS = 100

interface Sale {
  at: string
  quantity: number
  /** True while the shop may still have the pieces promised. */
  isOpen: boolean
}

/** The pieces that a shop has sold as far as they are known here, beside those that its orders took from the stock. */
export interface ShopSales {
  /** Counts the pieces of accepted orders that take nothing from the stock, since a time; undefined if too long ago. */
  countSince(sku: string, since: string): number | undefined
  /** Counts the pieces of such orders that the shop may still have promised. */
  countOpen(sku: string): number
  /** Tells whether every sale until a time is known here, with all that follows from it. */
  isKnownUntil(at: string): Promise<boolean>
}

const imports = ({ status, syncSettings }: StoredChannel) => status !== 'disconnected' && syncSettings.autoImportEnabled

/** Tells whether a channel has imported all orders until a time and none of them waits for anything. */
const isKnownIn = async (db: Table, tenant: Id, channel: StoredChannel, at: string): Promise<boolean> => {
  if (channel.syncSettings.statusFilters) return false
  const [state, held] = await Promise.all([
    findSyncState(db, tenant, channel.id),
    count(db, orders, tenant, { by: { channelId: channel.id }, facets: { status: 'held' } }),
  ])
  return (state?.walkedAt ?? '') > at && held === 0
}

/** Reads the latest orders of a channel that take nothing from the stock: whoever counts the stock counts them. */
const readSales = async (db: Table, tenant: Id, channel: StoredChannel) => {
  const sales = new Map<string, Sale[]>()
  if (await isRouted(db, tenant, channel)) return { sales, since: '' }
  const page = { page: 1, itemsPerPage: MAX_ORDERS }
  const { items } = await listOrders(db, tenant, page, { channelId: channel.id, status: 'accepted' })
  for (const { createdAt: at, lineItems, isRouted: isTaken, shopMeaning } of items)
    for (const { sku, quantity } of isTaken ? [] : lineItems) {
      if (!sku) continue
      const all = sales.get(foldSku(sku)) ?? []
      all.push({ at, quantity, isOpen: shopMeaning === 'ship' })
      sales.set(foldSku(sku), all)
    }
  return { sales, since: items.length < MAX_ORDERS ? '' : (items.at(-1)?.createdAt ?? '') }
}

/** Reads what is known of the sales of a shop; `ofShop` are all its channels. */
export const readShopSales = async (db: Table, tenant: Id, ofShop: readonly StoredChannel[]): Promise<ShopSales> => {
  const connected = ofShop.filter(({ status }) => status !== 'disconnected')
  const read = await Promise.all(connected.map((channel) => readSales(db, tenant, channel)))
  const salesOf = (sku: string) => read.flatMap(({ sales }) => sales.get(foldSku(sku)) ?? [])
  const sum = (sales: readonly Sale[]) => sales.reduce((total, { quantity }) => total + quantity, 0)
  return {
    countSince: (sku, since) =>
      read.some((each) => since < each.since) ? undefined : sum(salesOf(sku).filter(({ at }) => at > since)),
    countOpen: (sku) => sum(salesOf(sku).filter(({ isOpen }) => isOpen)),
    isKnownUntil: async (at) => {
      const known = await Promise.all(ofShop.filter(imports).map((channel) => isKnownIn(db, tenant, channel, at)))
      return known.length > 0 && known.every(Boolean)
    },
  }
}

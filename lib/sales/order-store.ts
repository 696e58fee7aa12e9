import { createHash } from 'node:crypto'
import type { OrderState } from '../../schemas/order.ts'
import type { Id } from '../id.ts'
import { entity, fromItem, itemKey, uniqueKey } from '../store/entity.ts'
import { find, list, type Page } from '../store/list.ts'
import type { Table } from '../store/table.ts'
import type { StoredOrder } from './order.ts'

// Orders:  T#<tenant>#order / <id>   listed newest first by any of channel and status; one for each channel and external id

const externalOf = (channelId: Id, externalOrderId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([channelId, externalOrderId]))
    .digest('hex')

export const orders = entity<StoredOrder>({
  name: 'order',
  shape: 1,
  lists: [{ facets: ['status'] }, { by: ['channelId'], facets: ['status'] }],
  unique: ({ channelId, externalOrderId }) => ({ external: externalOf(channelId, externalOrderId) }),
})

export const findOrder = (db: Table, tenant: Id, id: string) => find(db, orders, tenant, id)

interface Filters {
  channelId?: Id | undefined
  status?: OrderState | undefined
}

export const pageOfOrders = (db: Table, tenant: Id, page: Page, { channelId, status }: Filters) =>
  list(db, orders, tenant, { ...page, facets: { status }, ...(channelId && { by: { channelId } }) })

const keysOf = (tenant: Id, channelId: Id, externalOrderIds: readonly string[]) =>
  externalOrderIds.map((id) => uniqueKey(tenant, orders, 'external', externalOf(channelId, id)))

/** Which of these external ids a channel has orders of. */
export const heldExternals = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  externalOrderIds: readonly string[],
): Promise<Set<string>> => {
  if (!externalOrderIds.length) return new Set()
  const keys = keysOf(tenant, channelId, externalOrderIds)
  const held = new Set((await db.batchGet(keys)).map(({ sk }) => sk))
  return new Set(externalOrderIds.filter((_, place) => held.has(keys[place]?.sk ?? '')))
}

/** The orders that are there of these, by their external ids: two reads, however many. */
export const findExternal = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  externalOrderIds: readonly string[],
): Promise<Map<string, StoredOrder>> => {
  if (!externalOrderIds.length) return new Map()
  const owners = await db.batchGet(keysOf(tenant, channelId, externalOrderIds))
  if (!owners.length) return new Map()
  const items = await db.batchGet(owners.map(({ id }) => itemKey(tenant, orders, id as Id)))
  return new Map(items.map((item) => fromItem<StoredOrder>(item)).map((order) => [order.externalOrderId, order]))
}

import { createHash } from 'node:crypto'
import { ORDER_STATES, type OrderState } from '../../../schemas/sales/order.ts'
import type { Id } from '../../platform/id.ts'
import { cleanExternalId } from '../../platform/identifiers/external-id.ts'
import { entity, uniqueKey } from '../../platform/store/entities/entity.ts'
import { find, findAll, findOwnersOfValues, list, type Page } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from './order.ts'

// Orders:  T#<tenant>#order / <id>   listed newest first by any of channel and status; unique by channel and external id,
//                                    whose item carries the first payload of the order if it is small

const hashExternalId = (channelId: Id, externalOrderId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([channelId, cleanExternalId(externalOrderId)]))
    .digest('hex')

export const orders = entity<StoredOrder>({
  name: 'order',
  shape: 1,
  audit: { hidden: ['customer', 'shippingAddress', 'billingAddress'], platform: 'summary' },
  lists: [
    { facets: ['status'], depth: true },
    { by: ['channelId'], facets: ['status'], merged: { facet: 'status', values: ORDER_STATES }, depth: true },
  ],
  unique: ({ channelId, externalOrderId }) => ({ external: hashExternalId(channelId, externalOrderId) }),
})

/** Returns the key of the item that carries the first payload of an order. */
export const buildExternalKey = (tenant: Id, channelId: Id, externalOrderId: string): Key =>
  uniqueKey(tenant, orders, 'external', hashExternalId(channelId, externalOrderId))

export const findOrder = (db: Table, tenant: Id, id: string) => find(db, orders, tenant, id)

interface Filters {
  channelId?: Id | undefined
  status?: OrderState | undefined
}

export const listOrders = (db: Table, tenant: Id, page: Page, { channelId, status }: Filters) =>
  list(db, orders, tenant, { ...page, facets: { status }, ...(channelId && { by: { channelId } }) })

const findOwnersOfExternalIds = (db: Table, tenant: Id, channelId: Id, externalOrderIds: readonly string[]) => {
  const values = externalOrderIds.map((id) => hashExternalId(channelId, id))
  return findOwnersOfValues(db, orders, tenant, 'external', values)
}

/** Returns those of the external ids for which the channel has orders. */
export const findExistingExternalIds = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  externalOrderIds: readonly string[],
): Promise<Set<string>> => {
  const owners = await findOwnersOfExternalIds(db, tenant, channelId, externalOrderIds)
  return new Set(externalOrderIds.filter((id) => owners.has(hashExternalId(channelId, id))))
}

/** Commits only if the channel has no order with this external id. */
export const requireNoOrder = (unit: Unit, channelId: Id, externalOrderId: string): void =>
  unit.requireFree(orders, 'external', hashExternalId(channelId, externalOrderId))

/** Finds orders by their external ids, with two reads for any number of ids. */
export const findOrdersByExternalId = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  externalOrderIds: readonly string[],
): Promise<Map<string, StoredOrder>> => {
  const owners = await findOwnersOfExternalIds(db, tenant, channelId, externalOrderIds)
  const found = await findAll(db, orders, tenant, [...owners.values()])
  return new Map(found.map((order) => [order.externalOrderId, order]))
}

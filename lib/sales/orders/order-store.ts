import { createHash } from 'node:crypto'
import { ORDER_STATES, type OrderState } from '../../../schemas/sales/order.ts'
import type { Id } from '../../platform/id.ts'
import { cleanExternalId } from '../../platform/identifiers/external-id.ts'
import { entity, uniqueKey } from '../../platform/store/entities/entity.ts'
import { find, findAll, findOwnersOfValues, list, type Page } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { tellOrderSteps } from '../order-revisions/tell-order-steps.ts'
import { orderUri, type StoredOrder } from './order.ts'
import { ORDER_COLUMNS, readOrderOutline } from './order-outline.ts'

// Orders:  T#<tenant>#order / <id>   listed newest first by any of channel and status; unique by shop and external id,
//                                    whose item carries the first payload of the order if it is small; searched by
//                                    its outline

const hashExternalId = (shopId: Id, externalOrderId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([shopId, cleanExternalId(externalOrderId)]))
    .digest('hex')

export const orders = entity<StoredOrder>({
  name: 'order',
  shape: 1,
  audit: {
    hidden: ['customer', 'shippingAddress', 'billingAddress', 'customerNote', 'corrected', 'note'],
    platform: 'summary',
  },
  lists: [
    { facets: ['status'], depth: true },
    { by: ['channelId'], facets: ['status'], merged: { facet: 'status', values: ORDER_STATES }, depth: true },
  ],
  outline: { columns: ORDER_COLUMNS, read: readOrderOutline },
  timeline: { of: ({ id }) => id, uri: ({ id }) => orderUri(id), tell: tellOrderSteps },
  unique: ({ shopId, externalOrderId }) => ({ external: hashExternalId(shopId, externalOrderId) }),
  packs: ['lineItems', 'shippingLines', 'discounts', 'refunds'],
})

/** Returns the key of the item that carries the first payload of an order. */
export const buildExternalKey = (tenant: Id, shopId: Id, externalOrderId: string): Key =>
  uniqueKey(tenant, orders, 'external', hashExternalId(shopId, externalOrderId))

export const findOrder = (db: Table, tenant: Id, id: string) => find(db, orders, tenant, id)

interface Filters {
  channelId?: Id | undefined
  status?: OrderState | undefined
}

export const listOrders = (db: Table, tenant: Id, page: Page, { channelId, status }: Filters) =>
  list(db, orders, tenant, { ...page, facets: { status }, ...(channelId && { by: { channelId } }) })

const findOwnersOfExternalIds = (db: Table, tenant: Id, shopId: Id, externalOrderIds: readonly string[]) => {
  const values = externalOrderIds.map((id) => hashExternalId(shopId, id))
  return findOwnersOfValues(db, orders, tenant, 'external', values)
}

/** Returns those of the external ids for which the shop has orders. */
export const findExistingExternalIds = async (
  db: Table,
  tenant: Id,
  shopId: Id,
  externalOrderIds: readonly string[],
): Promise<Set<string>> => {
  const owners = await findOwnersOfExternalIds(db, tenant, shopId, externalOrderIds)
  return new Set(externalOrderIds.filter((id) => owners.has(hashExternalId(shopId, id))))
}

/** Commits only if the shop has no order with this external id. */
export const requireNoOrder = (unit: Unit, shopId: Id, externalOrderId: string): void =>
  unit.requireFree(orders, 'external', hashExternalId(shopId, externalOrderId))

/** Finds orders of a shop, in whatever channel, by their external ids, with two reads for any number of ids. */
export const findOrdersByExternalId = async (
  db: Table,
  tenant: Id,
  shopId: Id,
  externalOrderIds: readonly string[],
): Promise<Map<string, StoredOrder>> => {
  const owners = await findOwnersOfExternalIds(db, tenant, shopId, externalOrderIds)
  const found = await findAll(db, orders, tenant, [...owners.values()])
  return new Map(found.map((order) => [order.externalOrderId, order]))
}

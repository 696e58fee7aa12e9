import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { type Claimant, claim, LEASE, release, requireHeldBy } from '../../platform/store/table/lease.ts'
import type { Delete, Item, Key, Put, Table, Update } from '../../platform/store/table/table.ts'
import type { Publications } from './publication.ts'

// Parcels of an order in its shop:     T#<tenant>#order-publications / <order>   with the lease of their worker
// Parcels that wait for a channel:     T#<tenant>#held-publication?heldFor=<channel> / <shipment>

const publicationsKey = (tenant: Id, orderId: Id): Key => ({ pk: partition(tenant, 'order-publications'), sk: orderId })

type StoredPublications = Partial<Publications>

const toPublications = (item: Item & StoredPublications, channelId: Id): Publications => {
  const { parcels = {}, isComplete = false } = item
  return { channelId, parcels, isComplete }
}

/** Claims the parcels of an order, so that one worker at a time writes to the shop; undefined while another one has them. */
export const claimPublications = async (
  db: Table,
  tenant: Id,
  { orderId, channelId }: { orderId: Id; channelId: Id },
  claimant: Claimant,
): Promise<Publications | undefined> => {
  const claimed = await claim<StoredPublications>(db, LEASE, publicationsKey(tenant, orderId), claimant, {
    set: '#kind = :kind, #channelId = :channelId',
    values: { ':kind': 'order-publications', ':channelId': channelId },
  })
  return claimed && toPublications(claimed, channelId)
}

/** Writes the parcels if the lease is still `by`'s, and keeps it until `leaseUntil`, or else gives it up. */
export const putPublications = (
  tenant: Id,
  orderId: Id,
  publications: Publications,
  { by, leaseUntil }: { by: string; leaseUntil?: string },
): Put => ({
  put: {
    ...publicationsKey(tenant, orderId),
    kind: 'order-publications',
    ...publications,
    ...(leaseUntil && { leaseBy: by, leaseUntil }),
  },
  ...requireHeldBy(LEASE, by),
})

export const releasePublications = (tenant: Id, orderId: Id, by: string): Update =>
  release(LEASE, publicationsKey(tenant, orderId), by)

export const findPublications = async (db: Table, tenant: Id, orderId: Id): Promise<Publications | undefined> => {
  const item = await db.get<StoredPublications>(publicationsKey(tenant, orderId))
  return item && toPublications(item, item.channelId ?? '')
}

const heldPartition = (tenant: Id, channelId: Id) => partition(tenant, `held-publication?heldFor=${channelId}`)

export const putHeld = (tenant: Id, channelId: Id, shipmentId: Id): Put => ({
  put: { pk: heldPartition(tenant, channelId), sk: shipmentId, kind: 'held-publication' },
})

export const deleteHeld = (tenant: Id, channelId: Id, shipmentId: Id): Delete => ({
  delete: { pk: heldPartition(tenant, channelId), sk: shipmentId },
})

/** Lists shipments that wait until the channel can be used, oldest first. */
export const listHeld = async (db: Table, tenant: Id, channelId: Id, limit: number): Promise<Id[]> =>
  (await db.query({ pk: heldPartition(tenant, channelId), limit })).map(({ sk }) => sk)

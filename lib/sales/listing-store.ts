import type { Id } from '../id.ts'
import { entity, fromItem, itemKey, listPartition, uniqueKey } from '../store/entity.ts'
import { findOwner } from '../store/list.ts'
import type { Table } from '../store/table.ts'
import type { ListingHead, StoredListing } from './listing.ts'

// Listings:                 T#<tenant>#listing / <id>        listed newest first, of a channel and by how they drift, while
//                                                            the channel is to show the variant; one for each pair of both,
//                                                            and for each of the platform's variants
// what was confirmed last:  T#<tenant>#listing-head / <id>   content, apart since few reads need it

const pairOf = (channelId: Id, variantId: Id) => `${channelId}#${variantId}`
const externalOf = (channelId: Id, externalVariantId: string) => `${channelId}#${externalVariantId}`

export const listings = entity<StoredListing>({
  name: 'listing',
  shape: 1,
  lists: [{ by: ['shownIn'], facets: ['driftState'] }],
  unique: ({ channelId, variantId, externalVariantId }) => ({
    pair: pairOf(channelId, variantId),
    external: externalVariantId && externalOf(channelId, externalVariantId),
  }),
})

export const listingHeads = entity<ListingHead>({ name: 'listing-head', shape: 1, lists: [] })

export const findListing = (db: Table, tenant: Id, channelId: Id, variantId: Id) =>
  findOwner(db, listings, tenant, 'pair', pairOf(channelId, variantId))

/** The listings that a channel has of these variants, by variant: two reads, however many. */
export const listingsOf = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  variantIds: readonly Id[],
): Promise<Map<Id, StoredListing>> => {
  if (!variantIds.length) return new Map()
  const owners = await db.batchGet(variantIds.map((id) => uniqueKey(tenant, listings, 'pair', pairOf(channelId, id))))
  if (!owners.length) return new Map()
  const items = await db.batchGet(owners.map(({ id }) => itemKey(tenant, listings, id as Id)))
  return new Map(items.map((item) => fromItem<StoredListing>(item)).map((listing) => [listing.variantId, listing]))
}

/** What the platform confirmed last of these listings, by listing. */
export const headsOf = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<Map<Id, ListingHead>> => {
  if (!ids.length) return new Map()
  const items = await db.batchGet(ids.map((id) => itemKey(tenant, listingHeads, id)))
  return new Map(items.map((item) => [item.sk, fromItem<ListingHead>(item)]))
}

/** Ids of variants that a channel shows, oldest listing first, from a place on. */
export const shownFrom = async (db: Table, tenant: Id, channelId: Id, after: string, most: number) => {
  const rows = await db.query({
    pk: listPartition(tenant, listings.name, { shownIn: channelId }),
    from: `${after}\u0000`,
    limit: most,
  })
  const items = await db.batchGet(rows.map(({ sk }) => itemKey(tenant, listings, sk)))
  return {
    ids: items.map(({ variantId }) => variantId as Id),
    place: rows.length < most ? null : (rows.at(-1)?.sk ?? null),
  }
}

import { hash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, itemKey, listPartition, partition } from '../../platform/store/entities/entity.ts'
import { findAll, findOwner, findOwnersOfValues } from '../../platform/store/lists/list.ts'
import type { Key, Put, Table } from '../../platform/store/table/table.ts'
import type { ListingHead, StoredListing } from './listing.ts'

// Listings:                 T#<tenant>#listing / <id>        listed newest first, of a channel and by how they drift, while
//                                                            the channel is to show the variant; one for each pair of both,
//                                                            and for each of the platform's variants
// the platform's products:   T#<tenant>#listing-product?channel=<channel> / <product>   under which its variants are there
// and the other way:        T#<tenant>#external-product?channel=<channel> / <digest of the external id>
// what was confirmed last:  T#<tenant>#listing-head / <id>   content, apart since few reads need it

const buildPair = (channelId: Id, variantId: Id) => `${channelId}#${variantId}`
const buildExternalKey = (channelId: Id, externalVariantId: string) => `${channelId}#${externalVariantId}`

export const listings = entity<StoredListing>({
  name: 'listing',
  shape: 1,
  lists: [{ by: ['shownIn'], facets: ['driftState'] }],
  unique: ({ channelId, variantId, externalVariantId }) => ({
    pair: buildPair(channelId, variantId),
    external: externalVariantId && buildExternalKey(channelId, externalVariantId),
  }),
})

export const listingHeads = entity<ListingHead>({ name: 'listing-head', shape: 1, lists: [] })

export const findListing = (db: Table, tenant: Id, channelId: Id, variantId: Id) =>
  findOwner(db, listings, tenant, 'pair', buildPair(channelId, variantId))

/** The listings that a channel has of these variants, by variant: two reads, however many. */
export const findListings = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  variantIds: readonly Id[],
): Promise<Map<Id, StoredListing>> => {
  const pairs = variantIds.map((id) => buildPair(channelId, id))
  const owners = await findOwnersOfValues(db, listings, tenant, 'pair', pairs)
  const found = await findAll(db, listings, tenant, [...owners.values()])
  return new Map(found.map((listing) => [listing.variantId, listing]))
}

/** Longer ones are no keys. */
export const MAX_EXTERNAL_ID_LENGTH = 255

/** Which of the platform's variants a channel has listings of: their ids, by the platform's. */
export const findMapped = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  externalVariantIds: readonly string[],
): Promise<Map<string, Id>> => {
  const ids = [...new Set(externalVariantIds)].filter((id) => id.length <= MAX_EXTERNAL_ID_LENGTH)
  const values = ids.map((id) => buildExternalKey(channelId, id))
  const owners = await findOwnersOfValues(db, listings, tenant, 'external', values)
  return new Map(
    ids.flatMap((id) => {
      const listingId = owners.get(buildExternalKey(channelId, id))
      return listingId ? [[id, listingId] as const] : []
    }),
  )
}

/** What the platform confirmed last of these listings, by listing. */
export const findHeads = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<Map<Id, ListingHead>> => {
  if (!ids.length) return new Map()
  const items = await db.batchGet(ids.map((id) => itemKey(tenant, listingHeads, id)))
  return new Map(items.map((item) => [item.sk, fromItem<ListingHead>(item)]))
}

/** Ids of variants that a channel shows, oldest listing first, from a place on. */
export const listShown = async (db: Table, tenant: Id, channelId: Id, after: string, most: number) => {
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

const productKey = (tenant: Id, channelId: Id, productId: Id): Key => ({
  pk: partition(tenant, `listing-product?channel=${channelId}`),
  sk: productId,
})

/** Notes down under which of its products the platform has the variants of a product of ours. */
export const putExternalProduct = (tenant: Id, channelId: Id, productId: Id, externalProductId: string): Put => ({
  put: { ...productKey(tenant, channelId, productId), kind: 'listing-product', externalProductId },
})

const externalKey = (tenant: Id, channelId: Id, externalProductId: string): Key => ({
  pk: partition(tenant, `external-product?channel=${channelId}`),
  sk: hash('sha256', externalProductId, 'hex'),
})

/** Notes down which product of ours one of the platform's is, so that what it gets later is that product's. */
export const ownProductPut = (tenant: Id, channelId: Id, externalProductId: string, productId: Id): Put => ({
  put: { ...externalKey(tenant, channelId, externalProductId), kind: 'external-product', productId },
})

/** Which products of ours the platform's are, by external id; those that are none yet are left out. */
export const findOwnProducts = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  externalProductIds: readonly string[],
): Promise<Map<string, Id>> => {
  const ids = [...new Set(externalProductIds)]
  const keys = ids.map((id) => externalKey(tenant, channelId, id))
  const items = keys.length ? await db.batchGet(keys) : []
  const bySk = new Map(items.map(({ sk, productId }) => [sk, productId as Id]))
  return new Map(
    ids.flatMap((id, place) => {
      const productId = bySk.get((keys[place] as Key).sk)
      return productId ? [[id, productId] as const] : []
    }),
  )
}

/** Where the platform has these products, by product; those that it is not known to have are left out. */
export const findExternalProducts = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  productIds: readonly Id[],
): Promise<Map<Id, string>> => {
  const keys = [...new Set(productIds)].map((id) => productKey(tenant, channelId, id))
  const items = keys.length ? await db.batchGet(keys) : []
  return new Map(items.map(({ sk, externalProductId }) => [sk, externalProductId as string]))
}

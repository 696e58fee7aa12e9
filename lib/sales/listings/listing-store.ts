import { hash } from 'node:crypto'
import { deriveId, getIdTime, type Id } from '../../platform/id.ts'
import { entity, itemKey, listPartition, partition, type Stored } from '../../platform/store/entities/entity.ts'
import { find, findAll, findOwnersOfValues } from '../../platform/store/lists/list.ts'
import type { Key, Put, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredListing } from './listing.ts'

// Listings:            T#<tenant>#listing / <id>        derived from channel and variant; listed by channel and drift state
//                                                       while they are shown, newest variant first, and by channel that they
//                                                       left; unique by variant of the shop
// a shop's product:    T#<tenant>#listing-product?channel=<channel> / <product>
// our product of it:   T#<tenant>#external-product?channel=<channel> / <digest of the external id>

const buildExternalKey = (channelId: Id, externalVariantId: string) => `${channelId}#${externalVariantId}`

/** Returns the id of a listing, so that its own item keeps channel and variant unique. */
export const deriveListingId = (channelId: Id, variantId: Id): Id =>
  deriveId(getIdTime(variantId), 'listing', channelId, variantId)

export const listings = entity<StoredListing>({
  name: 'listing',
  shape: 1,
  audit: { platform: 'none' },
  lists: [
    { by: ['shownIn'], facets: ['driftState'] },
    { by: ['leftFrom'], facets: [] },
  ],
  unique: ({ channelId, externalVariantId }) => ({
    external: externalVariantId && buildExternalKey(channelId, externalVariantId),
  }),
})

/** Creates the listing of a variant that `findListings` did not find; the unit is run again if it exists meanwhile. */
export const createListing = (unit: Unit, fields: Omit<StoredListing, keyof Stored>): StoredListing =>
  unit.create(listings, { ...fields, id: deriveListingId(fields.channelId, fields.variantId) }, 'stale')

/** Returns the channel's listings of these variants, by variant. */
export const findListings = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  variantIds: readonly Id[],
): Promise<Map<Id, StoredListing>> => {
  const ids = variantIds.map((id) => deriveListingId(channelId, id))
  return new Map((await findAll(db, listings, tenant, ids)).map((listing) => [listing.variantId, listing]))
}

export const findListing = (db: Table, tenant: Id, channelId: Id, variantId: Id) =>
  find(db, listings, tenant, deriveListingId(channelId, variantId))

/** Longer ids do not fit a key. */
export const MAX_EXTERNAL_ID_LENGTH = 255

/** Returns the ids of listings that are linked with variants of the shop, by external id. */
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

/** Returns ids of variants that a channel shows, oldest listing first, and the cursor of the next ones. */
export const listShown = async (db: Table, tenant: Id, channelId: Id, after: string, limit: number) => {
  const rows = await db.query({
    pk: listPartition(tenant, listings.name, { shownIn: channelId }),
    from: `${after}\u0000`,
    limit,
  })
  const items = await db.batchGet<{ variantId: Id }>(rows.map(({ sk }) => itemKey(tenant, listings, sk)))
  return {
    ids: items.map(({ variantId }) => variantId),
    cursor: rows.length < limit ? null : (rows.at(-1)?.sk ?? null),
  }
}

const productKey = (tenant: Id, channelId: Id, productId: Id): Key => ({
  pk: partition(tenant, `listing-product?channel=${channelId}`),
  sk: productId,
})

/** Returns a put of the shop's product that has the variants of our product. */
export const putExternalProduct = (tenant: Id, channelId: Id, productId: Id, externalProductId: string): Put => ({
  put: { ...productKey(tenant, channelId, productId), kind: 'listing-product', externalProductId },
})

const externalKey = (tenant: Id, channelId: Id, externalProductId: string): Key => ({
  pk: partition(tenant, `external-product?channel=${channelId}`),
  sk: hash('sha256', externalProductId, 'hex'),
})

/** Returns a put of our product for a product of the shop; its later variants are added to that product. */
export const putOwnProduct = (tenant: Id, channelId: Id, externalProductId: string, productId: Id): Put => ({
  put: { ...externalKey(tenant, channelId, externalProductId), kind: 'external-product', productId },
})

/** Returns our products that are linked with products of the shop, by external id. */
export const findOwnProducts = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  externalProductIds: readonly string[],
): Promise<Map<string, Id>> => {
  const ids = [...new Set(externalProductIds)]
  const keys = ids.map((id) => externalKey(tenant, channelId, id))
  const items = keys.length ? await db.batchGet<{ productId: Id }>(keys) : []
  const bySk = new Map(items.map(({ sk, productId }) => [sk, productId]))
  return new Map(
    ids.flatMap((id) => {
      const productId = bySk.get(externalKey(tenant, channelId, id).sk)
      return productId ? [[id, productId] as const] : []
    }),
  )
}

/** Returns the shop's ids of our products, by product. */
export const findExternalProducts = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  productIds: readonly Id[],
): Promise<Map<Id, string>> => {
  const keys = [...new Set(productIds)].map((id) => productKey(tenant, channelId, id))
  const items = keys.length ? await db.batchGet<{ externalProductId: string }>(keys) : []
  return new Map(items.map(({ sk, externalProductId }) => [sk, externalProductId]))
}

import { hash } from 'node:crypto'
import type { Content } from '../../catalog/content.ts'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, itemKey, listPartition, partition } from '../../platform/store/entities/entity.ts'
import { findAll, findOwner, findOwnersOfValues } from '../../platform/store/lists/list.ts'
import type { Key, Put, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Baseline, StoredListing } from './listing.ts'

// Listings:            T#<tenant>#listing / <id>        listed newest first by channel and drift state while they are shown;
//                                                       unique by channel and variant, and by variant of the shop
// a shop's product:    T#<tenant>#listing-product?channel=<channel> / <product>
// our product of it:   T#<tenant>#external-product?channel=<channel> / <digest of the external id>
// baselines:           T#<tenant>#listing-head / <id>   kept apart, since few reads need them

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

export const baselines = entity<Baseline>({ name: 'listing-head', shape: 1, lists: [] })

export const findListing = (db: Table, tenant: Id, channelId: Id, variantId: Id) =>
  findOwner(db, listings, tenant, 'pair', buildPair(channelId, variantId))

/** Returns the channel's listings of these variants, by variant, in two reads. */
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

/** Returns the baselines of these listings, by listing. */
export const findBaselines = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<Map<Id, Baseline>> => {
  if (!ids.length) return new Map()
  const items = await db.batchGet(ids.map((id) => itemKey(tenant, baselines, id)))
  return new Map(items.map((item) => [item.sk, fromItem<Baseline>(item)]))
}

/** Stores content as the baseline of a listing; `before` is the stored one. */
export const storeBaseline = (unit: Unit, listingId: Id, before: Baseline | undefined, content: Content): void => {
  if (before) unit.update(baselines, before, { content })
  else unit.create(baselines, { id: listingId, content }, 'stale')
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

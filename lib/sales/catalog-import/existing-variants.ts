import { filterByAssortment, findProducts, findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import { findBySku } from '../../catalog/import-variant.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { listChannelsOfShop } from '../channels/channel-store.ts'
import { findBaselines, type StoredBaseline } from '../listings/baseline-store.ts'
import type { StoredListing } from '../listings/listing.ts'
import { findListings, findMapped, findOwnProducts, listings } from '../listings/listing-store.ts'
import type { VariantCandidate } from './remote-variant.ts'

/** Everything that exists of the variants that are about to be imported. */
export interface ExistingVariants {
  /** Listings that are linked with variants of the shop, by external id. */
  linked: ReadonlyMap<string, StoredListing>
  bySku: Awaited<ReturnType<typeof findBySku>>
  /** Variants with the incoming SKUs and their products, by id. */
  variants: ReadonlyMap<Id, VariantOfProduct>
  /** Listings of these variants, with their baselines. */
  listings: ReadonlyMap<Id, StoredListing>
  heads: ReadonlyMap<Id, StoredBaseline>
  /** Products of the linked variants that are in another product of the shop now, by variant. */
  linkedProducts: ReadonlyMap<Id, VariantOfProduct['product']>
  /** Products that are linked with products of the shop, by external id; undefined if the product was deleted. */
  products: ReadonlyMap<string, VariantOfProduct['product'] | undefined>
  /** Variants that are in the channel's assortments. */
  pulled: ReadonlySet<Id>
  pushed: ReadonlySet<Id>
  /** True if other channels are connected to the shop, so that each keeps its own prices. */
  isShared: boolean
}

const findLinkedProducts = async (db: Table, tenant: Id, channelId: Id, externalProductIds: readonly string[]) => {
  const ids = await findOwnProducts(db, tenant, channelId, externalProductIds)
  const products = await findProducts(db, tenant, [...ids.values()])
  return new Map([...ids].map(([externalId, id]) => [externalId, products.get(id)]))
}

const findLinkedListings = async (db: Table, tenant: Id, ids: readonly Id[]) => {
  const found = await findAll(db, listings, tenant, ids)
  return new Map(
    found.flatMap((listing) => (listing.externalVariantId ? [[listing.externalVariantId, listing] as const] : [])),
  )
}

/** Reads what exists of the candidates; `mapped` are the listings that are linked with them. */
const readExistingVariants = async (
  db: Table,
  tenant: Id,
  channel: StoredChannel,
  mapped: ReadonlyMap<string, Id>,
  candidates: readonly VariantCandidate[],
): Promise<ExistingVariants> => {
  const incoming = candidates.flatMap((each) =>
    'incoming' in each && !mapped.has(each.externalId) ? [each.incoming] : [],
  )
  const skus = incoming.map(({ variant }) => variant.sku)
  const externalProductIds = incoming.map(({ remote }) => remote.externalProductId)
  const listingIds = candidates.flatMap(({ externalId }) => mapped.get(externalId) ?? [])
  const [bySku, products, linked, ofShop] = await Promise.all([
    findBySku(db, tenant, skus),
    findLinkedProducts(db, tenant, channel.id, externalProductIds),
    findLinkedListings(db, tenant, listingIds),
    listChannelsOfShop(db, tenant, channel),
  ])
  const ids = [...bySku.values()].map(({ id }) => id)
  const { pullAssortmentId: pull, pushAssortmentId: push } = channel
  const [variants, own, pulled, pushed] = await Promise.all([
    findVariants(db, tenant, ids),
    findListings(db, tenant, channel.id, ids),
    pull ? filterByAssortment(db, tenant, pull, ids) : new Set<Id>(),
    push ? filterByAssortment(db, tenant, push, ids) : new Set<Id>(),
  ])
  const moved = candidates.flatMap((each) => {
    const listing = linked.get(each.externalId)
    const isMoved =
      listing && 'incoming' in each && listing.externalProductId !== each.incoming.remote.externalProductId
    return isMoved ? [listing.variantId] : []
  })
  const [heads, movedVariants] = await Promise.all([
    findBaselines(db, tenant, [...own.values(), ...linked.values()]),
    moved.length ? findVariants(db, tenant, moved) : new Map<Id, VariantOfProduct>(),
  ])
  const linkedProducts = new Map([...movedVariants].map(([id, { product }]) => [id, product]))
  const isShared = ofShop.some(({ id, status }) => id !== channel.id && status !== 'disconnected')
  return { linked, linkedProducts, bySku, variants, listings: own, heads, products, pulled, pushed, isShared }
}

/** Candidates that are imported in a row, with what exists of them; `existing` stays right while only this import writes. */
export interface CandidateBatch {
  candidates: readonly VariantCandidate[]
  existing: ExistingVariants
  /** Listings that candidates of the batch had before these, which may be other ones by now. */
  seen?: ReadonlySet<Id>
}

/** Candidates that are read together; a transaction has room for fewer if they are new. */
const MAX_BATCH_SIZE = 80

/** Returns the next candidates up to a new one whose SKU another new one has, which must exist before it is read. */
const takeNextCandidates = (
  candidates: readonly VariantCandidate[],
  mapped: ReadonlyMap<string, Id>,
): VariantCandidate[] => {
  const next = candidates.slice(0, MAX_BATCH_SIZE)
  const skus = next.map((each) =>
    'incoming' in each && !mapped.has(each.externalId) ? foldSku(each.incoming.variant.sku) : null,
  )
  const repeated = skus.findIndex((sku, i) => sku !== null && skus.indexOf(sku) < i)
  return repeated < 0 ? next : next.slice(0, repeated)
}

/** Reads the next candidates of a page. */
export const readNextBatch = async (
  db: Table,
  tenant: Id,
  channel: StoredChannel,
  candidates: readonly VariantCandidate[],
): Promise<CandidateBatch> => {
  const externalIds = candidates.slice(0, MAX_BATCH_SIZE).map(({ externalId }) => externalId)
  const mapped = await findMapped(db, tenant, channel.id, externalIds)
  const next = takeNextCandidates(candidates, mapped)
  return { candidates: next, existing: await readExistingVariants(db, tenant, channel, mapped, next) }
}

/** Returns the listing that a candidate may change. */
export const findExistingListing = (
  { linked, bySku, listings: own }: ExistingVariants,
  candidate: VariantCandidate,
) => {
  const ours = 'incoming' in candidate ? bySku.get(foldSku(candidate.incoming.variant.sku)) : undefined
  return linked.get(candidate.externalId) ?? (ours && own.get(ours.id))
}

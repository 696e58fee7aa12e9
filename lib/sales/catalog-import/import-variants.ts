import { hashContent } from '../../catalog/content.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import type { VariantOfProduct } from '../../catalog/find-variants.ts'
import { importProduct, importVariant, putVariantInAssortment } from '../../catalog/import-variant.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { computeDrift, isShown, NEW_LISTING, resolveListingContent, type StoredListing } from '../listings/listing.ts'
import { findMapped, listings, putExternalProduct, putOwnProduct, storeBaseline } from '../listings/listing-store.ts'
import { mergeShownContent } from '../listings/merge-shown-content.ts'
import { buildFailedRecord, buildRecord, describeVariant, type NewSyncRecord } from '../runs/sync-record.ts'
import { type ExistingVariants, readExistingVariants } from './existing-variants.ts'
import type { IncomingVariant, VariantCandidate } from './remote-variant.ts'

interface Importing {
  unit: Unit
  channel: StoredChannel
  existing: ExistingVariants
  /** Linked products, those of this transaction included, by external id. */
  products: ExistingVariants['products']
}

const IS_NEW = { when: 'attribute_not_exists(pk)' }

const linkProduct = ({ unit, channel }: Importing, externalProductId: string, productId: Id): void => {
  unit.add({ ...putOwnProduct(unit.tenant, channel.id, externalProductId, productId), ...IS_NEW })
  const put = putExternalProduct(unit.tenant, channel.id, productId, externalProductId)
  if (!unit.writes(put.put)) unit.add(put)
}

/** Links the variant with the shop's one; what the shop shows becomes the baseline of the listing. */
const linkVariant = (
  importing: Importing,
  { remote }: IncomingVariant,
  { variant, product }: VariantOfProduct,
  before: StoredListing | undefined,
): void => {
  const { unit, channel, existing, products } = importing
  const { externalProductId, externalVariantId } = remote
  const mine = resolveListingContent(channel, product, variant, before?.overrides)
  const theirs = mergeShownContent(mine, remote, channel)
  const [currentHash, headHash] = [hashContent(mine), hashContent(theirs)]
  const driftState = computeDrift(currentHash, headHash, undefined)
  const linked = { externalProductId, externalVariantId, currentHash, headHash, driftState }
  const shownIn = isShown(channel, existing.pushed.has(variant.id)) ? channel.id : null
  const created = { ...NEW_LISTING, ...linked, channelId: channel.id, variantId: variant.id, shownIn }
  const listing = before ? unit.update(listings, before, linked, 'stale') : unit.create(listings, created, 'stale')
  storeBaseline(unit, listing.id, existing.heads.get(listing.id), theirs)
  if (!products.has(externalProductId)) linkProduct(importing, externalProductId, product.id)
  if (channel.pullAssortmentId && !existing.pulled.has(variant.id))
    putVariantInAssortment(unit, unit.newId(), channel.pullAssortmentId, variant.id)
  recordContentChange(unit, 'variant', variant.id)
}

interface Imported {
  record: NewSyncRecord
  /** The product of the variant; undefined if nothing was imported. */
  product?: VariantOfProduct['product']
}

/** Leaves a linked variant as it is, links one whose SKU exists, or creates it. */
const importOne = (importing: Importing, candidate: VariantCandidate): Imported => {
  const { unit, existing, products } = importing
  const { externalId, sku } = candidate
  const fail = (code: string, message: string) => ({
    record: buildFailedRecord(describeVariant(externalId, sku), code, message),
  })
  if ('error' in candidate) return fail('INVALID_ARGUMENT', candidate.error)
  const { incoming } = candidate
  const linked = existing.linked.get(externalId)
  if (linked) return { record: buildRecord(describeVariant(externalId, sku, linked.variantId), 'unchanged') }
  const sameSku = existing.bySku.get(incoming.variant.sku)
  if (sameSku) {
    const [found, listing] = [existing.variants.get(sameSku.id), existing.listings.get(sameSku.id)]
    if (!found || listing?.externalVariantId)
      return fail('ALREADY_EXISTS', 'The SKU belongs to a variant that is linked with another variant of the shop.')
    linkVariant(importing, incoming, found, listing)
    return { record: buildRecord(describeVariant(externalId, sku, sameSku.id), 'updated'), product: found.product }
  }
  const product = products.get(incoming.remote.externalProductId) ?? importProduct(unit, unit.newId(), incoming.product)
  const variant = importVariant(unit, unit.newId(), { ...incoming.variant, productId: product.id })
  linkVariant(importing, incoming, { variant, product }, undefined)
  return { record: buildRecord(describeVariant(externalId, sku, variant.id), 'created'), product }
}

/** New variants that are read together; a transaction has room for fewer. */
const MAX_NEW_TOGETHER = 12
/** Known or broken variants that are read together, which need a record each. */
const MAX_KNOWN_TOGETHER = 80

/** Returns the next candidates: either known or broken ones, or new ones with no SKU twice. */
const takeNextBatch = (
  candidates: readonly VariantCandidate[],
  mapped: ReadonlyMap<string, Id>,
): VariantCandidate[] => {
  const next = candidates.slice(0, MAX_KNOWN_TOGETHER)
  const firstNew = next.findIndex((each) => 'incoming' in each && !mapped.has(each.externalId))
  if (firstNew !== 0) return firstNew < 0 ? next : next.slice(0, firstNew)
  const skus = candidates.map((each) => ('incoming' in each ? each.incoming.variant.sku : null))
  const repeated = skus.findIndex((sku, i) => sku !== null && skus.indexOf(sku) < i)
  return next.slice(0, repeated < 0 ? MAX_NEW_TOGETHER : Math.min(repeated, MAX_NEW_TOGETHER))
}

/**
 * Imports as many of a shop's variants as fit the unit, beginning with the first, and returns a record of each. The caller
 * stores the records, one action each.
 */
export const importVariants = async (
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  candidates: readonly VariantCandidate[],
): Promise<NewSyncRecord[]> => {
  const externalIds = candidates.slice(0, MAX_KNOWN_TOGETHER).map(({ externalId }) => externalId)
  const mapped = await findMapped(db, unit.tenant, channel.id, externalIds)
  const next = takeNextBatch(candidates, mapped)
  const existing = await readExistingVariants(db, unit.tenant, channel, mapped, next)
  const products = new Map(existing.products)
  const importing = { unit, channel, existing, products }
  const records: NewSyncRecord[] = []
  for (const each of next) {
    const fit = unit.attempt(() => importOne(importing, each), records.length + 1)
    if (!fit) break
    const { record, product } = fit.result
    records.push(record)
    if (!product || 'error' in each) continue
    const { externalProductId } = each.incoming.remote
    products.set(externalProductId, products.get(externalProductId) ?? product)
  }
  return records
}

import { hashContent } from '../../catalog/content.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import type { VariantOfProduct } from '../../catalog/find-variants.ts'
import { importProduct, importVariant, putVariantInAssortment } from '../../catalog/import-variant.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { storeBaseline } from '../listings/baseline-store.ts'
import { computeDrift, isShown, NEW_LISTING, resolveListingContent, type StoredListing } from '../listings/listing.ts'
import {
  createListing,
  deriveListingId,
  listings,
  putExternalProduct,
  putOwnProduct,
} from '../listings/listing-store.ts'
import { mergeShownContent } from '../listings/merge-shown-content.ts'
import {
  buildFailedRecord,
  buildRecord,
  countRecordActions,
  describeVariant,
  type NewSyncRecord,
} from '../runs/sync-record.ts'
import type { CandidateBatch, ExistingVariants } from './existing-variants.ts'
import type { IncomingVariant, VariantCandidate } from './remote-variant.ts'

interface Importing {
  unit: Unit
  channel: StoredChannel
  existing: ExistingVariants
  /** Linked products, those of this transaction included, by external id. */
  products: ExistingVariants['products']
}

const IS_NEW = { when: 'attribute_not_exists(pk)' }

/** Stores which product of the shop is which of ours. A product that this import creates knows it itself. */
const linkProduct = (
  { unit, channel }: Importing,
  externalProductId: string,
  { id, origin }: VariantOfProduct['product'],
): void => {
  unit.add({ ...putOwnProduct(unit.tenant, channel.id, externalProductId, id), ...IS_NEW })
  if (origin?.channelId === channel.id && origin.externalProductId === externalProductId) return
  const put = putExternalProduct(unit.tenant, channel.id, id, externalProductId)
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
  const id = before?.id ?? deriveListingId(channel.id, variant.id)
  const fields = { ...linked, ...storeBaseline(unit, id, existing.heads.get(id), theirs) }
  const shownIn = isShown(channel, existing.pushed.has(variant.id)) ? channel.id : null
  if (before) unit.update(listings, before, fields, 'stale')
  else createListing(unit, { ...NEW_LISTING, ...fields, channelId: channel.id, variantId: variant.id, shownIn })
  if (!products.has(externalProductId)) linkProduct(importing, externalProductId, product)
  if (channel.pullAssortmentId && !existing.pulled.has(variant.id))
    putVariantInAssortment(unit, channel.pullAssortmentId, variant.id)
}

interface Imported {
  record: NewSyncRecord
  /** Undefined if nothing was imported. */
  imported?: VariantOfProduct
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
  const sameSku = existing.bySku.get(foldSku(incoming.variant.sku))
  if (sameSku) {
    const [found, listing] = [existing.variants.get(sameSku.id), existing.listings.get(sameSku.id)]
    if (!found || listing?.externalVariantId)
      return fail('ALREADY_EXISTS', 'The SKU belongs to a variant that is linked with another variant of the shop.')
    linkVariant(importing, incoming, found, listing)
    return { record: buildRecord(describeVariant(externalId, sku, sameSku.id), 'updated'), imported: found }
  }
  const { externalProductId } = incoming.remote
  const origin = { channelId: importing.channel.id, externalProductId }
  const product = products.get(externalProductId) ?? importProduct(unit, { ...incoming.product, origin })
  const variant = importVariant(unit, { ...incoming.variant, productId: product.id })
  linkVariant(importing, incoming, { variant, product }, undefined)
  return {
    record: buildRecord(describeVariant(externalId, sku, variant.id), 'created'),
    imported: { variant, product },
  }
}

/**
 * Imports as many variants of a batch as fit the unit, beginning with the first. Returns a record of each, and the rest of
 * the batch as it is once the unit is committed. The caller stores the records.
 */
export const importVariants = (
  unit: Unit,
  channel: StoredChannel,
  { candidates, existing }: CandidateBatch,
): { records: NewSyncRecord[]; rest: CandidateBatch } => {
  const products = new Map(existing.products)
  const importing = { unit, channel, existing, products }
  const records: NewSyncRecord[] = []
  const linked: Id[] = []
  for (const each of candidates) {
    // The note of the content changes takes one more action.
    const fit = unit.attempt(() => importOne(importing, each), countRecordActions(records) + 1)
    if (!fit) break
    const { record, imported } = fit.result
    records.push(record)
    if (!imported || 'error' in each) continue
    linked.push(imported.variant.id)
    const { externalProductId } = each.incoming.remote
    products.set(externalProductId, products.get(externalProductId) ?? imported.product)
  }
  const [first, ...others] = linked
  if (first) recordContentChange(unit, 'variant', first, ...others)
  return { records, rest: { candidates: candidates.slice(records.length), existing: { ...existing, products } } }
}

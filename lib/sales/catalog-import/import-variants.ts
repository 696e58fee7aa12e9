import { isDeepStrictEqual } from 'node:util'
import { flattenContent } from '../../catalog/compare-content.ts'
import { hashContent, type Overrides } from '../../catalog/content.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import type { VariantOfProduct } from '../../catalog/find-variants.ts'
import { importProduct, importVariant, putVariantInAssortment } from '../../catalog/import-variant.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { storeBaseline } from '../listings/baseline-store.ts'
import {
  computeDrift,
  hashProductTexts,
  isShown,
  NEW_LISTING,
  resolveListingContent,
  type StoredListing,
} from '../listings/listing.ts'
import {
  createListing,
  deriveListingId,
  listings,
  putExternalProduct,
  putOwnProduct,
} from '../listings/listing-store.ts'
import { listShopChanges, mergeShownContent } from '../listings/merge-shown-content.ts'
import {
  buildFailedRecord,
  buildRecord,
  buildSkippedRecord,
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

/**
 * Returns the overrides with the price that the shop has, where the variant's is none of the channel's: with tax where the
 * channel has none, or of another channel of the same shop.
 */
const keepOwnPrice = (
  { existing: { isShared } }: Importing,
  { content, includesTax = null }: IncomingVariant['remote'],
  { prices }: VariantOfProduct['variant'],
  overrides: Overrides = {},
): Overrides => {
  const own = Object.entries(content.prices ?? {}).filter(([currency, amount]) => {
    const ours = prices.find((each) => each.currency === currency)
    if (!ours || overrides.prices?.[currency] !== undefined) return false
    const isOtherKind = includesTax !== null && ours.includesTax != null && ours.includesTax !== includesTax
    return isOtherKind || (isShared && ours.amount !== amount)
  })
  return own.length ? { ...overrides, prices: { ...overrides.prices, ...Object.fromEntries(own) } } : overrides
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
  const overrides = keepOwnPrice(importing, remote, variant, before?.overrides)
  const mine = resolveListingContent(channel, product, variant, overrides)
  const theirs = mergeShownContent(mine, remote, channel)
  const [currentHash, headHash] = [hashContent(mine), hashContent(theirs)]
  const driftState = computeDrift(currentHash, headHash, undefined)
  const linked = {
    ...{ externalProductId, externalVariantId, currentHash, headHash, driftState, overrides },
    ...{ headProduct: hashProductTexts(product), shopState: remote.state ?? null, changedInShop: [] },
  }
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

const ARCHIVED = 'The shop has archived the product, so it is not imported.'

const MAX_CHANGES = 20
const MAX_VALUE_LENGTH = 200

const clipValue = (value: string | number | undefined) =>
  value === undefined ? null : String(value).slice(0, MAX_VALUE_LENGTH)

/** Notes what the shop shows otherwise than it confirmed, and whether it sells the variant; nothing here changes. */
const recordShopChanges = ({ unit, existing }: Importing, { remote }: IncomingVariant, linked: StoredListing) => {
  const subject = describeVariant(remote.externalVariantId, remote.sku, linked.variantId)
  const head = existing.heads.get(linked.id)?.content
  const theirs = head ? listShopChanges(head, head, remote).slice(0, MAX_CHANGES) : []
  const shopState = remote.state ?? null
  const isSame = isDeepStrictEqual([theirs, shopState], [[...linked.changedInShop], linked.shopState])
  if (isSame || !head) return buildRecord(subject, 'unchanged')
  const driftState = computeDrift(linked.currentHash, linked.headHash, undefined, theirs)
  unit.update(listings, linked, { changedInShop: theirs, shopState, driftState }, 'stale')
  const [before, shown] = [flattenContent(head), flattenContent(remote.content)]
  const changes = theirs.map((field) => ({
    field,
    from: clipValue(before.get(field)),
    to: clipValue(shown.get(field)),
  }))
  return buildRecord(subject, 'unchanged', changes)
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
  const isArchived = incoming.remote.state === 'archived'
  if (isArchived && !existing.linked.has(externalId))
    return { record: buildSkippedRecord(describeVariant(externalId, sku), ARCHIVED) }
  const linked = existing.linked.get(externalId)
  if (linked) return { record: recordShopChanges(importing, incoming, linked) }
  const sameSku = existing.bySku.get(foldSku(incoming.variant.sku))
  if (sameSku) {
    const [found, listing] = [existing.variants.get(sameSku.id), existing.listings.get(sameSku.id)]
    // A listing of a variant that the shop does not sell any more moves to the one that it sells.
    const isReplaced = !!listing?.shopState && !incoming.remote.state
    if (!found || (listing?.externalVariantId && !isReplaced))
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

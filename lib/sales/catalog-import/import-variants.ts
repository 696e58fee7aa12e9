import { isDeepStrictEqual } from 'node:util'
import { flattenContent } from '../../catalog/compare-content.ts'
import { hashContent } from '../../catalog/content.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import type { VariantOfProduct } from '../../catalog/find-variants.ts'
import { fillGoods, importProduct, importVariant, putVariantInAssortment } from '../../catalog/import-variant.ts'
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
  readSale,
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
import { type CandidateBatch, type ExistingVariants, findExistingListing } from './existing-variants.ts'
import { keepOwnPrice } from './keep-own-price.ts'
import type { IncomingVariant, VariantCandidate } from './remote-variant.ts'

interface Importing {
  unit: Unit
  channel: StoredChannel
  existing: ExistingVariants
  /** Linked products, those of this transaction included, by external id. */
  products: ExistingVariants['products']
  /** Ids in the shop of linked variants that it does not have any more. */
  missing: ReadonlySet<string>
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
  const overrides = keepOwnPrice(existing.isShared, remote, variant, before?.overrides)
  const mine = resolveListingContent(channel, product, variant, overrides)
  const theirs = mergeShownContent(mine, remote, channel)
  const [currentHash, headHash] = [hashContent(mine), hashContent(theirs)]
  const compared = { currentHash, headHash, changedInShop: [], shopState: remote.state ?? null }
  const linked = {
    alsoSoldAs: (before?.alsoSoldAs ?? []).filter((each) => each.externalVariantId !== externalVariantId),
    ...{ externalProductId, externalVariantId, overrides, ...compared, driftState: computeDrift(compared) },
    ...{ headProduct: hashProductTexts(product), sale: readSale(remote) },
  }
  const id = before?.id ?? deriveListingId(channel.id, variant.id)
  const fields = { ...linked, ...storeBaseline(unit, id, existing.heads.get(id), theirs) }
  const shownIn = isShown(channel, product, existing.pushed.has(variant.id)) ? channel.id : null
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

const clipValue = (value: string | number | null | undefined) =>
  value == null ? null : String(value).slice(0, MAX_VALUE_LENGTH)

const PRODUCT_ID = '/externalProductId'
const VARIANT_ID = '/externalVariantId'

/**
 * Notes what the shop shows otherwise than it confirmed, whether it sells the variant, and in which product; nothing here
 * changes.
 */
const recordShopChanges = (importing: Importing, { remote }: IncomingVariant, linked: StoredListing) => {
  const { unit, existing, products } = importing
  const { externalProductId } = remote
  const subject = describeVariant(remote.externalVariantId, remote.sku, linked.variantId)
  const head = existing.heads.get(linked.id)?.content
  const changedInShop = head ? listShopChanges(head, head, remote).slice(0, MAX_CHANGES) : []
  const seen = { changedInShop, shopState: remote.state ?? null, externalProductId, sale: readSale(remote) }
  const { changedInShop: before, shopState, externalProductId: productBefore, sale } = linked
  const known = { changedInShop: [...before], shopState, externalProductId: productBefore, sale }
  if (!head || isDeepStrictEqual(seen, known)) return buildRecord(subject, 'unchanged')
  const isMoved = productBefore !== externalProductId
  unit.update(listings, linked, { ...seen, driftState: computeDrift({ ...linked, ...seen }) }, 'stale')
  const product = existing.linkedProducts.get(linked.variantId)
  if (isMoved && product && !products.has(externalProductId)) linkProduct(importing, externalProductId, product)
  const [confirmed, shown] = [flattenContent(head), flattenContent(remote.content)]
  const changes = changedInShop.map((field) => ({
    field,
    from: clipValue(confirmed.get(field)),
    to: clipValue(shown.get(field)),
  }))
  if (!isMoved) return buildRecord(subject, 'unchanged', changes)
  return buildRecord(subject, 'updated', [
    { field: PRODUCT_ID, from: productBefore, to: externalProductId },
    ...changes,
  ])
}

/** Says in the record what the shop tells of the goods that was not taken over. */
const noteFaults = (record: NewSyncRecord, { faults }: IncomingVariant): NewSyncRecord =>
  faults.length ? { ...record, errorMessage: `Not taken over: ${faults.join('; ')}.` } : record

const MAX_DUPLICATES = 20

/** Leaves out a variant whose SKU a linked one of the shop has as well, and notes it in the listing of that. */
const recordDuplicate = (
  { unit }: Importing,
  { remote: { externalProductId, externalVariantId, sku } }: IncomingVariant,
  listing: StoredListing,
  of: string,
) => {
  const others = listing.alsoSoldAs.filter((each) => each.externalVariantId !== externalVariantId)
  const alsoSoldAs = [...others, { externalProductId, externalVariantId }].slice(0, MAX_DUPLICATES)
  if (!isDeepStrictEqual(alsoSoldAs, listing.alsoSoldAs)) unit.update(listings, listing, { alsoSoldAs }, 'stale')
  const reason = `The shop has two variants with this SKU, and ${of} is the one that is linked here. This one is left out: the shop goes on selling it, and is told neither its content nor its quantity.`
  return buildSkippedRecord(describeVariant(externalVariantId, sku, listing.variantId), reason, 'ALREADY_EXISTS')
}

/** Leaves a linked variant as it is, links one whose SKU exists, or creates it. */
const importOne = (importing: Importing, candidate: VariantCandidate): Imported => {
  const { unit, existing, products, missing } = importing
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
    const { externalVariantId: before = null, shopState = null } = listing ?? {}
    // A listing of a variant that the shop does not sell, or have, any more moves to the one that it sells.
    const isReplaced = before !== null && (missing.has(before) || (!!shopState && !incoming.remote.state))
    if (!found) return fail('ALREADY_EXISTS', 'The variant with this SKU cannot be read now. Import the catalog again.')
    if (listing && before !== null && !isReplaced)
      return { record: recordDuplicate(importing, incoming, listing, before) }
    linkVariant(importing, incoming, found, listing)
    const filled = fillGoods(unit, found.variant, incoming.variant)
    const changes = [
      ...(before === null ? [] : [{ field: VARIANT_ID, from: before, to: externalId }]),
      ...filled.map((name) => ({ field: `/${name}`, from: null, to: clipValue(incoming.variant[name]) })),
    ]
    const record = buildRecord(describeVariant(externalId, sku, sameSku.id), 'updated', changes)
    return { record: noteFaults(record, incoming), imported: found }
  }
  const { externalProductId } = incoming.remote
  const origin = { channelId: importing.channel.id, externalProductId }
  const product = products.get(externalProductId) ?? importProduct(unit, { ...incoming.product, origin })
  const variant = importVariant(unit, { ...incoming.variant, productId: product.id })
  linkVariant(importing, incoming, { variant, product }, undefined)
  return {
    record: noteFaults(buildRecord(describeVariant(externalId, sku, variant.id), 'created'), incoming),
    imported: { variant, product },
  }
}

/**
 * Imports as many variants of a batch as fit the unit, beginning with the first. Returns a record of each, and the rest of
 * the batch as it is once the unit is committed. The caller stores the records. `missing` are the ids of linked variants that
 * the shop does not have any more.
 */
export const importVariants = (
  unit: Unit,
  channel: StoredChannel,
  { candidates, existing, seen: before }: CandidateBatch,
  missing: ReadonlySet<string>,
): { records: NewSyncRecord[]; rest: CandidateBatch } => {
  const products = new Map(existing.products)
  const importing = { unit, channel, existing, products, missing }
  const records: NewSyncRecord[] = []
  const linked: Id[] = []
  const seen = new Set(before)
  let isOutdated = false
  for (const each of candidates) {
    const listing = findExistingListing(existing, each)
    isOutdated = listing !== undefined && seen.has(listing.id)
    if (isOutdated) break
    // The note of the content changes takes one more action.
    const fit = unit.attempt(() => importOne(importing, each), countRecordActions(records) + 1)
    if (!fit) break
    const { record, imported } = fit.result
    records.push(record)
    if (listing) seen.add(listing.id)
    if (!imported || 'error' in each) continue
    linked.push(imported.variant.id)
    const { externalProductId } = each.incoming.remote
    products.set(externalProductId, products.get(externalProductId) ?? imported.product)
  }
  const [first, ...others] = linked
  if (first) recordContentChange(unit, 'variant', first, ...others)
  const rest = isOutdated ? [] : candidates.slice(records.length)
  return { records, rest: { candidates: rest, existing: { ...existing, products }, seen } }
}

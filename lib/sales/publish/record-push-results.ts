import { diffContent, flattenContent } from '../../catalog/compare-content.ts'
import type { Content } from '../../catalog/content.ts'
import { recordConflicts } from '../../data-exchange/record-conflicts.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { channelUri } from '../channels/channel.ts'
import { findBaselines, type StoredBaseline, storeBaseline } from '../listings/baseline-store.ts'
import { computeDrift, hashProductTexts, type StoredListing } from '../listings/listing.ts'
import {
  findMapped,
  listings,
  MAX_EXTERNAL_ID_LENGTH,
  putExternalProduct,
  putOwnProduct,
} from '../listings/listing-store.ts'
import {
  buildFailedRecord,
  buildRecord,
  buildSkippedRecord,
  countRecordActions,
  describeVariant,
  type NewSyncRecord,
} from '../runs/sync-record.ts'
import { buildUnconfirmedRecord, GONE, type PushResult } from './push-result.ts'
import type { SentVariant } from './push-variants.ts'

const MAX_CHANGES = 20
const MAX_VALUE_LENGTH = 200

const clipValue = (value: string | number | null) => (value === null ? null : String(value).slice(0, MAX_VALUE_LENGTH))

const listChanges = (before: Content | undefined, after: Content): NewSyncRecord['changes'] =>
  before
    ? diffContent(flattenContent(before), flattenContent(after))
        .slice(0, MAX_CHANGES)
        .map(({ path, from, to }) => ({ field: path, from: clipValue(from), to: clipValue(to) }))
    : []

type Result = PushResult<SentVariant>
type Confirmed = Extract<Result, { is: 'confirmed' }>

/** Listings as they are now stored, with their baselines and the listings that have the shop's variants. */
interface Current {
  listings: ReadonlyMap<Id, StoredListing>
  heads: ReadonlyMap<Id, StoredBaseline>
  ownersByExternalId: ReadonlyMap<string, Id>
}

/** Notes which product of the shop is which of ours. Variants of a product may be in one transaction. */
const linkProduct = (unit: Unit, channelId: Id, productId: Id, externalProductId: string): void => {
  const puts = [
    putExternalProduct(unit.tenant, channelId, productId, externalProductId),
    putOwnProduct(unit.tenant, channelId, externalProductId, productId),
  ]
  for (const put of puts) if (!unit.writes(put.put)) unit.add(put)
}

/** Returns the listing that a confirmed variant belongs to, or the record of why the confirmation cannot be stored. */
const findConfirmed = (
  { sent, external: { externalVariantId }, externalId, sku, variantId }: Confirmed,
  { listings: stored, ownersByExternalId }: Current,
): { listing: StoredListing } | { record: NewSyncRecord } => {
  const subject = describeVariant(externalId, sku, variantId)
  const listing = stored.get(sent.listing.id)
  if (!listing) return { record: buildSkippedRecord(subject, GONE) }
  const fail = (code: string, message: string) => ({ record: buildFailedRecord(subject, code, message) })
  if (externalVariantId.length > MAX_EXTERNAL_ID_LENGTH)
    return fail('UPSTREAM_ERROR', 'The shop assigned an id that is too long.')
  if ((ownersByExternalId.get(externalVariantId) ?? listing.id) !== listing.id)
    return fail('ALREADY_EXISTS', 'The shop has linked it to another variant of the channel.')
  return { listing }
}

const recordConfirmed = (unit: Unit, result: Confirmed, current: Current): NewSyncRecord => {
  const { sent, external, sku, variantId } = result
  const { externalProductId, externalVariantId } = external
  const found = findConfirmed(result, current)
  if ('record' in found) return found.record
  const { listing } = found
  const head = current.heads.get(listing.id)
  // If the listing changed after the push, its own hash is newer than the one that was sent.
  const currentHash = listing.rev === sent.listing.rev ? sent.hash : listing.currentHash
  const changedInShop = sent.changedInShop.slice(0, MAX_CHANGES)
  const shopState = listing.shopState === 'missing' ? null : listing.shopState
  const compared = { currentHash, headHash: sent.hash, changedInShop, shopState }
  unit.update(
    listings,
    listing,
    {
      externalProductId,
      externalVariantId,
      ...compared,
      contentVersion: listing.contentVersion + 1,
      lastPushedAt: unit.now.toISOString(),
      driftState: computeDrift(compared),
      headProduct: hashProductTexts(sent.product),
      refused: null,
      isConflicted: false,
      ...storeBaseline(unit, listing.id, head, sent.content),
    },
    'stale',
  )
  if (listing.externalProductId !== externalProductId)
    linkProduct(unit, listing.channelId, sent.product.id, externalProductId)
  const changes = listChanges(head?.content, sent.content)
  const subject = describeVariant(result.externalId, sku, variantId)
  const isKnown = listing.externalVariantId !== null && listing.shopState !== 'missing'
  return buildRecord(subject, isKnown ? 'updated' : 'created', changes)
}

const recordResult = (unit: Unit, result: Result, current: Current): NewSyncRecord => {
  if (result.is === 'confirmed') return recordConfirmed(unit, result, current)
  const record = buildUnconfirmedRecord(result)
  if (result.is === 'refused' && !result.isRepeated) {
    const { listing, hash } = result.sent
    const stored = current.listings.get(listing.id)
    const message = record.errorMessage ?? ''
    if (stored) unit.update(listings, stored, { refused: { hash, message } })
  }
  return record
}

const readCurrent = async (db: Table, tenant: Id, channelId: Id, results: readonly Result[]) => {
  const ids = results.flatMap((each) => {
    if ('sent' in each) return [each.sent.listing.id]
    return each.is === 'conflicted' && each.found ? [each.found.listingId] : []
  })
  const externalIds = results.flatMap((each) => (each.is === 'confirmed' ? [each.external.externalVariantId] : []))
  const [stored, ownersByExternalId] = await Promise.all([
    findAll(db, listings, tenant, ids),
    findMapped(db, tenant, channelId, externalIds),
  ])
  const heads = await findBaselines(db, tenant, stored)
  return { listings: new Map(stored.map((listing) => [listing.id, listing])), heads, ownersByExternalId }
}

/** Closes the conflicts that a confirmed result resolves; returns false if some of them do not fit the unit. */
const closeResolved = async (
  db: Table,
  unit: Unit,
  result: Result,
  current: Current,
  reserve: number,
): Promise<boolean> => {
  const found = result.is === 'confirmed' ? findConfirmed(result, current) : undefined
  if (!found || 'record' in found || !found.listing.isConflicted) return true
  const { channelId, variantId } = found.listing
  return await recordConflicts(db, unit, channelUri(channelId), variantId, [], reserve)
}

/** Records the conflicts that a push has found; returns false if some of them do not fit the unit. */
const openFound = async (
  db: Table,
  unit: Unit,
  result: Result,
  current: Current,
  reserve: number,
): Promise<boolean> => {
  const found = result.is === 'conflicted' ? result.found : undefined
  const listing = found && current.listings.get(found.listingId)
  if (!found || !listing) return true
  const { channelId, variantId } = listing
  const target = channelUri(channelId)
  if (!(await recordConflicts(db, unit, target, variantId, found.conflicts, reserve + 1))) return false
  return unit.attempt(() => unit.update(listings, listing, { isConflicted: true }), reserve) !== undefined
}

/** Results that are read together. */
const MAX_BATCH_SIZE = 40

/**
 * Stores the results of as many pushed variants as fit the unit, beginning with the first, and returns a record of each.
 * The caller stores the records and calls it again for the other results. It may return no record, if the conflicts of the
 * first variant fill the unit.
 */
export const recordPushResults = async (
  db: Table,
  unit: Unit,
  channelId: Id,
  results: readonly Result[],
): Promise<NewSyncRecord[]> => {
  const next = results.slice(0, MAX_BATCH_SIZE)
  const stored = await readCurrent(db, unit.tenant, channelId, next)
  const owners = new Map(stored.ownersByExternalId)
  const current = { ...stored, ownersByExternalId: owners }
  const records: NewSyncRecord[] = []
  for (const each of next) {
    const reserve = countRecordActions(records)
    // The conflicts end first, so that the update of the listing can say that it has none.
    if (!(await closeResolved(db, unit, each, current, reserve))) break
    if (!(await openFound(db, unit, each, current, reserve))) break
    const fit = unit.attempt(() => recordResult(unit, each, current), reserve)
    if (!fit) break
    const record = fit.result
    records.push(record)
    if (each.is === 'confirmed' && (record.action === 'created' || record.action === 'updated'))
      owners.set(each.external.externalVariantId, each.sent.listing.id)
  }
  return records
}

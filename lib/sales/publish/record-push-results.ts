import { diffContent, flattenContent } from '../../catalog/compare-content.ts'
import type { Content } from '../../catalog/content.ts'
import { recordConflicts } from '../../data-exchange/record-conflicts.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { channelUri } from '../channels/channel.ts'
import { findBaselines, type StoredBaseline, storeBaseline } from '../listings/baseline-store.ts'
import { computeDrift, type StoredListing } from '../listings/listing.ts'
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

const recordConfirmed = (unit: Unit, result: Confirmed, current: Current): NewSyncRecord => {
  const { sent, external, sku, variantId } = result
  const { externalProductId, externalVariantId } = external
  const subject = describeVariant(result.externalId, sku, variantId)
  const listing = current.listings.get(sent.listing.id)
  if (!listing) return buildSkippedRecord(subject, GONE)
  if (externalVariantId.length > MAX_EXTERNAL_ID_LENGTH)
    return buildFailedRecord(subject, 'UPSTREAM_ERROR', 'The shop assigned an id that is too long.')
  if ((current.ownersByExternalId.get(externalVariantId) ?? listing.id) !== listing.id)
    return buildFailedRecord(subject, 'ALREADY_EXISTS', 'The shop has linked it to another variant of the channel.')
  const head = current.heads.get(listing.id)
  // If the listing changed after the push, its own hash is newer than the one that was sent.
  const currentHash = listing.rev === sent.listing.rev ? sent.hash : listing.currentHash
  unit.update(
    listings,
    listing,
    {
      externalProductId,
      externalVariantId,
      currentHash,
      headHash: sent.hash,
      contentVersion: listing.contentVersion + 1,
      lastPushedAt: unit.now.toISOString(),
      driftState: computeDrift(currentHash, sent.hash, undefined),
      refused: null,
      ...storeBaseline(unit, listing.id, head, sent.content),
    },
    'stale',
  )
  if (listing.externalProductId !== externalProductId)
    linkProduct(unit, listing.channelId, sent.product.id, externalProductId)
  const changes = listChanges(head?.content, sent.content)
  return buildRecord(subject, listing.externalVariantId ? 'updated' : 'created', changes)
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
  const ids = results.flatMap((each) => ('sent' in each ? [each.sent.listing.id] : []))
  const externalIds = results.flatMap((each) => (each.is === 'confirmed' ? [each.external.externalVariantId] : []))
  const [stored, ownersByExternalId] = await Promise.all([
    findAll(db, listings, tenant, ids),
    findMapped(db, tenant, channelId, externalIds),
  ])
  const heads = await findBaselines(db, tenant, stored)
  return { listings: new Map(stored.map((listing) => [listing.id, listing])), heads, ownersByExternalId }
}

/** Returns the listing whose open conflicts are resolved by the exchange; undefined if there is none. */
const findConflicted = (result: Result, { action }: NewSyncRecord, current: Current): StoredListing | undefined => {
  if (result.is !== 'confirmed' || action === 'failed') return undefined
  const listing = current.listings.get(result.sent.listing.id)
  return listing?.isConflicted ? listing : undefined
}

/** Results that are read together. */
const MAX_BATCH_SIZE = 40

/**
 * Stores the results of as many pushed variants as fit the unit, beginning with the first, and returns a record of each.
 * The caller stores the records.
 */
export const recordPushResults = async (
  db: Table,
  unit: Unit,
  channelId: Id,
  results: readonly Result[],
): Promise<NewSyncRecord[]> => {
  const next = results.slice(0, MAX_BATCH_SIZE)
  const current = await readCurrent(db, unit.tenant, channelId, next)
  const owners = new Map(current.ownersByExternalId)
  const records: NewSyncRecord[] = []
  for (const each of next) {
    const fit = unit.attempt(
      () => recordResult(unit, each, { ...current, ownersByExternalId: owners }),
      countRecordActions(records),
    )
    if (!fit) break
    const record = fit.result
    records.push(record)
    if (each.is === 'confirmed' && (record.action === 'created' || record.action === 'updated'))
      owners.set(each.external.externalVariantId, each.sent.listing.id)
    const conflicted = findConflicted(each, record, current)
    // Conflicts that do not fit are resolved by the next detection, until which the listing stays conflicted.
    if (conflicted)
      await recordConflicts(db, unit, channelUri(channelId), conflicted.variantId, [], countRecordActions(records))
  }
  return records
}

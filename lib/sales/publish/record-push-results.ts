import type { SyncRecord } from '../../../schemas/sales/sync.ts'
import { diff, flattenContent } from '../../catalog/compare.ts'
import type { Content } from '../../catalog/content.ts'
import type { ExternalVariant } from '../../connectors/connector.ts'
import { recordConflicts } from '../../data-exchange/record-conflicts.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { ACTIONS_OF_A_LANE, type NewRecord } from '../catalog-runs/catalog-run.ts'
import { channelUri } from '../channels/channel.ts'
import { computeDrift, type ListingHead, type StoredListing } from '../listings/listing.ts'
import {
  findHeads,
  findMapped,
  listingHeads,
  listings,
  MAX_EXTERNAL_ID_LENGTH,
  ownProductPut,
  putExternalProduct,
} from '../listings/listing-store.ts'
import type { Pushed, Sent } from './push-variants.ts'

export const variantUri = (id: string) => `commerce:///catalog/variants/${id}`

const MAX_CHANGES = 20
const MAX_VALUE_LENGTH = 200

const clipValue = (value: string | number | null) => (value === null ? null : String(value).slice(0, MAX_VALUE_LENGTH))

const listChanges = (before: Content | undefined, after: Content): SyncRecord['changes'] =>
  before
    ? diff(flattenContent(before), flattenContent(after))
        .slice(0, MAX_CHANGES)
        .map(({ path, from, to }) => ({ field: path, from: clipValue(from), to: clipValue(to) }))
    : []

/** Stamps what the platform was seen to show, or confirmed, as the head of a listing; `before` as it was read. */
export const stampHead = (unit: Unit, listingId: Id, before: ListingHead | undefined, content: Content): void => {
  if (before) unit.update(listingHeads, before, { content })
  else unit.create(listingHeads, { id: listingId, content }, 'stale')
}

interface Standing {
  listings: ReadonlyMap<Id, StoredListing>
  heads: ReadonlyMap<Id, ListingHead>
  /** Listings that have the platform's variants, those of this transaction included. */
  claims: Map<string, Id>
}

const buildRecord = (pushed: Pushed, rest: Pick<NewRecord, 'action'> & Partial<NewRecord>): NewRecord => ({
  kind: 'variant',
  externalId: pushed.externalId,
  resourceUri: variantUri(pushed.variantId),
  label: pushed.sku,
  errorCode: null,
  errorMessage: null,
  changes: [],
  ...rest,
})

const buildFailedRecord = (pushed: Pushed, errorCode: string, errorMessage: string) =>
  buildRecord(pushed, { action: 'failed', errorCode, errorMessage: errorMessage.slice(0, 1000) })

const recordConfirmed = (
  unit: Unit,
  pushed: Pushed,
  { sent, external, standing }: { sent: Sent; external: ExternalVariant; standing: Standing },
): NewRecord => {
  const { externalProductId, externalVariantId } = external
  const listing = standing.listings.get(sent.listing.id)
  if (!listing) return buildRecord(pushed, { action: 'skipped', errorMessage: GONE })
  if (externalVariantId.length > MAX_EXTERNAL_ID_LENGTH)
    return buildFailedRecord(pushed, 'UPSTREAM_ERROR', 'The store gave it an id that is too long.')
  if ((standing.claims.get(externalVariantId) ?? listing.id) !== listing.id)
    return buildFailedRecord(pushed, 'ALREADY_EXISTS', 'The store has it as a variant that is another one here.')
  standing.claims.set(externalVariantId, listing.id)
  const head = standing.heads.get(listing.id)
  // What it is to show was reckoned anew if the listing changed meanwhile, and is what was sent if it did not.
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
    },
    'stale',
  )
  stampHead(unit, listing.id, head, sent.content)
  if (listing.externalProductId !== externalProductId) {
    const { channelId } = listing
    const puts = [
      putExternalProduct(unit.tenant, channelId, sent.product.id, externalProductId),
      ownProductPut(unit.tenant, channelId, externalProductId, sent.product.id),
    ]
    for (const put of puts) if (!unit.writes(put.put)) unit.add(put)
  }
  const changes = listChanges(head?.content, sent.content)
  return buildRecord(pushed, { action: listing.externalVariantId ? 'updated' : 'created', changes })
}

const recordRefused = (unit: Unit, pushed: Pushed & { is: 'refused' }, { listings: all }: Standing): NewRecord => {
  const { sent, again } = pushed
  const message = pushed.message.slice(0, 1000)
  const listing = all.get(sent.listing.id)
  if (listing && !again) unit.update(listings, listing, { refused: { hash: sent.hash, message } })
  return buildFailedRecord(pushed, 'REFUSED', message)
}

/** The reason why a variant is skipped that was planned. */
export const GONE = 'The channel no longer shows the variant.'

const CONFLICTED = 'The store changed it as well; resolve the conflict, or publish by force.'

const recordResult = (unit: Unit, pushed: Pushed, standing: Standing): NewRecord => {
  switch (pushed.is) {
    case 'confirmed':
      return recordConfirmed(unit, pushed, { sent: pushed.sent, external: pushed.external, standing })
    case 'refused':
      return recordRefused(unit, pushed, standing)
    case 'failed':
      return buildFailedRecord(pushed, pushed.error.code, pushed.error.message)
    case 'unchanged':
      return buildRecord(pushed, { action: 'unchanged' })
    case 'conflicted':
      return buildRecord(pushed, { action: 'skipped', errorCode: 'CONFLICT', errorMessage: CONFLICTED })
    case 'gone':
      return buildRecord(pushed, { action: 'skipped', errorMessage: GONE })
  }
}

/** As many actions as one variant can need, its record among them. */
const MAX_ACTIONS_PER_VARIANT = 14
/** More never fit. */
const MAX_TOGETHER = 40

/**
 * Writes down what became of variants that were pushed: as many as fit beside what the unit has and what a lane needs, from
 * the first on. Returns a record for each of these; keeping them, an action each, is the caller's.
 */
export const settlePushed = async (
  db: Table,
  unit: Unit,
  channelId: Id,
  pushed: readonly Pushed[],
): Promise<NewRecord[]> => {
  const next = pushed.slice(0, MAX_TOGETHER)
  const ids = next.flatMap((each) => ('sent' in each ? [each.sent.listing.id] : []))
  const external = next.flatMap((each) => (each.is === 'confirmed' ? [each.external.externalVariantId] : []))
  const [items, heads, claims] = await Promise.all([
    findAll(db, listings, unit.tenant, ids),
    findHeads(db, unit.tenant, ids),
    findMapped(db, unit.tenant, channelId, external),
  ])
  const standing: Standing = {
    listings: new Map(items.map((listing) => [listing.id, listing])),
    heads,
    claims,
  }
  const records: NewRecord[] = []
  for (const each of next) {
    if (unit.size + records.length + MAX_ACTIONS_PER_VARIANT + ACTIONS_OF_A_LANE > MAX_ACTIONS) break
    const record = recordResult(unit, each, standing)
    records.push(record)
    const isExchanged = each.is === 'confirmed' && record.action !== 'failed'
    const exchanged = isExchanged ? standing.listings.get(each.sent.listing.id) : undefined
    if (exchanged?.isConflicted) {
      const left = records.length + ACTIONS_OF_A_LANE
      // What does not fit is closed by whoever detects next, for whom the listing stays conflicted.
      await recordConflicts(db, unit, channelUri(channelId), exchanged.variantId, [], left)
    }
  }
  return records
}

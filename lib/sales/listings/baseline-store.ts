import type { Content } from '../../catalog/content.ts'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, itemKey } from '../../platform/store/entities/entity.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Baseline, StoredListing } from './listing.ts'

// Baselines:  `baseline` of the listing if it is small, else T#<tenant>#listing-head / <listing>   never both

export const baselines = entity<Baseline>({ name: 'listing-head', shape: 1, audit: false, lists: [] })

/** Keeps a listing small enough that reading it costs what it would cost without its baseline. */
const MAX_CARRIED_BYTES = 2000

/** The baseline of a listing, and its own item if it has one. */
export interface StoredBaseline {
  content: Content
  item?: Baseline
}

/** Returns the baselines of these listings, by listing; reads those that listings do not carry. */
export const findBaselines = async (
  db: Table,
  tenant: Id,
  listings: readonly StoredListing[],
): Promise<Map<Id, StoredBaseline>> => {
  const apart = listings.filter(({ headHash, baseline }) => headHash !== null && !baseline)
  const items = apart.length ? await db.batchGet(apart.map(({ id }) => itemKey(tenant, baselines, id))) : []
  return new Map([
    ...listings.flatMap(({ id, baseline }) => (baseline ? [[id, { content: baseline }] as const] : [])),
    ...items.map((stored) => {
      const item = fromItem<Baseline>(stored)
      return [item.id, { content: item.content, item }] as const
    }),
  ])
}

/**
 * Stores content as the baseline of a listing that the caller writes in the same unit with the returned fields; `before` is
 * the stored one. A baseline with an item of its own keeps it.
 */
export const storeBaseline = (
  unit: Unit,
  listingId: Id,
  before: StoredBaseline | undefined,
  content: Content,
): Pick<StoredListing, 'baseline'> => {
  if (before?.item) {
    unit.update(baselines, before.item, { content })
    return { baseline: null }
  }
  if (Buffer.byteLength(JSON.stringify(content)) <= MAX_CARRIED_BYTES) return { baseline: content }
  unit.create(baselines, { id: listingId, content }, 'stale')
  return { baseline: null }
}

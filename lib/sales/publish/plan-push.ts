import type { DriftState } from '../../../schemas/sales/catalog/drift.ts'
import { listChanges } from '../../catalog/content-changes.ts'
import { findVariants } from '../../catalog/find-variants.ts'
import type { App } from '../../platform/app/app.ts'
import { getIdTime, type Id } from '../../platform/id.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import { PUSH_PARTITIONS } from '../catalog-runs/partition.ts'
import type { PartitionWork } from '../catalog-runs/partition-job.ts'
import { putPart } from '../catalog-runs/partition-store.ts'
import { applyContentChanges } from '../listings/apply-content-changes.ts'
import type { StoredListing } from '../listings/listing.ts'
import { findListings, listings } from '../listings/listing-store.ts'
import { listFailedVariants } from '../runs/sync-store.ts'
import { MAX_PUSH_SIZE } from './push-result.ts'

/**
 * Progress of a push: it applies earlier changes, plans its parts, then sends them; `left` are the ids of a part that remain.
 */
export type PushCursor =
  | { stage: 'follow' }
  | { stage: 'plan'; state: number; after: string | null }
  | { stage: 'push'; part?: string; left?: Id[] }

/** Selection of the channel's listings. */
interface Plan {
  /** Drift states in their order; null for all listings. */
  states: readonly (DriftState | null)[]
  fits?: (listing: StoredListing) => boolean
  /** Also selects listings that left the channel; they come last. */
  includesLeft?: boolean
}

const MAX_PAGE_SIZE = 200

/** Returns the index of a partition, the same for all variants of a product. */
const choosePartition = (productId: Id | undefined): number => {
  let sum = 0
  for (const character of productId ?? '') sum = (sum * 31 + character.charCodeAt(0)) % 65_521
  return sum % PUSH_PARTITIONS
}

interface PlannedPage {
  ids: Id[]
  /** Orders the parts of the page among those of other pages. */
  position: string
  /** Cursor of the next page; null after the last one. */
  after: string | null
}

const pageOfState = async (
  { app, tenant, channel }: PartitionWork<PushCursor>,
  { states, fits = () => true }: Plan,
  at: { state: number; after: string | null },
): Promise<PlannedPage> => {
  const driftState = states[at.state]
  const by = at.state < states.length ? { shownIn: channel.id } : { leftFrom: channel.id }
  const { items, cursors } = await scanOldestFirst(app.db, listings, tenant, {
    by,
    ...(driftState && { facets: { driftState } }),
    after: at.after,
    limit: MAX_PAGE_SIZE,
  })
  const ids = items.filter(fits).map(({ variantId }) => variantId)
  return {
    ids,
    position: `${at.state}#${at.after ?? ''}`,
    after: cursors.length < MAX_PAGE_SIZE ? null : (cursors.at(-1) ?? null),
  }
}

const pageOfFailed = async (
  { app, tenant, channel }: PartitionWork<PushCursor>,
  runId: Id,
  after: string | null,
): Promise<PlannedPage> => {
  const found = await listFailedVariants(app.db, tenant, runId, after, MAX_PAGE_SIZE)
  const known = await findListings(app.db, tenant, channel.id, [...new Set(found.ids)])
  return { ids: [...known.keys()], position: `0#${after ?? ''}`, after: found.after }
}

/** Returns those of the named variants that the plan wants. */
const pageOfNamed = async (
  { app, tenant, channel }: PartitionWork<PushCursor>,
  { fits = () => true, includesLeft }: Plan,
  ids: readonly Id[],
): Promise<PlannedPage> => {
  const known = await findListings(app.db, tenant, channel.id, ids)
  const wanted = [...known.values()].filter((listing) => (listing.shownIn || includesLeft) && fits(listing))
  return { ids: wanted.map(({ variantId }) => variantId), position: '0#', after: null }
}

const PATIENCE_MS = 60_000

/** Applies content changes from before the publish, so that it includes them. Returns true if more of them remain. */
const applyEarlierChanges = async ({ app, tenant, run }: PartitionWork<PushCursor>): Promise<boolean> => {
  const until = app.clock().getTime() + PATIENCE_MS
  await applyContentChanges(app, tenant, () => app.clock().getTime() < until)
  const [oldest] = await listChanges(app.db, tenant, 1)
  return oldest !== undefined && getIdTime(oldest.id).toISOString() <= run.startedAt
}

const groupByPartition = async (db: App['db'], tenant: Id, ids: readonly Id[]): Promise<ReadonlyMap<number, Id[]>> => {
  const variants = await findVariants(db, tenant, ids)
  return Map.groupBy(ids, (id) => choosePartition(variants.get(id)?.product.id))
}

const START: PushCursor = { stage: 'plan', state: 0, after: null }

const planPage = async (
  work: PartitionWork<PushCursor>,
  plan: Plan,
  at: { state: number; after: string | null },
): Promise<PlannedPage> => {
  const { retryOf, only } = work.run
  if (retryOf) return await pageOfFailed(work, retryOf, at.after)
  return only ? await pageOfNamed(work, plan, only) : await pageOfState(work, plan, at)
}

/** Plans one page of a push: parts for each partition. The last page opens the partitions. */
export const planPush = async (work: PartitionWork<PushCursor>, plan: Plan): Promise<void> => {
  const { app, tenant, run, record } = work
  const isNamed = run.retryOf !== undefined || run.only !== undefined
  const at = work.cursor ?? (isNamed ? START : { stage: 'follow' })
  if (at.stage === 'follow') {
    const cursor = (await applyEarlierChanges(work)) ? at : START
    return await record(async () => ({ cursor }))
  }
  if (at.stage !== 'plan') throw new Error('the push is already planned')
  const { ids, position, after } = await planPage(work, plan, at)
  const partitions = await groupByPartition(app.db, tenant, ids)
  const seen = ids.length
  await record(async (unit) => {
    for (const [index, own] of partitions)
      for (let start = 0; start < own.length; start += MAX_PUSH_SIZE) {
        const some = own.slice(start, start + MAX_PUSH_SIZE)
        const part = { position: `${position}#${String(start).padStart(3, '0')}`, ids: some }
        unit.add(putPart(tenant, run.id, index, part, unit.now))
      }
    if (after !== null) return { cursor: { ...at, after }, seen }
    if (!isNamed && at.state + 1 < plan.states.length + (plan.includesLeft ? 1 : 0))
      return { cursor: { ...at, state: at.state + 1, after: null }, seen }
    const push: PushCursor = { stage: 'push' }
    return { cursor: push, seen, opens: Array.from({ length: PUSH_PARTITIONS - 1 }, () => push) }
  })
}

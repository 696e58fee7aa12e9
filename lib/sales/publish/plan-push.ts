import type { DriftState } from '../../../schemas/sales/drift.ts'
import { listChanges } from '../../catalog/content-changes.ts'
import { findVariants } from '../../catalog/find-variants.ts'
import type { App } from '../../platform/app/app.ts'
import { getIdTime, type Id } from '../../platform/id.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-list.ts'
import { type LaneWork, PUSH_LANES } from '../catalog-runs/catalog-run.ts'
import { putPart } from '../catalog-runs/catalog-run-store.ts'
import { followTenant } from '../listings/follow-content.ts'
import type { StoredListing } from '../listings/listing.ts'
import { findListings, listings } from '../listings/listing-store.ts'
import { listFailedVariants } from '../runs/sync-store.ts'
import { MAX_AT_ONCE } from './push-variants.ts'

/** Where a push is: at what changed before it, at finding out what there is to do, or at doing it, with what is left of a part. */
export type PushPlace =
  | { stage: 'follow' }
  | { stage: 'plan'; state: number; after: string | null }
  | { stage: 'push'; part?: string; left?: Id[] }

/** Which of the channel's listings are to be pushed. */
interface Plan {
  /** One after another; null for all. */
  states: readonly (DriftState | null)[]
  fits?: (listing: StoredListing) => boolean
}

const MAX_PAGE_SIZE = 200

/** A number below the number of lanes, the same for all variants of a product. */
const chooseLane = (productId: Id | undefined): number => {
  let sum = 0
  for (const character of productId ?? '') sum = (sum * 31 + character.charCodeAt(0)) % 65_521
  return sum % PUSH_LANES
}

interface Found {
  ids: Id[]
  /** Orders the page's parts among those of other pages. */
  place: string
  /** Where the next page begins; null where there is none. */
  after: string | null
}

const pageOfState = async (
  { app, tenant, channel }: LaneWork<PushPlace>,
  { states, fits = () => true }: Plan,
  at: { state: number; after: string | null },
): Promise<Found> => {
  const driftState = states[at.state]
  const { items, places } = await scanOldestFirst(app.db, listings, tenant, {
    by: { shownIn: channel.id },
    ...(driftState && { facets: { driftState } }),
    after: at.after,
    limit: MAX_PAGE_SIZE,
  })
  const ids = items.filter(fits).map(({ variantId }) => variantId)
  return {
    ids,
    place: `${at.state}#${at.after ?? ''}`,
    after: places.length < MAX_PAGE_SIZE ? null : (places.at(-1) ?? null),
  }
}

const pageOfFailed = async (
  { app, tenant, channel }: LaneWork<PushPlace>,
  runId: Id,
  after: string | null,
): Promise<Found> => {
  const found = await listFailedVariants(app.db, tenant, runId, after, MAX_PAGE_SIZE)
  const known = await findListings(app.db, tenant, channel.id, [...new Set(found.ids)])
  return { ids: [...known.keys()], place: `0#${after ?? ''}`, after: found.after }
}

const PATIENCE_MS = 60_000

/** What changed before a publish was begun is to be among what it pushes; whether there is more of that. */
const followSome = async ({ app, tenant, run }: LaneWork<PushPlace>): Promise<boolean> => {
  const until = app.clock().getTime() + PATIENCE_MS
  await followTenant(app, tenant, () => app.clock().getTime() < until)
  const [oldest] = await listChanges(app.db, tenant, 1)
  return oldest !== undefined && getIdTime(oldest.id).toISOString() <= run.startedAt
}

const groupByLane = async (db: App['db'], tenant: Id, ids: readonly Id[]): Promise<ReadonlyMap<number, Id[]>> => {
  const variants = await findVariants(db, tenant, ids)
  return Map.groupBy(ids, (id) => chooseLane(variants.get(id)?.product.id))
}

const begin: PushPlace = { stage: 'plan', state: 0, after: null }

/** Plans one page of a push: parts of variants for each lane. With the last one the lanes begin. */
export const planPart = async (work: LaneWork<PushPlace>, plan: Plan): Promise<void> => {
  const { app, tenant, run, settle } = work
  const at = work.place ?? (run.retryOf ? begin : { stage: 'follow' })
  if (at.stage === 'follow') {
    const place = (await followSome(work)) ? at : begin
    return await settle(async () => ({ place }))
  }
  if (at.stage !== 'plan') throw new Error('the push is planned already')
  const { ids, place, after } = run.retryOf
    ? await pageOfFailed(work, run.retryOf, at.after)
    : await pageOfState(work, plan, at)
  const lanes = await groupByLane(app.db, tenant, ids)
  const seen = ids.length
  await settle(async (unit) => {
    for (const [lane, own] of lanes)
      for (let start = 0; start < own.length; start += MAX_AT_ONCE) {
        const some = own.slice(start, start + MAX_AT_ONCE)
        unit.add(putPart(tenant, run.id, lane, `${place}#${String(start).padStart(3, '0')}`, some, unit.now))
      }
    if (after !== null) return { place: { ...at, after }, seen }
    if (!run.retryOf && at.state + 1 < plan.states.length)
      return { place: { ...at, state: at.state + 1, after: null }, seen }
    const push: PushPlace = { stage: 'push' }
    return { place: push, seen, opens: Array.from({ length: PUSH_LANES - 1 }, () => push) }
  })
}

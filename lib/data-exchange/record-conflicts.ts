import type { Conflict as Found } from '../catalog/compare-content.ts'
import type { Id } from '../platform/id.ts'
import { newIdInShardWith } from '../platform/store/entities/new-id-in-shard.ts'
import { scanOldestFirst } from '../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { buildOpenKey, conflicts, type StoredConflict } from './conflict-store.ts'

const MAX_CONFLICTS_PER_VARIANT = 10_000

const openConflicts = async (db: Table, tenant: Id, target: string, variantId: Id): Promise<StoredConflict[]> =>
  (
    await scanOldestFirst(db, conflicts, tenant, {
      by: { openAt: buildOpenKey(target, variantId) },
      limit: MAX_CONFLICTS_PER_VARIANT,
    })
  ).items

/** Whether the ledger has anything open of the variant at the target. */
export const isInConflict = async (db: Table, tenant: Id, target: string, variantId: Id): Promise<boolean> =>
  (await scanOldestFirst(db, conflicts, tenant, { by: { openAt: buildOpenKey(target, variantId) }, limit: 1 })).items
    .length > 0

/** Variants of the oldest conflicts that are open at a target. */
export const listVariantsInConflict = async (db: Table, tenant: Id, target: string, limit: number): Promise<Id[]> => {
  const { items } = await scanOldestFirst(db, conflicts, tenant, { by: { target }, facets: { status: 'open' }, limit })
  return [...new Set(items.map(({ variantId }) => variantId))]
}

/** Actions that most callers add: a change of the listing and a check of its channel. */
const ACTIONS_LEFT_TO_CALLER = 4

const isAsFound = (before: StoredConflict, { base, mine, theirs }: Found) =>
  before.base === base && before.mine === mine && before.theirs === theirs

/**
 * Brings the ledger to what was found of a variant just now: what is new is opened, what is as it was stays, what has other
 * values says so, and what is no conflict any more is resolved. Detecting again adds nothing. Does as much of it as fits
 * into the unit, beside what is left to the caller; false where something is left to be done in another.
 */
export const recordConflicts = async (
  db: Table,
  unit: Unit,
  target: string,
  variantId: Id,
  found: readonly Found[],
  reserve = ACTIONS_LEFT_TO_CALLER,
): Promise<boolean> => {
  const standing = new Map((await openConflicts(db, unit.tenant, target, variantId)).map((each) => [each.field, each]))
  const wanted = new Set(found.map(({ field }) => field))
  for (const [field, before] of standing) {
    if (wanted.has(field)) continue
    const resolved = { status: 'resolved', resolvedAt: unit.now.toISOString(), openAt: null } as const
    if (!unit.attempt(() => unit.update(conflicts, before, resolved), reserve)) return false
  }
  let first: Id | undefined
  for (const each of found) {
    const before = standing.get(each.field)
    if (before && isAsFound(before, each)) continue
    const { field, ...values } = each
    first ??= unit.newId()
    const id = newIdInShardWith(first, unit.now)
    const opened = { target, variantId, openAt: buildOpenKey(target, variantId), detectedAt: unit.now.toISOString() }
    const isRecorded = unit.attempt(
      () =>
        before
          ? unit.update(conflicts, before, values)
          : unit.create(conflicts, { id, ...opened, field, ...values, status: 'open', resolvedAt: null }, 'stale'),
      reserve,
    )
    if (!isRecorded) return false
  }
  return true
}

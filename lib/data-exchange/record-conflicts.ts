import type { Conflict as Found } from '../catalog/compare.ts'
import type { Id } from '../platform/id.ts'
import { newIdInShardWith } from '../platform/store/entities/sharded-id.ts'
import { scanOldestFirst } from '../platform/store/lists/scan-list.ts'
import { MAX_ACTIONS, type Table } from '../platform/store/table/table.ts'
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

/** As many actions as one conflict can need. */
const MAX_ACTIONS_PER_CONFLICT = 16
const LEFT_TO_CALLER = 4

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
  left: number = LEFT_TO_CALLER,
): Promise<boolean> => {
  const hasRoom = () => unit.size + MAX_ACTIONS_PER_CONFLICT + left <= MAX_ACTIONS
  const standing = new Map((await openConflicts(db, unit.tenant, target, variantId)).map((each) => [each.field, each]))
  const wanted = new Set(found.map(({ field }) => field))
  for (const [field, before] of standing) {
    if (wanted.has(field)) continue
    if (!hasRoom()) return false
    unit.update(conflicts, before, { status: 'resolved', resolvedAt: unit.now.toISOString(), openAt: null })
  }
  let first: Id | undefined
  for (const each of found) {
    const before = standing.get(each.field)
    if (before && isAsFound(before, each)) continue
    if (!hasRoom()) return false
    const { field, ...values } = each
    if (before) unit.update(conflicts, before, values)
    else {
      first ??= unit.newId()
      const opened = { target, variantId, openAt: buildOpenKey(target, variantId), detectedAt: unit.now.toISOString() }
      const id = newIdInShardWith(first, unit.now)
      unit.create(conflicts, { id, ...opened, field, ...values, status: 'open', resolvedAt: null }, 'stale')
    }
  }
  return true
}

import type { Conflict as Found } from '../catalog/compare-content.ts'
import type { Id } from '../platform/id.ts'
import { scanOldestFirst } from '../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { buildOpenKey, conflicts, type StoredConflict } from './conflict-store.ts'

const MAX_CONFLICTS_PER_VARIANT = 10_000

const listOpenConflicts = async (db: Table, tenant: Id, target: string, variantId: Id): Promise<StoredConflict[]> =>
  (
    await scanOldestFirst(db, conflicts, tenant, {
      by: { openAt: buildOpenKey(target, variantId) },
      limit: MAX_CONFLICTS_PER_VARIANT,
    })
  ).items

/** Returns whether the variant has an open conflict at the target. */
export const isInConflict = async (db: Table, tenant: Id, target: string, variantId: Id): Promise<boolean> =>
  (await scanOldestFirst(db, conflicts, tenant, { by: { openAt: buildOpenKey(target, variantId) }, limit: 1 })).items
    .length > 0

/** Lists the variants of the oldest open conflicts at a target. */
export const listVariantsInConflict = async (db: Table, tenant: Id, target: string, limit: number): Promise<Id[]> => {
  const { items } = await scanOldestFirst(db, conflicts, tenant, { by: { target }, facets: { status: 'open' }, limit })
  return [...new Set(items.map(({ variantId }) => variantId))]
}

/** Actions that most callers add afterwards: a change of the listing and a check of its channel. */
const CALLER_ACTIONS = 4

const isAsFound = (before: StoredConflict, { base, mine, theirs }: Found) =>
  before.base === base && before.mine === mine && before.theirs === theirs

/**
 * Records the conflicts just found for a variant: opens new ones, updates those with other values and resolves those that no
 * longer exist. Idempotent. Writes as many as fit the unit beside the actions reserved for the caller, and returns false if
 * some remain for another unit.
 */
export const recordConflicts = async (
  db: Table,
  unit: Unit,
  target: string,
  variantId: Id,
  found: readonly Found[],
  reserve = CALLER_ACTIONS,
): Promise<boolean> => {
  const open = new Map((await listOpenConflicts(db, unit.tenant, target, variantId)).map((each) => [each.field, each]))
  const foundFields = new Set(found.map(({ field }) => field))
  for (const [field, before] of open) {
    if (foundFields.has(field)) continue
    const resolved = { status: 'resolved', resolvedAt: unit.now.toISOString(), openAt: null } as const
    if (!unit.attempt(() => unit.update(conflicts, before, resolved), reserve)) return false
  }
  for (const each of found) {
    const before = open.get(each.field)
    if (before && isAsFound(before, each)) continue
    const { field, ...values } = each
    const opened = { target, variantId, openAt: buildOpenKey(target, variantId), detectedAt: unit.now.toISOString() }
    const isRecorded = unit.attempt(
      () =>
        before
          ? unit.update(conflicts, before, values)
          : unit.create(conflicts, { ...opened, field, ...values, status: 'open', resolvedAt: null }, 'stale'),
      reserve,
    )
    if (!isRecorded) return false
  }
  return true
}

import type { Conflict as Found } from '../catalog/compare.ts'
import type { Id } from '../platform/id.ts'
import { scanOldestFirst } from '../platform/store/scan-list.ts'
import { newIdInShardWith } from '../platform/store/sharded-id.ts'
import { MAX_ACTIONS, type Table } from '../platform/store/table.ts'
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

/** Upper bound of transaction actions for one conflict. */
const MAX_ACTIONS_PER_CONFLICT = 16
const MAX_CALLER_ACTIONS = 4

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
  reserved: number = MAX_CALLER_ACTIONS,
): Promise<boolean> => {
  const hasRoom = () => unit.size + MAX_ACTIONS_PER_CONFLICT + reserved <= MAX_ACTIONS
  const open = new Map((await listOpenConflicts(db, unit.tenant, target, variantId)).map((each) => [each.field, each]))
  const foundFields = new Set(found.map(({ field }) => field))
  for (const [field, before] of open) {
    if (foundFields.has(field)) continue
    if (!hasRoom()) return false
    unit.update(conflicts, before, { status: 'resolved', resolvedAt: unit.now.toISOString(), openAt: null })
  }
  let first: Id | undefined
  for (const each of found) {
    const before = open.get(each.field)
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

import { createHash } from 'node:crypto'
import type { Conflict } from '../../schemas/conflict.ts'
import type { Conflict as Found } from '../catalog/compare.ts'
import type { Id } from '../id.ts'
import { entity, type Stored } from '../store/entity.ts'
import { firstOf } from '../store/first-of.ts'
import { list, type Page } from '../store/list.ts'
import type { Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'

// Conflicts:  T#<tenant>#conflict / <id>   listed newest first by any of target and status; one open for each field of a
//                                          variant at a target

export interface StoredConflict extends Omit<Conflict, keyof Stored | 'detectedAt'>, Stored {
  detectedAt: string
  /** Where it is open: the target and the variant; null once it is resolved. */
  openAt: string | null
}

const openAt = (target: string, variantId: Id) => `${target}#${variantId}`

export const conflicts = entity<StoredConflict>({
  name: 'conflict',
  shape: 1,
  lists: [
    { facets: ['status'] },
    { by: ['target'], facets: ['status'] },
    { by: ['openAt'], facets: [], uncounted: true },
  ],
  unique: ({ openAt: place, field }) => ({
    open:
      place &&
      createHash('sha256')
        .update(JSON.stringify([place, field]))
        .digest('hex'),
  }),
})

interface Filters {
  target?: string | undefined
  status?: StoredConflict['status'] | undefined
}

export const pageOfConflicts = (db: Table, tenant: Id, page: Page, { target, status }: Filters) =>
  list(db, conflicts, tenant, { ...page, facets: { status }, ...(target && { by: { target } }) })

const MOST_OF_A_VARIANT = 1000

export const openConflicts = async (db: Table, tenant: Id, target: string, variantId: Id): Promise<StoredConflict[]> =>
  (await firstOf(db, conflicts, tenant, { by: { openAt: openAt(target, variantId) }, limit: MOST_OF_A_VARIANT })).items

const resolved = (unit: Unit, conflict: StoredConflict): void => {
  unit.update(conflicts, conflict, { status: 'resolved', resolvedAt: unit.now.toISOString(), openAt: null })
}

/**
 * Brings the ledger to what was found of a variant just now: what is new is opened, what is as it was stays, what has other
 * values says so, and what is no conflict any more is resolved. Detecting again adds nothing.
 */
export const recordConflicts = async (
  db: Table,
  unit: Unit,
  target: string,
  variantId: Id,
  found: readonly Found[],
): Promise<void> => {
  const standing = new Map((await openConflicts(db, unit.tenant, target, variantId)).map((each) => [each.field, each]))
  for (const { field, base, mine, theirs } of found) {
    const before = standing.get(field)
    standing.delete(field)
    if (!before)
      unit.create(
        conflicts,
        {
          target,
          variantId,
          field,
          base,
          mine,
          theirs,
          status: 'open',
          detectedAt: unit.now.toISOString(),
          resolvedAt: null,
          openAt: openAt(target, variantId),
        },
        'stale',
      )
    else if (before.base !== base || before.mine !== mine || before.theirs !== theirs)
      unit.update(conflicts, before, { base, mine, theirs })
  }
  for (const gone of standing.values()) resolved(unit, gone)
}

import { isDeepStrictEqual } from 'node:util'
import { buildTaskItem } from '../events/outbox/task.ts'
import type { Id } from '../id.ts'
import type { Entity, Stored } from './entities/entity.ts'
import { deriveOutline } from './entities/outline.ts'
import type { Transaction } from './transaction.ts'

/** One in this many outlines has those that wait packed, which keeps a search at about as many of them. */
const OUTLINES_PER_PACKING = 64

/** Chooses by the random end of the id, and differently for each revision, so that no state is needed to count outlines. */
const startsPacking = ({ id, rev }: Stored): boolean => {
  const chance = Number.parseInt(id.slice(-2), 36) + rev
  return chance % OUTLINES_PER_PACKING === 0
}

/** Adds the outline of a resource, if a search would see a difference. */
export const addOutline = <T extends Stored>(
  transaction: Pick<Transaction, 'add'>,
  kind: Entity<T>,
  tenant: Id,
  before: T | undefined,
  after: T | undefined,
): void => {
  if (!kind.outline) return
  if (!after) throw new Error(`a ${kind.name} has an outline and is never removed`)
  const put = deriveOutline(kind, tenant, after)
  if (!put || (before && isDeepStrictEqual(deriveOutline(kind, tenant, before)?.values, put.values))) return
  transaction.add({ put })
  const name = 'partOf' in kind.outline ? kind.outline.partOf : kind.name
  if (startsPacking(after))
    transaction.add({ put: buildTaskItem(new Date(after.updatedAt), 'store.outlines.pack', { tenant, kind: name }) })
}

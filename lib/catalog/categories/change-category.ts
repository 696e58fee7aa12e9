import {
  type CategoryState,
  type CreateCategoryInput,
  MAX_CATEGORY_DEPTH,
  type UpdateCategoryInput,
} from '../../../schemas/catalog/category.ts'
import type { Id } from '../../platform/id.ts'
import { type Moves, move } from '../../platform/moves.ts'
import { invalid, orInvalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { categories, findCategory, type StoredCategory } from './category-store.ts'
import { findLevelsBelow } from './find-levels-below.ts'
import { readPathUp } from './present-categories.ts'

export const CATEGORY_MOVES = {
  archive: { from: ['active'], to: 'archived' },
  restore: { from: ['archived'], to: 'active' },
} as const satisfies Moves<CategoryState, string>

const invalidParent = (message: string) => invalid({ propertyPath: 'parentId', message })

/**
 * Commits only if the parent can have a category with so many levels, and stays where it is: two moves at once could otherwise
 * put each of two categories under the other.
 */
const requireParent = async (
  db: Table,
  unit: Unit,
  parentId: Id,
  { moved, levels }: { moved?: Id; levels: number },
): Promise<void> => {
  const parent = orInvalid(await findCategory(db, unit.tenant, parentId), 'parentId', 'category')
  const path = await readPathUp(db, unit.tenant, parent)
  if (path.some(({ id }) => id === moved))
    throw new Problem('OPERATION_NOT_ALLOWED', 'A category cannot be under itself or a category below it.')
  if (parent.status !== 'active') throw invalidParent('must be a category that is active')
  if (path.length + levels > MAX_CATEGORY_DEPTH)
    throw invalidParent(`must leave at most ${MAX_CATEGORY_DEPTH} categories from the root to each leaf`)
  for (const each of path) unit.require(categories, each)
}

export const addCategory = async (db: Table, unit: Unit, given: CreateCategoryInput): Promise<StoredCategory> => {
  const { parentId = null, position = 0, ...rest } = given
  if (parentId !== null) await requireParent(db, unit, parentId, { levels: 1 })
  return unit.create(categories, { ...rest, position, parentId, status: 'active' })
}

/** Changes a category; with another parent, it moves there with all that is below it. */
export const changeCategory = async (
  db: Table,
  unit: Unit,
  id: string,
  given: UpdateCategoryInput,
): Promise<StoredCategory> => {
  const before = await unit.load(categories, id)
  const { parentId } = given
  if (parentId && parentId !== before.parentId) {
    const { length: levels } = await findLevelsBelow(db, unit.tenant, before.id)
    await requireParent(db, unit, parentId, { moved: before.id, levels })
  }
  return unit.update(categories, before, given)
}

export const moveCategory = async (
  unit: Unit,
  id: string,
  action: keyof typeof CATEGORY_MOVES,
): Promise<StoredCategory> => {
  const before = await unit.load(categories, id)
  return unit.update(categories, before, { status: move(CATEGORY_MOVES, 'category', before.status, action) })
}

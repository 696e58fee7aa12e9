import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { categories, findCategories } from './category-store.ts'

/**
 * Commits only if each category that a product gets is active until then, so that none is removed meanwhile. Those that it has
 * already may be archived.
 */
export const requireCategories = async (
  db: Table,
  unit: Unit,
  given: readonly Id[] | undefined,
  before: readonly Id[] = [],
): Promise<void> => {
  const fresh = (given ?? []).filter((id) => !before.includes(id))
  const found = await findCategories(db, unit.tenant, fresh)
  const active = new Map(found.flatMap((each) => (each.status === 'active' ? [[each.id, each] as const] : [])))
  const violations = (given ?? []).flatMap((id, i) =>
    before.includes(id) || active.has(id)
      ? []
      : [{ propertyPath: `categoryIds[${i}]`, message: 'must be the id of an active category' }],
  )
  if (violations.length) throw invalid(...violations)
  for (const each of active.values()) unit.require(categories, each)
}

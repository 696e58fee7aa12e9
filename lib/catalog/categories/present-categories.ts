import type { Category } from '../../../schemas/catalog/category.ts'
import type { Id } from '../../platform/id.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findCategories, type StoredCategory } from './category-store.ts'

type Presented = StoredCategory & Pick<Category, 'path'>

/** Reads the categories above some, level by level, by id. */
const findAbove = async (db: Table, tenant: Id, from: readonly StoredCategory[]): Promise<Map<Id, StoredCategory>> => {
  const above = new Map<Id, StoredCategory>()
  for (let level = from; level.length; ) {
    const ids = level.flatMap(({ parentId }) => (parentId && !above.has(parentId) ? [parentId] : []))
    level = await findCategories(db, tenant, ids)
    for (const each of level) above.set(each.id, each)
  }
  return above
}

/** Returns the categories above one, its parent first. */
const listAbove = (above: ReadonlyMap<Id, StoredCategory>, { parentId }: StoredCategory): StoredCategory[] => {
  const found: StoredCategory[] = []
  for (let id = parentId; id !== null; ) {
    const next = above.get(id)
    if (!next || found.includes(next)) break
    found.push(next)
    id = next.parentId
  }
  return found
}

/** Adds the path to categories. */
const withPaths = async (db: Table, tenant: Id, found: readonly StoredCategory[]): Promise<Presented[]> => {
  const above = await findAbove(db, tenant, found)
  return found.map((category) => {
    const path = listAbove(above, category).reverse()
    return { ...category, path: path.map(({ id, name }) => ({ id, name })) }
  })
}

export const presentCategory = async (db: Table, tenant: Id, category: StoredCategory): Promise<Presented> =>
  (await withPaths(db, tenant, [category]))[0] as Presented

export const presentCategories = async (
  db: Table,
  tenant: Id,
  { items, totalItems }: Members<StoredCategory>,
): Promise<Members<Presented>> => ({ items: await withPaths(db, tenant, items), totalItems })

/** Reads the categories above and including one, it first. */
export const readPathUp = async (db: Table, tenant: Id, category: StoredCategory): Promise<StoredCategory[]> => [
  category,
  ...listAbove(await findAbove(db, tenant, [category]), category),
]

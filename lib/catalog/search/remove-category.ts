import { Problem } from '../../platform/problem.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { has } from '../../platform/store/outlines/column-test.ts'
import { findIdsByOutlines } from '../../platform/store/outlines/search-outlines.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { categories, listCategories } from '../categories/category-store.ts'
import { shortenCategoryId } from '../outlines/product-outline.ts'
import { products } from '../product-store.ts'

const MAX_NAMED = 3

/**
 * Removes a category that nothing refers to. It must be archived, because nothing can refer to it anew then: what is not found
 * cannot come while it is removed.
 */
export const removeCategory = async (db: Table, unit: Unit, id: string): Promise<void> => {
  const category = await unit.load(categories, id)
  const refuse = (why: string) => new Problem('OPERATION_NOT_ALLOWED', why)
  if (category.status !== 'archived') throw refuse('The category is active. To delete it, it must be archived.')
  const first = { page: 1, itemsPerPage: MAX_NAMED }
  const below = await listCategories(db, unit.tenant, first, { parentId: category.id })
  if (below.totalItems)
    throw refuse(
      `Categories are below it: ${below.items.map(({ code }) => code).join(', ')}. Move or delete them first.`,
    )
  const ids = await findIdsByOutlines(db, products, unit.tenant, { categories: has(shortenCategoryId(category.id)) })
  const named = await findAll(db, products, unit.tenant, ids.slice(0, MAX_NAMED))
  if (ids.length)
    throw refuse(
      `Products have it, ${ids.length} in all: ${named.map(({ name }) => name).join(', ')}. Take them out first.`,
    )
  unit.remove(categories, category)
}

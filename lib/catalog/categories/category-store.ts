import type { Category, CategoryState } from '../../../schemas/catalog/category.ts'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, partition, type Stored } from '../../platform/store/entities/entity.ts'
import { find, findAll, findOwnersOfValues, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'

// Categories:  T#<tenant>#category / <id>   listed newest first, by status, of a parent or all, searched by the beginning of any
//                                           word of the name; unique by the code in lower case

export interface StoredCategory extends Omit<Category, keyof Stored | 'path'>, Stored {}

export const categories = entity<StoredCategory>({
  name: 'category',
  shape: 1,
  audit: {},
  lists: [{ facets: ['status'] }, { by: ['parentId'], facets: ['status'] }],
  search: ({ name }) => name,
  unique: ({ code }) => ({ code: foldCode(code) }),
})

const foldCode = (code: string) => code.toLowerCase()

export const findCategory = (db: Table, tenant: Id, id: string) => find(db, categories, tenant, id)

export const findCategories = (db: Table, tenant: Id, ids: readonly Id[]) =>
  findAll(db, categories, tenant, [...new Set(ids)])

interface CategoryFilters {
  parentId?: Id | undefined
  status?: CategoryState | undefined
  search?: string | undefined
}

export const listCategories = (db: Table, tenant: Id, page: Page, { parentId, status, search }: CategoryFilters) =>
  list(db, categories, tenant, { ...page, search, facets: { status }, ...(parentId && { by: { parentId } }) })

/** Finds the ids of categories by code, whatever its case, leaving out codes that no category has. */
export const findCategoryIds = async (db: Table, tenant: Id, codes: readonly string[]): Promise<Map<string, Id>> => {
  const owners = await findOwnersOfValues(db, categories, tenant, 'code', [...new Set(codes.map(foldCode))])
  return new Map(
    codes.flatMap((code) => {
      const id = owners.get(foldCode(code))
      return id ? [[code, id] as const] : []
    }),
  )
}

/** Reads all categories of a tenant, by parent; the roots are at null. */
export const readTree = async (db: Table, tenant: Id): Promise<Map<Id | null, StoredCategory[]>> => {
  const items = await db.query({ pk: partition(tenant, categories.name) })
  return Map.groupBy(items.map(fromItem<StoredCategory>), ({ parentId }) => parentId)
}

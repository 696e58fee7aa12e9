import type { CreateProductInput, Product, UpdateProductInput } from '../../schemas/catalog/product.ts'
import type { Id } from '../platform/id.ts'
import { invalid } from '../platform/problem.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, list, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { recordContentChange } from './content-changes.ts'
import { findSizeViolations } from './find-size-violations.ts'

// Products:  T#<tenant>#product / <id>   listed newest first, searched by the beginning of any word of the name

export interface StoredProduct extends Omit<Product, keyof Stored>, Stored {
  /** The product of a shop from which an import created this one. */
  origin?: { channelId: Id; externalProductId: string }
}

export const products = entity<StoredProduct>({
  name: 'product',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [{ facets: [], depth: true }],
  search: ({ name }) => name,
})

export const findProduct = (db: Table, tenant: Id, id: string) => find(db, products, tenant, id)

export const listProducts = (db: Table, tenant: Id, page: Page, search?: string) =>
  list(db, products, tenant, { ...page, search })

const checkSize = (...sizes: Parameters<typeof findSizeViolations>): void => {
  const violations = findSizeViolations(...sizes)
  if (violations.length) throw invalid(...violations)
}

/** Adds a product, with an id of its own unless one is given. */
export const addProduct = (unit: Unit, given: CreateProductInput, id = unit.newId()): StoredProduct => {
  checkSize(given, given)
  return unit.create(products, { id, description: null, brand: null, attributes: {}, ...given })
}

export const changeProduct = async (unit: Unit, id: string, given: UpdateProductInput): Promise<StoredProduct> => {
  const before = await unit.load(products, id)
  checkSize(given, { ...before, ...given }, before)
  const product = unit.update(products, before, given)
  recordContentChange(unit, 'product', product.id)
  return product
}

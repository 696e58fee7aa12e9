import type { CreateProductInput, Product, ProductState, UpdateProductInput } from '../../schemas/catalog/product.ts'
import type { Id } from '../platform/id.ts'
import { cleanTags } from '../platform/identifiers/clean-tags.ts'
import { type Moves, move } from '../platform/moves.ts'
import { invalid } from '../platform/problem.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, list, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { recordContentChange } from './content-changes.ts'
import { findSizeViolations } from './find-size-violations.ts'
import { PRODUCT_COLUMNS, readProductOutline } from './outlines/product-outline.ts'

// Products:  T#<tenant>#product / <id>   listed newest first, by status, searched by its outline

export interface StoredProduct extends Omit<Product, keyof Stored>, Stored {
  /** The product of a shop from which an import created this one. */
  origin?: { channelId: Id; externalProductId: string }
}

export const products = entity<StoredProduct>({
  name: 'product',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [{ facets: ['status'], depth: true }],
  outline: { columns: PRODUCT_COLUMNS, read: readProductOutline },
})

export const PRODUCT_MOVES = {
  activate: { from: ['draft'], to: 'active' },
  archive: { from: ['draft', 'active'], to: 'archived' },
  restore: { from: ['archived'], to: 'active' },
} as const satisfies Moves<ProductState, string>

export const findProduct = (db: Table, tenant: Id, id: string) => find(db, products, tenant, id)

export const listProducts = (db: Table, tenant: Id, page: Page, status?: ProductState) =>
  list(db, products, tenant, { ...page, facets: { status } })

const checkSize = (...sizes: Parameters<typeof findSizeViolations>): void => {
  const violations = findSizeViolations(...sizes)
  if (violations.length) throw invalid(...violations)
}

/** Adds a product, with an id of its own unless one is given. */
export const addProduct = (unit: Unit, given: CreateProductInput, id = unit.newId()): StoredProduct => {
  checkSize(given, given)
  const { tags = [], status = 'active', ...rest } = given
  const filled = { description: null, brand: null, categoryIds: [], attributes: {}, ...rest }
  return unit.create(products, { id, status, ...filled, tags: cleanTags(tags) })
}

export const changeProduct = async (
  unit: Unit,
  id: string,
  given: UpdateProductInput,
  requireOthers: (before: StoredProduct) => Promise<void> = async () => {},
): Promise<StoredProduct> => {
  const before = await unit.load(products, id)
  await requireOthers(before)
  checkSize(given, { ...before, ...given }, before)
  const { tags, ...rest } = given
  const product = unit.update(products, before, { ...rest, ...(tags && { tags: cleanTags(tags) }) })
  recordContentChange(unit, 'product', product.id)
  return product
}

/** Changes the state of a product, and with it which channels show its variants. */
export const moveProduct = async (
  unit: Unit,
  id: string,
  action: keyof typeof PRODUCT_MOVES,
): Promise<StoredProduct> => {
  const before = await unit.load(products, id)
  const product = unit.update(products, before, { status: move(PRODUCT_MOVES, 'product', before.status, action) })
  recordContentChange(unit, 'product', product.id)
  return product
}

import type { CreateVariantInput, UpdateVariantInput, Variant } from '../../schemas/product.ts'
import type { Id } from '../id.ts'
import { invalid } from '../problem.ts'
import { entity, type Stored } from '../store/entity.ts'
import { find, list, type Page } from '../store/list.ts'
import type { Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'
import { findProduct } from './product-store.ts'
import { checkVariant } from './variant.ts'

// Variants:  T#<tenant>#variant / <id>   listed newest first, of a product or all, found by the beginning of any word of the
//                                        name or the sku; one for each sku

export type StoredVariant = Omit<Variant, keyof Stored> & Stored

export const variants = entity<StoredVariant>({
  name: 'variant',
  shape: 1,
  lists: [{ facets: [] }, { by: ['productId'], facets: [] }],
  search: ({ name, sku }) => `${sku} ${name}`,
  unique: ({ sku }) => ({ sku }),
})

export const findVariant = (db: Table, tenant: Id, id: string) => find(db, variants, tenant, id)

interface VariantFilters {
  productId?: Id | undefined
  search?: string | undefined
}

export const pageOfVariants = (db: Table, tenant: Id, page: Page, { productId, search }: VariantFilters) =>
  list(db, variants, tenant, { ...page, search, ...(productId && { by: { productId } }) })

/** Each member of each there, as answers show them. */
const filled = (localizations: Variant['localizations']): Variant['localizations'] =>
  Object.fromEntries(
    Object.entries(localizations).map(([locale, { name = null, description = null }]) => [
      locale,
      { name, description },
    ]),
  )

export const addVariant = async (db: Table, unit: Unit, given: CreateVariantInput): Promise<StoredVariant> => {
  checkVariant(given)
  if (!(await findProduct(db, unit.tenant, given.productId)))
    throw invalid({ propertyPath: 'productId', message: 'there is no such product' })
  const { localizations = {}, sku, ...rest } = given
  return unit.create(variants, {
    attributes: {},
    prices: [],
    ...rest,
    sku: sku.trim(),
    localizations: filled(localizations),
  })
}

export const changeVariant = async (unit: Unit, id: string, given: UpdateVariantInput): Promise<StoredVariant> => {
  checkVariant(given)
  const { sku, localizations, ...rest } = given
  return unit.update(variants, await unit.load(variants, id), {
    ...rest,
    ...(sku && { sku: sku.trim() }),
    ...(localizations && { localizations: filled(localizations) }),
  })
}

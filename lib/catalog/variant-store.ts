import type { CreateVariantInput, UpdateVariantInput, Variant } from '../../schemas/catalog/product.ts'
import type { Id } from '../platform/id.ts'
import { cleanText } from '../platform/identifiers/clean-text.ts'
import { foldSku } from '../platform/identifiers/sku.ts'
import { orInvalid } from '../platform/problem.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, list, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import type { Content } from './content.ts'
import { recordContentChange } from './content-changes.ts'
import { cleanGoods, NO_GOODS } from './goods/goods.ts'
import { readVariantOutline, VARIANT_COLUMNS } from './outlines/variant-outline.ts'
import { findProduct } from './product-store.ts'
import { checkVariant, fillLocalizations } from './variant.ts'

// Variants:  T#<tenant>#variant / <id>   listed newest first, of a product or all, searched by its outline; unique by sku

export interface StoredVariant extends Omit<Variant, keyof Stored | 'localizations'>, Stored {
  localizations: Content['localizations']
}

export const variants = entity<StoredVariant>({
  name: 'variant',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [
    { facets: [], depth: true },
    { by: ['productId'], facets: [] },
  ],
  outline: { columns: VARIANT_COLUMNS, read: readVariantOutline },
  unique: ({ sku }) => ({ sku: foldSku(sku) }),
})

export const findVariant = (db: Table, tenant: Id, id: string) => find(db, variants, tenant, id)

export const listVariants = (db: Table, tenant: Id, page: Page, productId?: Id) =>
  list(db, variants, tenant, { ...page, ...(productId && { by: { productId } }) })

export const addVariant = async (db: Table, unit: Unit, given: CreateVariantInput): Promise<StoredVariant> => {
  checkVariant(given)
  orInvalid(await findProduct(db, unit.tenant, given.productId), 'productId', 'product')
  return createVariant(unit, given)
}

/** Creates a variant of a product that exists or is created in the same unit. */
export const createVariant = (unit: Unit, given: CreateVariantInput): StoredVariant => {
  checkVariant(given)
  const { localizations = {}, sku, prices = [], ...rest } = given
  const variant = unit.create(variants, {
    ...NO_GOODS,
    attributes: {},
    ...cleanGoods(rest),
    prices: keepTaxes(prices, []),
    sku: cleanText(sku),
    localizations: fillLocalizations(localizations),
  })
  recordContentChange(unit, 'variant', variant.id)
  return variant
}

type Prices = StoredVariant['prices']

/** Returns prices that say whether they contain tax as they did before, unless they say so themselves. */
const keepTaxes = (given: Prices, before: Prices): Prices =>
  given.map(({ includesTax, ...price }) => {
    const known = includesTax ?? before.find(({ currency }) => currency === price.currency)?.includesTax
    return known == null ? price : { ...price, includesTax: known }
  })

export const changeVariant = async (unit: Unit, id: string, given: UpdateVariantInput): Promise<StoredVariant> => {
  const before = await unit.load(variants, id)
  checkVariant(given, before)
  const { sku, localizations, prices, ...rest } = given
  const variant = unit.update(variants, before, {
    ...cleanGoods(rest),
    ...(prices && { prices: keepTaxes(prices, before.prices) }),
    ...(sku && { sku: cleanText(sku) }),
    ...(localizations && { localizations: fillLocalizations(localizations) }),
  })
  recordContentChange(unit, 'variant', variant.id)
  return variant
}

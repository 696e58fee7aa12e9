import type { CreateProductInput, CreateVariantInput } from '../../schemas/catalog/product.ts'
import type { Id } from '../platform/id.ts'
import { splitSearchWords } from '../platform/store/entities/entity.ts'
import { findAll, findOwnersOfValues } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { assortmentVariants } from './assortment-store.ts'
import { products, type StoredProduct } from './product-store.ts'
import { fillLocalizations } from './variant.ts'
import { type StoredVariant, variants } from './variant-store.ts'

/** Variants with these SKUs, by SKU. */
export const findBySku = async (
  db: Table,
  tenant: Id,
  skus: readonly string[],
): Promise<ReadonlyMap<string, StoredVariant>> => {
  const owners = await findOwnersOfValues(db, variants, tenant, 'sku', skus)
  return new Map((await findAll(db, variants, tenant, [...owners.values()])).map((variant) => [variant.sku, variant]))
}

const MAX_WORDS = 12
const countWords = (text: string) => Math.min(MAX_WORDS, splitSearchWords(text).length)

/** As many actions as a product can need, but for the counts of all products. */
export const countProductActions = (name: string) => 1 + countWords(name)

export const takeProduct = (unit: Unit, id: Id, given: Required<Omit<CreateProductInput, 'attributes'>>) =>
  unit.create(products, { id, attributes: {}, ...given }) satisfies StoredProduct

/** The same of a variant, but for the counts of all variants. */
export const countVariantActions = ({ sku, name }: { sku: string; name: string }) => 8 + countWords(`${sku} ${name}`)

/** A variant that others give; the work is done again where somebody takes its SKU meanwhile. */
export const takeVariant = (unit: Unit, id: Id, given: Required<CreateVariantInput>): StoredVariant =>
  unit.create(variants, { ...given, id, localizations: fillLocalizations(given.localizations) }, 'stale')

export const ACTIONS_OF_PUTTING_IN = 9

/** Puts a variant in an assortment in which it is not; that its content changed is the caller's to note down. */
export const putVariantInAssortment = (unit: Unit, id: Id, assortmentId: Id, variantId: Id): void => {
  unit.create(assortmentVariants, { id, assortmentId, variantId }, 'stale')
}

import { isDeepStrictEqual } from 'node:util'
import type { CreateVariantInput, UpdateVariantInput } from '../../../schemas/catalog/product.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { cleanGoods, type Goods, NO_GOODS } from '../goods/goods.ts'
import { findBySku } from '../import-variant.ts'
import { addVariant, changeVariant, type StoredVariant } from '../variant-store.ts'

type GivenGoods = { [name in keyof Goods]?: Goods[name] | undefined }

/** The fields of a variant that a row may have. */
export interface VariantFields extends GivenGoods {
  name?: string | undefined
  attributes?: CreateVariantInput['attributes'] | undefined
  localizations?: CreateVariantInput['localizations'] | undefined
}

/** A variant by its SKU. */
interface VariantRow extends VariantFields {
  sku: string
  productId?: Id | undefined
}

const pickGoods = (given: GivenGoods): Partial<Goods> =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => name in NO_GOODS && value !== undefined))

/** Returns what a row says of a variant beside its name. */
export const pickVariantFields = ({ attributes, localizations, ...rest }: VariantFields) => ({
  ...pickGoods(rest),
  ...(attributes && { attributes }),
  ...(localizations && { localizations }),
})

const mergeLocalizations = (
  stored: StoredVariant['localizations'],
  given: NonNullable<VariantFields['localizations']>,
): StoredVariant['localizations'] => {
  const changed = Object.entries(given).map(([locale, texts]) => {
    const empty = { name: null, description: null }
    return [locale, { ...empty, ...stored[locale], ...texts }] as const
  })
  return { ...stored, ...Object.fromEntries(changed) }
}

/** Changes what a row says otherwise, and leaves the other attributes and texts. Returns whether anything changed. */
export const mergeIntoVariant = async (
  unit: Unit,
  variant: StoredVariant,
  { name = variant.name, attributes, localizations = {}, ...rest }: VariantFields,
): Promise<boolean> => {
  const merged = {
    ...cleanGoods(pickGoods(rest)),
    name,
    attributes: { ...variant.attributes, ...attributes },
    localizations: mergeLocalizations(variant.localizations, localizations),
  }
  const changes = Object.entries(merged).filter(
    ([member, value]) => !isDeepStrictEqual(value, variant[member as keyof typeof merged]),
  )
  if (!changes.length) return false
  await changeVariant(unit, variant.id, Object.fromEntries(changes) as UpdateVariantInput)
  return true
}

/** Updates the variant that has the SKU, or adds it to an existing product. */
export const importVariantRow = async (
  db: Table,
  unit: Unit,
  { sku, productId, ...fields }: VariantRow,
): Promise<'created' | 'updated' | 'unchanged'> => {
  const variant = (await findBySku(db, unit.tenant, [sku])).get(foldSku(sku))
  if (variant) {
    if (productId !== undefined && productId !== variant.productId)
      throw invalid({ propertyPath: 'productId', message: 'must be the product of the variant, which cannot change' })
    return (await mergeIntoVariant(unit, variant, fields)) ? 'updated' : 'unchanged'
  }
  const { name } = fields
  if (name === undefined || productId === undefined)
    throw invalid(
      ...Object.entries({ name, productId }).flatMap(([propertyPath, value]) =>
        value === undefined ? [{ propertyPath, message: 'is required for a new SKU' }] : [],
      ),
    )
  await addVariant(db, unit, { productId, sku, name, ...pickVariantFields(fields) })
  return 'created'
}

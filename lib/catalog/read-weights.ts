import type { Id } from '../platform/id.ts'
import type { SkuKey } from '../platform/identifiers/sku.ts'
import type { Table } from '../platform/store/table/table.ts'
import { findBySku } from './import-variant.ts'
import type { StoredVariant } from './variant-store.ts'

const NUMBER = /^\d{1,9}(\.\d{1,3})?$/

/** Returns the weight of a variant, or what its attribute `weightGrams` or `weightKg` says; undefined if nothing does. */
export const readWeight = ({
  weightGrams: own,
  attributes,
}: Pick<StoredVariant, 'weightGrams' | 'attributes'>): number | undefined => {
  if (own !== null) return own
  const { weightGrams, weightKg } = attributes
  if (weightGrams && NUMBER.test(weightGrams)) return Math.round(Number(weightGrams))
  return weightKg && NUMBER.test(weightKg) ? Math.round(Number(weightKg) * 1000) : undefined
}

/** Reads the weights of variants in grams, by SKU; unknown SKUs and variants without a weight are absent. */
export const readWeights = async (db: Table, tenant: Id, skus: readonly string[]): Promise<Map<SkuKey, number>> => {
  const found = await findBySku(db, tenant, skus)
  return new Map(
    [...found].flatMap(([sku, variant]) => {
      const grams = readWeight(variant)
      return grams === undefined ? [] : [[sku, grams] as const]
    }),
  )
}

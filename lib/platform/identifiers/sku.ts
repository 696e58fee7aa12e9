import { foldText } from './fold-text.ts'

declare const isFolded: unique symbol

/** A SKU in the spelling by which SKUs are compared. A map with such keys refuses a SKU as it was written. */
export type SkuKey = string & { readonly [isFolded]: 'sku' }

/** Returns the key of a SKU. Most shops and spreadsheets treat SKUs that differ in case only as the same. */
export const foldSku = (sku: string): SkuKey => foldText(sku) as SkuKey

/** Tells whether two texts are the same SKU. */
export const isSameSku = (one: string | null | undefined, other: string): boolean =>
  one != null && foldSku(one) === foldSku(other)

import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
import { isChanged } from './is-changed.ts'

/** The prices of a shop. */
export interface ShopPrices {
  currency: string
  /** True if the shop's prices contain tax; null if it does not say so. */
  includesTax: boolean | null
}

/**
 * Returns the price of a variant in the shop's currency, or why it has none: a price with tax is never one without. Nothing
 * here knows the rate at which one becomes the other.
 */
export const choosePrice = (
  { content, priceTaxes = {} }: VariantToPush,
  { currency, includesTax }: ShopPrices,
): { amount: number } | string => {
  const amount = content.prices[currency]
  const isIncluded = priceTaxes[currency]
  if (includesTax !== null && isIncluded !== undefined && isIncluded !== includesTax)
    return `The variant has no price in ${currency} ${includesTax ? 'with' : 'without'} tax, as the prices of the shop are.`
  return amount === undefined ? `The variant has no price in ${currency}, the currency of the shop.` : { amount }
}

/** Explains that a price would end a sale that runs in the shop; undefined if it is above the price of the sale. */
export const explainSale = (amount: number, sale: number | undefined, currency: string): string | undefined =>
  sale === undefined || amount > sale
    ? undefined
    : `A sale runs in the shop at ${formatDecimal(sale, currency)} ${currency}, which the price would end. End the sale in the shop first.`

/** Tells whether a price has to be written: that of a new variant, and one that changed here. */
export const mustWritePrice = (variant: VariantToPush, isNew: boolean, currency: string): boolean =>
  isNew || isChanged(variant, `/prices/${currency}`)

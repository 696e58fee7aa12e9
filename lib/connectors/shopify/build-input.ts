import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { VariantToPush } from '../connector.ts'
import { choosePrice, explainSale, mustWritePrice } from '../content/choose-price.ts'
import { isChanged } from '../content/is-changed.ts'
import { readShopifyPrices, type ShopDetails, type ShopifyVariant } from './variant.ts'

const toShopPrices = ({ currencyCode: currency, taxesIncluded: includesTax }: ShopDetails) => ({
  currency,
  includesTax,
})

/** Returns the price fields to write, or why there are none. A sale that runs in the shop neither ends nor changes. */
export const buildPrice = (
  details: ShopDetails,
  variant: VariantToPush,
  existing?: ShopifyVariant,
): object | string => {
  const { currencyCode: currency } = details
  if (!mustWritePrice(variant, existing === undefined, currency)) return {}
  const chosen = choosePrice(variant, toShopPrices(details))
  if (typeof chosen === 'string') return chosen
  const price = formatDecimal(chosen.amount, currency)
  const sale = existing && readShopifyPrices(existing, currency)?.sale
  if (sale === undefined) return { price }
  return explainSale(chosen.amount, sale, currency) ?? { compareAtPrice: price }
}

export const buildInput = (details: ShopDetails, variant: VariantToPush, existing?: ShopifyVariant) => {
  const price = buildPrice(details, variant, existing)
  return {
    ...(typeof price === 'string' ? {} : price),
    ...((!existing || isChanged(variant, '/sku')) && { inventoryItem: { sku: variant.content.sku } }),
  }
}

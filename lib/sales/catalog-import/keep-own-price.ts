import type { Overrides } from '../../catalog/content.ts'
import type { VariantOfProduct } from '../../catalog/find-variants.ts'
import type { RemoteVariant } from '../../connectors/connector.ts'

/**
 * Returns the overrides with the price that the shop has, where the variant's is none of the channel's: with tax where the
 * channel has none, or of another channel of the same shop. `isShared` is true if other channels are connected to the shop.
 */
export const keepOwnPrice = (
  isShared: boolean,
  { content, includesTax = null }: RemoteVariant,
  { prices }: VariantOfProduct['variant'],
  overrides: Overrides = {},
): Overrides => {
  const own = Object.entries(content.prices ?? {}).filter(([currency, amount]) => {
    const ours = prices.find((each) => each.currency === currency)
    if (!ours || overrides.prices?.[currency] !== undefined) return false
    const isOtherKind = includesTax !== null && ours.includesTax != null && ours.includesTax !== includesTax
    return isOtherKind || (isShared && ours.amount !== amount)
  })
  return own.length ? { ...overrides, prices: { ...overrides.prices, ...Object.fromEntries(own) } } : overrides
}

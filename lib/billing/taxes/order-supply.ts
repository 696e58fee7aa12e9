import type { LineSupply } from '../../../schemas/billing/tax-fields.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'

type ShippedOrder = Pick<StoredOrder, 'shippingAddress'>

/** Reads where the goods of an order go, which decides on their tax; null if the order does not say a country. */
const readOrderSupply = ({ shippingAddress }: ShippedOrder): LineSupply | null => {
  const { countryCode, region, postalCode } = shippingAddress ?? {}
  if (!countryCode) return null
  const destination = { countryCode, region: region ?? null, postalCode: postalCode ?? null }
  return { dispatchCountry: null, destination, chargedRatePercent: null }
}

/** Adds where their goods go to the lines that bill an order. */
export const addOrderSupply = <L>(lines: readonly L[], order: ShippedOrder): (L & { supply: LineSupply | null })[] => {
  const supply = readOrderSupply(order)
  return lines.map((line) => ({ ...line, supply }))
}

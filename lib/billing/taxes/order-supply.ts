import type { LineSupply } from '../../../schemas/billing/tax-fields.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'

type ShippedOrder = Pick<StoredOrder, 'shippingAddress'>

/** Reads where the goods of an order go, which decides on their tax; null if the order does not say a country. */
const readDestination = ({ shippingAddress }: ShippedOrder): LineSupply['destination'] => {
  const { countryCode, region, postalCode } = shippingAddress ?? {}
  return countryCode ? { countryCode, region: region ?? null, postalCode: postalCode ?? null } : null
}

type Charged = Pick<LineSupply, 'chargedRatePercent'>

/** Adds where their goods go, and what the shop charged, to the lines that bill an order. */
export const addOrderSupply = <L extends Charged>(
  lines: readonly L[],
  order: ShippedOrder,
): (Omit<L, keyof Charged> & { supply: LineSupply | null })[] => {
  const destination = readDestination(order)
  return lines.map(({ chargedRatePercent, ...line }) => ({
    ...line,
    supply:
      destination || chargedRatePercent !== null ? { dispatchCountry: null, destination, chargedRatePercent } : null,
  }))
}

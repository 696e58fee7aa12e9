import type { LineSupply } from '../../../schemas/billing/tax-fields.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { Charge } from './rate-shares.ts'
import type { LeavesFrom } from './read-dispatch.ts'

type ShippedOrder = Pick<StoredOrder, 'shippingAddress'>

/** Reads where the goods of an order go, which decides on their tax; null if the order does not say a country. */
const readDestination = ({ shippingAddress }: ShippedOrder): LineSupply['destination'] => {
  const { countryCode, region, postalCode } = shippingAddress ?? {}
  return countryCode ? { countryCode, region: region ?? null, postalCode: postalCode ?? null } : null
}

type Charged = Charge & { orderLineId?: string | null }

/** Adds from where and where to their goods go, and what the shop charged, to the lines that bill an order. */
export const addOrderSupply = <L extends Charged>(
  lines: readonly L[],
  order: ShippedOrder,
  leavesFrom: LeavesFrom,
): (Omit<L, keyof Charge> & { supply: LineSupply | null })[] => {
  const destination = readDestination(order)
  return lines.map(({ chargedRatePercent, lineKind, ...line }) => {
    const dispatchCountry = leavesFrom(line.orderLineId ?? null)
    const supply = { dispatchCountry, destination, chargedRatePercent, lineKind }
    const isKnown = Object.values(supply).some((fact) => fact !== null)
    return { ...line, supply: isKnown ? supply : null }
  })
}

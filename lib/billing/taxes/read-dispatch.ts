import { readFulfilmentOrders } from '../../fulfilment/orders/read-fulfilment-order.ts'
import { findExistingPartner } from '../../partner/require-partner.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'
import type { TaxRates } from '../tax.ts'
import { dependsOnPlace } from './decide-tax.ts'

/** Returns the country from which a line of an order leaves, or with null the rest of the order; null if it is not known. */
export type LeavesFrom = (orderLineId: string | null) => string | null

type PlannedOrder = Pick<StoredOrder, 'id' | 'lineItems'>

interface Pieces {
  lineId: string | null
  country: string | null
  quantity: number
}

/** Reads the countries of custodians, which are those of their partners. */
const readCountries = async (db: Table, tenant: Id, custodianIds: readonly Id[]): Promise<Map<Id, string | null>> => {
  const found = await findCustodians(db, tenant, [...new Set(custodianIds)])
  const partners = await Promise.all(found.map(({ partnerId }) => findExistingPartner(db, tenant, partnerId)))
  return new Map(found.map(({ id }, i) => [id, partners[i]?.address?.countryCode ?? partners[i]?.countryCode ?? null]))
}

/** Finds the country from which most pieces leave; the first one of several with as many. */
const findMost = (pieces: readonly Pieces[]): string | null => {
  const sums = new Map<string | null, number>()
  for (const { country, quantity } of pieces) sums.set(country, (sums.get(country) ?? 0) + quantity)
  const [most] = [...sums].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}

const readOne = async (db: Table, tenant: Id, { id, lineItems }: PlannedOrder): Promise<LeavesFrom> => {
  const planned = (await readFulfilmentOrders(db, tenant, id)).flatMap(({ custodianId, lines }) =>
    lines.map(({ orderLine, ordered, cancelled }) => ({
      custodianId,
      lineId: orderLine === null ? null : (lineItems[orderLine]?.id ?? null),
      quantity: ordered - cancelled,
    })),
  )
  const live = planned.filter(({ quantity }) => quantity > 0)
  const countryOf = await readCountries(
    db,
    tenant,
    live.map(({ custodianId }) => custodianId),
  )
  const pieces = live.map((each) => ({ ...each, country: countryOf.get(each.custodianId) ?? null }))
  return (orderLineId) => {
    const own = pieces.filter(({ lineId }) => orderLineId !== null && lineId === orderLineId)
    return findMost(own.length ? own : pieces)
  }
}

const FROM_ANYWHERE: LeavesFrom = () => null

/**
 * Reads from which countries orders leave, by the custodians that have their pieces or have sent them, in the order of the
 * orders. Reads nothing for a tenant whose taxes do not depend on it.
 */
export const readDispatch = async (
  db: Table,
  tenant: Id,
  orders: readonly PlannedOrder[],
  taxRates: TaxRates,
): Promise<LeavesFrom[]> =>
  dependsOnPlace(taxRates, null)
    ? await Promise.all(orders.map((order) => readOne(db, tenant, order)))
    : orders.map(() => FROM_ANYWHERE)

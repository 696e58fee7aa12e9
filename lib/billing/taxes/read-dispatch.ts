import { readFulfilmentOrders } from '../../fulfilment/orders/read-fulfilment-order.ts'
import { findPartners } from '../../partner/find-partners.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'
import type { TaxRates } from '../tax.ts'
import { dependsOnPlace } from './decide-tax.ts'

/** Returns the country from which a line of an order leaves, or with null the rest of the order; null if it is not known. */
export type LeavesFrom = (orderLineId: string | null) => string | null

type PlannedOrder = Pick<StoredOrder, 'id' | 'lineItems'>

interface Planned {
  custodianId: Id
  lineId: string | null
  quantity: number
}

interface Pieces extends Omit<Planned, 'custodianId'> {
  country: string | null
}

/** Reads the countries of custodians, which are those of their partners. */
const readCountries = async (db: Table, tenant: Id, custodianIds: readonly Id[]): Promise<Map<Id, string | null>> => {
  const found = await findCustodians(db, tenant, [...new Set(custodianIds)])
  const partners = await findPartners(
    db,
    tenant,
    found.map(({ partnerId }) => partnerId),
  )
  return new Map(
    found.map(({ id, partnerId }) => {
      const partner = partners.get(partnerId)
      return [id, partner?.address?.countryCode ?? partner?.countryCode ?? null]
    }),
  )
}

/** Finds the country from which most pieces leave; the first one of several with as many. */
const findMost = (pieces: readonly Pieces[]): string | null => {
  const sums = new Map<string | null, number>()
  for (const { country, quantity } of pieces) sums.set(country, (sums.get(country) ?? 0) + quantity)
  const [most] = [...sums].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}

/** Reads the pieces of an order that custodians have or have sent. */
const readPlanned = async (db: Table, tenant: Id, { id, lineItems }: PlannedOrder): Promise<Planned[]> =>
  (await readFulfilmentOrders(db, tenant, id))
    .flatMap(({ custodianId, lines }) =>
      lines.map(({ orderLine, ordered, cancelled }) => ({
        custodianId,
        lineId: orderLine === null ? null : (lineItems[orderLine]?.id ?? null),
        quantity: ordered - cancelled,
      })),
    )
    .filter(({ quantity }) => quantity > 0)

const makeLeavesFrom =
  (pieces: readonly Pieces[]): LeavesFrom =>
  (orderLineId) => {
    const own = pieces.filter(({ lineId }) => orderLineId !== null && lineId === orderLineId)
    return findMost(own.length ? own : pieces)
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
): Promise<LeavesFrom[]> => {
  if (!dependsOnPlace(taxRates, null)) return orders.map(() => FROM_ANYWHERE)
  const planned = await Promise.all(orders.map((order) => readPlanned(db, tenant, order)))
  const countryOf = await readCountries(
    db,
    tenant,
    planned.flat().map(({ custodianId }) => custodianId),
  )
  return planned.map((pieces) =>
    makeLeavesFrom(pieces.map((each) => ({ ...each, country: countryOf.get(each.custodianId) ?? null }))),
  )
}

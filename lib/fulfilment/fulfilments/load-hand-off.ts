import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { fulfilments } from './fulfilment-store.ts'

/** Loads a hand-off with the number of its order; the unit commits only if it is not reversed meanwhile. */
export const loadHandOff = async (db: Table, unit: Unit, id: Id) => {
  const handOff = await find(db, fulfilments, unit.tenant, id)
  if (!handOff) return undefined
  unit.require(fulfilments, handOff)
  const order = await find(db, fulfilmentOrders, unit.tenant, handOff.fulfilmentOrderId)
  return { ...handOff, orderNumber: order?.orderNumber ?? '' }
}

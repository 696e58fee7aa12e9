import { randomUUID } from 'node:crypto'
import { isBadRecord, type RemoteOrder, type Shop } from '../connector.ts'
import { findEnd } from '../fulfilments/find-end.ts'
import type {
  OrderInShop,
  Publication,
  PublicationOutcome,
  ShopFulfilment,
  Withdrawal,
  WithdrawalOutcome,
} from '../fulfilments/fulfilment.ts'
import { listOpenLines } from '../fulfilments/match-parcel.ts'
import { type ParcelWriter, publishParcel, type SeenOrder } from '../fulfilments/publish-parcel.ts'
import { NUMBER_SEPARATOR, readTrackingNumbers, replaceNumber } from '../fulfilments/tracking-numbers.ts'
import { withdrawParcel } from '../fulfilments/withdraw-parcel.ts'
import { SIMULATOR_ORDER_STATES } from '../order-states/simulator-order-states.ts'
import { readSimulated } from './order.ts'
import { findRecord } from './orders.ts'
import { deleteFulfilment, openShopState, readFulfilments, writeFulfilment } from './shop-state.ts'
import { loseAnswer, openSimulation, type Simulation } from './simulation.ts'

/** Finds an order as it is now, or as it was received: the oldest orders disappear, and webhooks may bring others. */
export const findOrder = ({ externalOrderId, raw }: OrderInShop, simulation: Simulation): RemoteOrder | undefined => {
  const order = readSimulated(findRecord(externalOrderId, simulation) ?? raw)
  return isBadRecord(order) ? undefined : order
}

const createWriter = (shop: Shop, { order, parcel }: Publication): ParcelWriter<SeenOrder> => {
  const { externalOrderId } = order
  const { id: mark, carrier, trackingNumber, trackingUrl } = parcel
  const tracking = { carrier, trackingNumber, trackingUrl }
  const write = async (fulfilment: ShopFulfilment) => {
    const simulation = openSimulation(shop)
    await writeFulfilment(openShopState(shop, simulation.seed), externalOrderId, fulfilment)
    loseAnswer(simulation)
    return undefined
  }
  return {
    async read() {
      const simulation = openSimulation(shop)
      const found = findOrder(order, simulation)
      if (!found) return undefined
      const fulfilments = await readFulfilments(openShopState(shop, simulation.seed), externalOrderId)
      const ordered = (found.order.lineItems ?? []).map(({ sku = null, quantity }, index) => ({
        ...{ id: String(index), sku, quantity },
      }))
      const lines = listOpenLines(ordered, fulfilments)
      return { fulfilments, lines, hindrance: findEnd(SIMULATOR_ORDER_STATES, found.words) }
    },
    create({ lines }, pieces) {
      const skuOf = new Map(lines.map(({ id, sku }) => [id, sku]))
      const taken = pieces.map(({ line, quantity }) => ({ sku: skuOf.get(line) ?? null, quantity }))
      return write({ externalId: randomUUID(), mark, ...tracking, lines: taken })
    },
    update: (fulfilment) => {
      const shown = readTrackingNumbers(fulfilment.trackingNumber)
      const numbers = trackingNumber === null ? shown : replaceNumber(shown, parcel.formerNumbers, trackingNumber)
      return write({ ...fulfilment, ...tracking, trackingNumber: numbers.join(NUMBER_SEPARATOR) || null })
    },
  }
}

export const publishFulfilment = (shop: Shop, publication: Publication): Promise<PublicationOutcome> =>
  publishParcel(createWriter(shop, publication), publication)

export const withdrawFulfilment = (shop: Shop, withdrawal: Withdrawal): Promise<WithdrawalOutcome> =>
  withdrawParcel(
    {
      list: () => listFulfilments(shop, withdrawal.order),
      async remove({ externalId }) {
        const simulation = openSimulation(shop)
        await deleteFulfilment(openShopState(shop, simulation.seed), withdrawal.order.externalOrderId, externalId)
        loseAnswer(simulation)
        return undefined
      },
    },
    withdrawal,
  )

export const listFulfilments = async (shop: Shop, order: OrderInShop): Promise<ShopFulfilment[] | undefined> => {
  const simulation = openSimulation(shop)
  if (!findOrder(order, simulation)) return undefined
  return await readFulfilments(openShopState(shop, simulation.seed), order.externalOrderId)
}

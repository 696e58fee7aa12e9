import type { StoredFulfilment } from '../../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import { closeShort, handOverOrder, startOrder } from '../../../lib/fulfilment/handling/hand-over-order.ts'
import { holdOrder, releaseHold } from '../../../lib/fulfilment/handling/hold-order.ts'
import { reassignOrder } from '../../../lib/fulfilment/handling/reassign-order.ts'
import { reverseFulfilment } from '../../../lib/fulfilment/handling/reverse-fulfilment.ts'
import { splitOrder } from '../../../lib/fulfilment/handling/split-order.ts'
import type { StoredIncident } from '../../../lib/fulfilment/incidents/incident.ts'
import { retryIncident } from '../../../lib/fulfilment/incidents/retry-incidents.ts'
import { cancelOrder } from '../../../lib/fulfilment/orders/cancel-order.ts'
import { countOpen, isLive, type StoredFulfilmentOrder } from '../../../lib/fulfilment/orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { correctStock } from '../../../lib/inventory/stock-items/correct-stock.ts'
import type { StoredStockItem } from '../../../lib/inventory/stock-store.ts'
import type { App } from '../../../lib/platform/app/app.ts'
import type { Unit } from '../../../lib/platform/store/unit.ts'
import { findChannel } from '../../../lib/sales/channels/channel-store.ts'
import { importOrder } from '../../../lib/sales/order-changes/import-order.ts'
import { CUSTODIAN_MOVES } from '../../../lib/warehousing/custodian.ts'
import { custodians } from '../../../lib/warehousing/custodian-store.ts'
import { foreseeEnd, type Warehouse } from './warehouse.ts'
import type { World } from './world.ts'

/** An order of the shop as the workload knows it. */
export interface Bought {
  externalOrderId: string
  lines: { sku: string; quantity: number }[]
  /** The largest quantity of each line that the shop has told, since pieces may leave before it tells of fewer. */
  most: number[]
  city: string
  isChanged: boolean
  isCancelled: boolean
}

const pick = <T>({ among }: World, list: readonly T[]): T | undefined => list[among(list.length)]

/** Sends an order as the shop has it now, as a webhook of the shop would. */
const tellOrder = (world: World, order: Bought) => {
  const { externalOrderId: id, lines, city, isCancelled } = order
  const modifiedAt = world.clock().toISOString()
  const status = isCancelled ? 'cancelled' : 'processing'
  const person = { name: 'Ada', email: 'ada@example.com' }
  const raw = {
    ...{ id, status, currency: 'EUR', total: '50.00', placedAt: modifiedAt, modifiedAt, customer: person, city },
    country: 'DE',
    lines: lines.map((line) => ({ ...line, name: line.sku, price: '5.00' })),
  }
  const address = { name: 'Ada', line1: `Market Street ${id}`, city, postalCode: '10115', countryCode: 'DE' }
  const row = {
    ...{ externalOrderId: id, number: id, status, currency: 'EUR', total: 5000, customer: person },
    shippingAddress: address,
    lineItems: lines.map((line) => ({ ...line, name: line.sku, unitPrice: 500 })),
  }
  world.begin('shop', async (app) => {
    await world.write(async (unit) => {
      const channel = await findChannel(app.db, world.tenant, world.channel.id)
      if (!channel) throw new Error('there is no channel')
      const result = await importOrder(app, unit, channel, row, { raw, modifiedAt, isCancelled })
      if ('error' in result) throw new Error(result.error)
    }, app)
  })
}

/** A buyer orders one to three variants, sometimes one of them twice. */
export const buy = (world: World, bought: Bought[]): void => {
  const { among, variants, random } = world
  const count = random() < 0.1 ? variants.length : 1 + among(3)
  const lines = Array.from({ length: count }, (_, i) => ({
    sku: variants[count === variants.length ? i : among(variants.length)]?.sku ?? '',
    quantity: 1 + among(4),
  }))
  const most = lines.map(({ quantity }) => quantity)
  const id = { externalOrderId: `B-${bought.length}` }
  const order = { ...id, lines, most, city: 'Berlin', isChanged: false, isCancelled: false }
  bought.push(order)
  tellOrder(world, order)
}

/** The shop cancels or changes an order, or tells of it once more. */
const changeBought = (world: World, bought: readonly Bought[]): undefined => {
  const order = pick(world, bought)
  if (!order) return undefined
  const dice = world.random()
  if (dice < 0.4) order.isCancelled = true
  else if (dice < 0.6) order.city = `Berlin ${world.among(100)}`
  else if (dice < 0.9) {
    const [line] = order.lines
    if (line) line.quantity = 1 + world.among(5)
    order.most[0] = Math.max(order.most[0] ?? 0, line?.quantity ?? 0)
  }
  if (dice < 0.9) order.isChanged = true
  tellOrder(world, order)
  return undefined
}

type Act = (app: App, unit: Unit) => Promise<unknown>

/** Lets somebody guess what of an order was sent, who may be wrong where its custodian tells otherwise. */
const guess =
  ({ misjudged }: World, id: string, act: Act): Act =>
  async (app, unit) => {
    const { mismatch, reference } = await unit.load(fulfilmentOrders, id)
    if (mismatch !== null) misjudged.add(reference)
    return await act(app, unit)
  }

const chooseForOrder = (world: World, order: StoredFulfilmentOrder): Act | undefined => {
  const { among, random, keepers } = world
  const { id } = order
  const line = pick(world, order.lines)
  const some = line && countOpen(line) > 0 ? [{ lineId: line.id, quantity: 1 + among(countOpen(line)) }] : undefined
  const acts: (Act | undefined)[] = [
    async (app, unit) =>
      cancelOrder(app, unit, await unit.load(fulfilmentOrders, id), { reason: 'No', reroute: random() < 0.5 }),
    (app, unit) => holdOrder(app, unit, id, { reason: 'payment' }),
    (app, unit) => reassignOrder(app, unit, id, pick(world, keepers)?.custodian.id ?? ''),
    some && ((app, unit) => splitOrder(app, unit, id, some)),
    (app, unit) => startOrder(app, unit, id),
    guess(world, id, (app, unit) => handOverOrder(app, unit, id, { parcels: [some ? { lines: some } : {}] })),
    guess(world, id, (app, unit) =>
      closeShort(app, unit, id, { reason: 'Broken', ...(some && random() < 0.5 && { lines: some }) }),
    ),
  ]
  return pick(world, acts)
}

const chooseAct = (world: World): Act | undefined => {
  const { list, random, among } = world
  const dice = random()
  if (dice < 0.6) {
    const live = list<StoredFulfilmentOrder>('fulfilment-order').filter(isLive)
    const order = pick(world, live)
    return order && chooseForOrder(world, order)
  }
  if (dice < 0.75) {
    const item = pick(world, list<StoredStockItem>('stock-item'))
    return item && ((app, unit) => correctStock(app.db, unit, item.id, { onHand: among(30), reason: 'Counted' }))
  }
  if (dice < 0.85) {
    const incident = pick(world, list<StoredIncident>('routing-incident'))
    return incident && ((app, unit) => retryIncident(app, unit, incident.id))
  }
  if (dice < 0.92) {
    const handOff = pick(world, list<StoredFulfilment>('fulfilment'))
    return handOff && ((app, unit) => reverseFulfilment(app, unit, handOff.fulfilmentOrderId, handOff.id, 'Mistake'))
  }
  const keeper = pick(world, world.keepers)
  return keeper && ((_app, unit) => (random() < 0.5 ? suspend : reactivate)(unit, keeper.custodian.id))
}

const suspend = async (unit: Unit, id: string) => {
  const custodian = await unit.load(custodians, id)
  if (custodian.status === 'active') unit.update(custodians, custodian, { status: CUSTODIAN_MOVES.suspend.to })
}

const reactivate = async (unit: Unit, id: string) => {
  const custodian = await unit.load(custodians, id)
  if (custodian.status !== 'suspended') return
  unit.schedule('fulfilment.incidents.retry', { tenant: unit.tenant, after: null })
  unit.update(custodians, custodian, { status: CUSTODIAN_MOVES.reactivate.to })
}

/** Somebody does something, whether it is allowed or not. */
export const actAtRandom = (world: World, bought: readonly Bought[]): void => {
  const act = world.random() < 0.3 ? changeBought(world, bought) : chooseAct(world)
  if (act) world.begin('person', (app) => world.write((unit) => act(app, unit), app))
}

/** Lists what a custodian has sent of an order, or will have, that is not recorded, however it names the pieces. */
const listSent = (warehouse: Warehouse, { reference, lines }: StoredFulfilmentOrder) => {
  const placed = warehouse.orders.get(reference)
  const parcels = placed ? foreseeEnd(placed, warehouse.simulation).parcels : []
  const sent = new Map<string | null, number>()
  for (const { sku, quantity } of parcels.flatMap((parcel) => parcel.lines))
    sent.set(sku, (sent.get(sku) ?? 0) + quantity)
  for (const { sku, handedOver } of lines) sent.set(sku, (sent.get(sku) ?? 0) - handedOver)
  return lines.flatMap((line) => {
    const quantity = Math.min(countOpen(line), Math.max(0, sent.get(line.sku) ?? 0))
    sent.set(line.sku, (sent.get(line.sku) ?? 0) - quantity)
    return quantity ? [{ lineId: line.id, quantity }] : []
  })
}

/** Time after which the news of what left have come, if any do. */
const NEWS_COME_MS = 2 * 3_600_000

/** Tells whether a custodian has sent all of an order, and has told so if it does. */
const hasToldAll = ({ keepers, clock }: World, { custodianId, reference }: StoredFulfilmentOrder): boolean => {
  const { warehouse } = keepers.find(({ custodian }) => custodian.id === custodianId) ?? {}
  const placed = warehouse?.orders.get(reference)
  const parcels = placed && warehouse ? foreseeEnd(placed, warehouse.simulation).parcels : []
  const before = new Date(clock().getTime() - NEWS_COME_MS).toISOString()
  return parcels.every(({ handedOverAt }) => (handedOverAt ?? '') <= before)
}

/** People ask the custodian what it sent of an order that it told otherwise, and close what it did not send. */
const decide = ({ keepers }: World, app: App, unit: Unit, order: StoredFulfilmentOrder) => {
  const { warehouse } = keepers.find(({ custodian }) => custodian.id === order.custodianId) ?? {}
  const lines = warehouse && listSent(warehouse, order)
  return lines?.length === 0
    ? closeShort(app, unit, order.id, { reason: 'It sent nothing else' })
    : handOverOrder(app, unit, order.id, { parcels: [lines ? { lines } : {}] })
}

/**
 * People end all holds, reactivate the custodians and hand over what they work on. Returns whether there was any work. `isLast`
 * if no more news will come.
 */
export const finishByHand = (world: World, isLast = false): boolean => {
  const { list, keepers, write } = world
  let isBusy = false
  const begin: World['begin'] = (...work) => {
    isBusy = true
    world.begin(...work)
  }
  for (const { custodian } of keepers)
    if (
      list<{ id: string; status: string }>('custodian').some(
        ({ id, status }) => id === custodian.id && status !== 'active',
      )
    )
      begin('manager', (app) => write((unit) => reactivate(unit, custodian.id), app))
  for (const order of list<StoredFulfilmentOrder>('fulfilment-order')) {
    const { id, holds, isManual, isReserving, mismatch, status } = order
    const hold = holds.find(({ actorId }) => actorId !== null)
    if (hold && status === 'on_hold') begin('clerk', (app) => write((unit) => releaseHold(app, unit, id, hold.id), app))
    if (isReserving || (status !== 'open' && status !== 'in_progress')) continue
    if (isManual) begin('packer', (app) => write((unit) => handOverOrder(app, unit, id, { parcels: [{}] }), app))
    else if (mismatch !== null && (isLast || hasToldAll(world, order)))
      begin('packer', (app) => write((unit) => decide(world, app, unit, order), app))
  }
  return isBusy
}

import type { OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import { isAlwaysRead } from '../order-states/order-states.ts'
import { SIMULATOR_ORDER_STATES } from '../order-states/simulator-order-states.ts'
import { parseObject, readText, requireOrder } from '../reading.ts'
import { buildCursorError } from '../refusal.ts'
import { buildSimulatedOrder, findCourse } from './build-order.ts'
import { readSimulated } from './order.ts'
import { openSimulation, type Simulation } from './simulation.ts'

const getLastIndex = ({ now, everySeconds }: Simulation) => Math.floor(now.getTime() / 1000 / everySeconds)

const parseCursor = (cursor: string | null): readonly [number, number] => {
  const [, at, index] = /^(\d{1,15})-(\d{1,12})$/.exec(cursor ?? '0-0') ?? []
  if (!at) throw buildCursorError()
  return [Number(at), Number(index)]
}

const readStatus = (record: unknown) => readText(parseObject(record).status)

export const matchesStatuses = ({ order }: RemoteOrder, statuses: readonly string[]): boolean =>
  statuses.includes(order.status ?? '')

export const readOrderPage = async (shop: Shop, { since, statuses, cursor }: OrderQuery): Promise<OrderPage> => {
  const simulation = openSimulation(shop)
  const [afterAt, afterIndex] = parseCursor(cursor)
  const last = getLastIndex(simulation)
  const isWanted = (index: number) => {
    const status = statuses && readStatus(buildSimulatedOrder(index, simulation))
    return !status || statuses.includes(status) || isAlwaysRead(SIMULATOR_ORDER_STATES, { status })
  }
  const found = Array.from({ length: simulation.orders }, (_, i) => last - i)
    .map((index) => ({ index, at: findCourse(index, simulation).modifiedAt }))
    .filter(({ index, at }) => at >= since.getTime() && (at > afterAt || (at === afterAt && index > afterIndex)))
    .filter(({ index }) => isWanted(index))
    .sort((a, b) => a.at - b.at || a.index - b.index)
  const page = found.slice(0, simulation.pageSize)
  const end = page.at(-1)
  return {
    orders: page.map(({ index }) => readSimulated(buildSimulatedOrder(index, simulation))),
    next: end && found.length > page.length ? `${end.at}-${end.index}` : null,
  }
}

const parseIndex = (ref: string) => Number(/^SIM-(\d{1,12})$/.exec(ref)?.[1] ?? Number.NaN)

/** Returns the record of an order while the shop has it. */
export const findRecord = (ref: string, simulation: Simulation): unknown => {
  const index = parseIndex(ref)
  const last = getLastIndex(simulation)
  return index <= last && index > last - simulation.orders ? buildSimulatedOrder(index, simulation) : undefined
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  const record = findRecord(ref, openSimulation(shop))
  return record === undefined ? undefined : requireOrder(readSimulated(record))
}

export const getOrderRef = (raw: unknown): string | undefined => readText(parseObject(raw).id) ?? undefined

/** Returns orders whatever their age: what is too old for its lists, the simulated shop has not deleted. */
export const findOrders = async (shop: Shop, refs: readonly string[]): Promise<OrderPage['orders']> => {
  const simulation = openSimulation(shop)
  return refs
    .map(parseIndex)
    .filter((index) => index <= getLastIndex(simulation))
    .map((index) => readSimulated(buildSimulatedOrder(index, simulation)))
}

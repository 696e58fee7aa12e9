import * as Type from 'typebox'
import { computeChance } from '../../platform/compute-chance.ts'
import type { BadRecord, OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import { isAlwaysRead } from '../order-states/order-states.ts'
import { SIMULATOR_ORDER_STATES } from '../order-states/simulator-order-states.ts'
import {
  buildAddress,
  buildCustomer,
  Quantity,
  readMoney,
  readOrder,
  readText,
  requireInstant,
  requireOrder,
} from '../reading.ts'
import { buildCursorError } from '../refusal.ts'
import { openSimulation, type Simulation } from './simulation.ts'

const CHANGES_AFTER_MS = 1_800_000

const Line = Type.Object({ sku: Type.String(), name: Type.String(), quantity: Quantity, price: Type.String() })

const SimulatedOrder = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  total: Type.String(),
  placedAt: Type.String(),
  modifiedAt: Type.String(),
  customer: Type.Object({ name: Type.String(), email: Type.String() }),
  city: Type.String(),
  country: Type.String(),
  shipping: Type.Optional(Type.String()),
  lines: Type.Array(Line),
})

export const readSimulated = (raw: unknown): RemoteOrder | BadRecord =>
  readOrder(
    SimulatedOrder,
    raw,
    ({ id, modifiedAt }) => ({ ref: id, externalOrderId: id, modifiedAt }),
    (record) => {
      const { id, status, currency, total, placedAt, modifiedAt, customer, city, country, shipping, lines } = record
      const name = readText(customer.name)
      const where = { name, line1: 'Market Street 1', line2: null, city, postalCode: '10115', region: null }
      return {
        order: {
          externalOrderId: id,
          number: id,
          status: readText(status, 100),
          currency,
          total: readMoney(total, currency, 'total'),
          placedAt: requireInstant(placedAt, 'placedAt'),
          customer: buildCustomer(name, customer.email),
          shippingAddress: buildAddress({ ...where, countryCode: country }),
          billingAddress: buildAddress({ ...where, countryCode: country }),
          serviceLevel: readText(shipping),
          lineItems: lines.map(({ sku, name: title, quantity, price }) => ({
            sku: readText(sku),
            name: readText(title, 500),
            quantity,
            unitPrice: readMoney(price, currency, 'price'),
          })),
        },
        ref: id,
        modifiedAt: requireInstant(modifiedAt, 'modifiedAt'),
        words: { status },
        raw,
      }
    },
  )

const getPlacedAt = (index: number, { everySeconds }: Simulation) => index * everySeconds * 1000
const getLastIndex = ({ now, everySeconds }: Simulation) => Math.floor(now.getTime() / 1000 / everySeconds)

const isChanged = (index: number, simulation: Simulation) =>
  computeChance(simulation.seed, index, 'changes') % 100 < simulation.changedPercent &&
  getPlacedAt(index, simulation) + CHANGES_AFTER_MS <= simulation.now.getTime()

const getModifiedAt = (index: number, simulation: Simulation) =>
  getPlacedAt(index, simulation) + (isChanged(index, simulation) ? CHANGES_AFTER_MS : 0)

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Zoë Müller', 'Søren Ødegård', '山田 花子']
const GOODS = ['Green tea', 'Black tea', 'Oolong', 'Teapot', 'Strainer', 'Cup']
const PLACES = [['Berlin', 'DE'] as const, ['Wien', 'AT'] as const, ['København', 'DK'] as const]
const SHIPPING = ['standard', 'standard', 'express']
const pick = <T>(from: readonly T[], number: number) => from[number % from.length] as T

/** An order that changes is cancelled, paid late or fulfilled by the shop. */
const getStatus = (index: number, simulation: Simulation) => {
  const first = pick(['pending', 'processing', 'processing'], computeChance(simulation.seed, index))
  if (!isChanged(index, simulation)) return first
  if (computeChance(simulation.seed, index, 'end') % 2 === 0) return 'cancelled'
  return first === 'pending' ? 'processing' : 'completed'
}

/** Returns the record in the format of the shop. */
const buildRecord = (index: number, simulation: Simulation): unknown => {
  const { seed, currency, badPercent } = simulation
  const number = computeChance(seed, index, 'order')
  const lines = Array.from({ length: 1 + (number % 3) }, (_, at) => {
    const goods = (number >>> (at + 2)) % GOODS.length
    return { sku: `SIM-${goods}`, name: GOODS[goods], quantity: 1 + ((number >>> at) % 4), price: `${5 + goods}.00` }
  })
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * Number.parseInt(price, 10), 0)
  const [city, country] = pick(PLACES, number >>> 5)
  const name = pick(NAMES, number >>> 3)
  const isBad = computeChance(seed, index, 'bad') % 100 < badPercent
  return {
    id: `SIM-${index}`,
    status: getStatus(index, simulation),
    currency,
    total: isBad ? null : `${total}.00`,
    placedAt: new Date(getPlacedAt(index, simulation)).toISOString(),
    modifiedAt: new Date(getModifiedAt(index, simulation)).toISOString(),
    customer: { name, email: `customer.${number % 1000}@example.com` },
    city,
    country,
    shipping: pick(SHIPPING, computeChance(seed, index, 'shipping')),
    lines,
  }
}

const parseCursor = (cursor: string | null): readonly [number, number] => {
  const [, at, index] = /^(\d{1,15})-(\d{1,12})$/.exec(cursor ?? '0-0') ?? []
  if (!at) throw buildCursorError()
  return [Number(at), Number(index)]
}

export const matchesStatuses = ({ order }: RemoteOrder, statuses: readonly string[]): boolean =>
  statuses.includes(order.status ?? '')

export const readOrderPage = async (shop: Shop, { since, statuses, cursor }: OrderQuery): Promise<OrderPage> => {
  const simulation = openSimulation(shop)
  const [afterAt, afterIndex] = parseCursor(cursor)
  const last = getLastIndex(simulation)
  const isWanted = (index: number) => {
    const status = statuses && getStatus(index, simulation)
    return !status || statuses.includes(status) || isAlwaysRead(SIMULATOR_ORDER_STATES, { status })
  }
  const found = Array.from({ length: simulation.orders }, (_, i) => last - i)
    .map((index) => ({ index, at: getModifiedAt(index, simulation) }))
    .filter(({ index, at }) => at >= since.getTime() && (at > afterAt || (at === afterAt && index > afterIndex)))
    .filter(({ index }) => isWanted(index))
    .sort((a, b) => a.at - b.at || a.index - b.index)
  const page = found.slice(0, simulation.pageSize)
  const end = page.at(-1)
  return {
    orders: page.map(({ index }) => readSimulated(buildRecord(index, simulation))),
    next: end && found.length > page.length ? `${end.at}-${end.index}` : null,
  }
}

/** Returns the record of an order while the shop has it. */
export const findRecord = (ref: string, simulation: Simulation): unknown => {
  const index = Number(/^SIM-(\d{1,12})$/.exec(ref)?.[1] ?? Number.NaN)
  const last = getLastIndex(simulation)
  return index <= last && index > last - simulation.orders ? buildRecord(index, simulation) : undefined
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  const record = findRecord(ref, openSimulation(shop))
  return record === undefined ? undefined : requireOrder(readSimulated(record))
}

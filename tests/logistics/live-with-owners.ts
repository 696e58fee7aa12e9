import { app, useApp } from '../../lib/platform/app/app.ts'
import { compareAll } from './compare.ts'
import { among, moveTo, openProvider, type Provider, tell } from './provider.ts'
import { addRule, passHours, payMonth, settleMonth } from './settle.ts'
import { handOver, placeOrder, type Shipped, takeBack } from './ship.ts'

const HOUR_MS = 3_600_000

const choose = <T>(provider: Provider, all: readonly T[]): T | undefined => all[among(provider, all.length)]

const sendSome = async (provider: Provider, order: Shipped): Promise<void> => {
  const left = order.pieces - order.sent
  if (left) await handOver(provider, order, 1 + among(provider, left))
}

/** Ships what was ordered, some of it in two parcels, and takes pieces back. The last parcel is told after the month. */
const shipMonth = async (provider: Provider, orders: Shipped[], month: number, count: number): Promise<void> => {
  moveTo(provider, month, 8)
  for (let i = 0; i < count; i++) {
    const owner = provider.owners[(provider.tally.orders ?? 0) % provider.owners.length]
    if (!owner) continue
    moveTo(provider, month, 8 + Math.floor((18 * i) / count), 6 + among(provider, 14))
    const order = await placeOrder(provider, owner)
    orders.push(order)
    if (i < count - 1) await sendSome(provider, order)
  }
  moveTo(provider, month, 27)
  for (let i = 0; i < Math.ceil(count / 3); i++) {
    const order = choose(
      provider,
      orders.filter(({ sent, returned }) => sent > returned),
    )
    if (order) await takeBack(provider, order)
  }
}

/** Tells on the fourth day of a month of a parcel that left in the last hours of the one before. */
const tellLate = async (provider: Provider, orders: readonly Shipped[], month: number): Promise<void> => {
  const order = orders.findLast(({ sent, pieces }) => sent < pieces)
  moveTo(provider, month, 4)
  // Eleven at night in the time zone of the business, in winter or an hour later in summer.
  const evening = Date.UTC(provider.year, month - 1, 0, 21)
  if (order && order.lastDay <= new Date(evening).toISOString().slice(0, 10))
    await handOver(provider, order, order.pieces - order.sent, evening)
}

const openMonth = async (provider: Provider, orders: readonly Shipped[], month: number): Promise<void> => {
  moveTo(provider, month, 2)
  await passHours(provider)
  if (month > 1) await settleMonth(provider, month - 1)
  await tellLate(provider, orders, month)
  await passHours(provider)
  moveTo(provider, month, 6)
  await payMonth(provider)
}

/**
 * Lives a year of a provider of logistics. Everybody's clock is put back afterwards. Returns what differs from the book that was
 * kept beside it.
 */
export const liveWithOwners = async (
  seed: number,
  ordersInMonth: number,
): Promise<Pick<Provider, 'wrong' | 'tally' | 'deaths'>> => {
  const before = app()
  useApp({ ...before })
  try {
    const provider = await openProvider(seed)
    await addRule(provider)
    const orders: Shipped[] = []
    for (let month = 1; month <= 12; month++) {
      await openMonth(provider, orders, month)
      await shipMonth(provider, orders, month, ordersInMonth)
      provider.now += HOUR_MS
      tell(provider, 'months')
    }
    await openMonth(provider, orders, 13)
    await compareAll(provider)
    return provider
  } finally {
    useApp(before)
  }
}

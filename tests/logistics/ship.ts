import { ordersOf } from '../fulfilment/fulfilling.ts'
import { RETURNS, receive, request } from '../fulfilment/returning.ts'
import { aRow, importing } from '../sales/orders.ts'
import { toDay } from '../year/book.ts'
import { must } from '../year/business/world.ts'
import { agree, among, COMMISSION, type Owner, type Provider, runTasks, tell, today } from './provider.ts'

/** An order with what its owner has had of it. */
export interface Shipped {
  id: string
  owner: Owner
  pieces: number
  sent: number
  returned: number
  /** The latest day on which pieces left. */
  lastDay: string
  earned: number
  refunded: number
  commission: number
}

const FULFILMENT_ORDERS = '/api/fulfilment/orders'

/** Places an order for goods of an owner. */
export const placeOrder = async (provider: Provider, owner: Owner): Promise<Shipped> => {
  const { clerk } = provider
  const pieces = 1 + among(provider, 12)
  tell(provider, 'orders')
  const number = `O-${provider.tally.orders}`
  const line = { externalLineId: 'l', sku: owner.sku, name: 'Tea', quantity: pieces, total: pieces * owner.price }
  const row = aRow({ externalOrderId: number, number, total: line.total, lineItems: [line] })
  const { body } = await importing(clerk, owner.channelId, [row])
  agree(provider, `errors of ${number}`, body.errors, [])
  await runTasks(provider)
  const { member } = await must(clerk.get(`/api/sales/orders?channelId=${owner.channelId}&itemsPerPage=100`))
  const { id } = member.find((each: { externalOrderId: string }) => each.externalOrderId === number)
  return { id, owner, pieces, sent: 0, returned: 0, lastDay: '', earned: 0, refunded: 0, commission: 0 }
}

/** Enters what the owner earned less what its buyers got back, and the commission on both. */
const followOwner = (
  { book }: Provider,
  order: Shipped,
  day: string,
  change: { earned?: number; refunded?: number },
) => {
  const { owner } = order
  const { earned = 0, refunded = 0 } = change
  order.earned += earned
  order.refunded += refunded
  book.enter(owner.id, day, 'sales', earned - refunded)
  if (!owner.hasCommission) return
  const share = (cents: number, percent: number) => Math.floor((cents * percent) / 100 + 0.5)
  const { percent, refundedPercent } = COMMISSION
  const commission = share(order.earned, percent) - share(order.refunded, (percent * refundedPercent) / 100)
  book.enter(owner.id, day, 'sales', order.commission - commission)
  order.commission = commission
}

/** Hands pieces of an order over in a parcel, and tells of it at once or, with `at`, later than it happened. */
export const handOver = async (provider: Provider, order: Shipped, pieces: number, at?: number): Promise<void> => {
  const { clerk, book, warehouse } = provider
  const [found] = await ordersOf(clerk, order.id)
  const lines = [{ lineId: found.lines[0].id, quantity: pieces }]
  const parcel = { carrier: 'DHL', trackingNumber: `T-${found.id}-${order.sent}`, lines }
  await must(
    clerk.post(`${FULFILMENT_ORDERS}/${found.id}/hand-over`, {
      parcels: [parcel],
      ...(at && { handedOverAt: new Date(at).toISOString() }),
    }),
  )
  const day = toDay(at ?? provider.now)
  provider.shelf.push({ at: provider.now, pieces: -pieces })
  await runTasks(provider)
  for (const partner of [order.owner.id, warehouse]) {
    if (!order.sent) book.work(partner, day, 'order', 1)
    for (const unit of ['line', 'parcel'] as const) book.work(partner, day, unit, 1)
    book.work(partner, day, 'piece', pieces)
  }
  order.sent += pieces
  if (day > order.lastDay) order.lastDay = day
  followOwner(provider, order, order.lastDay, { earned: pieces * order.owner.price })
  tell(provider, at ? 'late parcels' : 'parcels')
}

/** Takes pieces back and refunds them, or replaces them for nothing. */
export const takeBack = async (provider: Provider, order: Shipped): Promise<void> => {
  const { clerk, book, warehouse } = provider
  const pieces = 1 + among(provider, order.sent - order.returned)
  const { body } = await request(clerk, order.id, order.owner.sku, pieces)
  await must(clerk.post(`${RETURNS}/${body.id}/authorize`))
  await must(receive(clerk, body, pieces))
  const day = today(provider)
  provider.shelf.push({ at: provider.now, pieces })
  const refundAmount = pieces * order.owner.price - among(provider, 300)
  const isRefunded = among(provider, 4) > 0
  const resolution = isRefunded ? { resolution: 'refunded', refundAmount } : { resolution: 'closed_without_refund' }
  await must(clerk.post(`${RETURNS}/${body.id}/resolve`, resolution))
  await runTasks(provider)
  order.returned += pieces
  for (const partner of [order.owner.id, warehouse]) book.work(partner, day, 'return', 1)
  if (isRefunded) followOwner(provider, order, day, { refunded: refundAmount })
  tell(provider, 'returns')
}

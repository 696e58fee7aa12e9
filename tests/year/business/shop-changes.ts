import { taxOf } from './prices.ts'
import { keptByRate, keptOf, makeShipping, type OrderPart, type ShopOrder, totalOf } from './shop-order.ts'
import { among, choose, count, type World } from './world.ts'

/** The rates of goods in each country, as the settings of the tenant have them. */
export const RATES = { DE: [19, 7], AT: [20, 10] } as const

let made = 0

/** A gift card, on which nobody charges tax. */
const makeGiftCard = (world: World): OrderPart => ({
  ...{ id: `g-${++made}`, rate: 0, quantity: 1, refunded: 0, discount: 0 },
  cents: choose(world, [1000, 2500, 5000]),
})

const makeLine = (
  world: World,
  { channel, country, tellsTaxes }: Pick<ShopOrder, 'channel' | 'country' | 'tellsTaxes'>,
) => {
  const [standard, reduced] = RATES[country]
  const rate = tellsTaxes ? choose(world, [standard, reduced]) : standard
  const quantity = 1 + among(world, 4)
  const price = quantity * (100 + among(world, 6000))
  const discount = among(world, 3) ? 0 : among(world, Math.floor(price / 2))
  const net = price - discount
  const cents = channel === 'net' ? net + taxOf(net, BigInt(rate)) : net
  return { id: `l-${++made}`, rate, quantity, refunded: 0, discount, cents }
}

const makeShippingOf = (world: World, { country, tellsTaxes }: Pick<ShopOrder, 'country' | 'tellsTaxes'>) => {
  const [standard, reduced] = RATES[country]
  if (among(world, 3) === 0) return []
  const isSplit = tellsTaxes && among(world, 3) === 0
  return makeShipping(40 + among(world, 60), [standard, reduced], isSplit ? 150 + among(world, 200) : 0)
}

/** Places an order: with or without taxes, shipping and discounts on lines or on the whole order, or a rounding. */
export const placeOrder = (world: World, channel: ShopOrder['channel'], country: ShopOrder['country']): ShopOrder => {
  const terms = { channel, country, tellsTaxes: among(world, 5) > 0 }
  const goods = Array.from({ length: 1 + among(world, 4) }, () => makeLine(world, terms))
  const lines = among(world, 4) ? goods : [...goods, makeGiftCard(world)]
  return {
    ...{ id: `S-${++made}`, ...terms, lines, shipping: makeShippingOf(world, terms) },
    adjustment: choose(world, [0, 0, 0, 1, -1, -50 - among(world, 50)]),
    ...{ refunds: [], isCancelled: false, billedBy: new Map(), isInDraft: false },
  }
}

const pieceOf = ({ cents, quantity }: OrderPart) => Math.floor(cents / quantity)

const addRefund = (order: ShopOrder, fields: Partial<ShopOrder['refunds'][number]>): void => {
  order.refunds.push({ id: `r-${++made}`, cents: 0, pieces: [], shipping: 0, ...fields })
}

/** Takes a piece off before it leaves: its money is given back, all or a part of it, or was never paid. */
const removePiece = (world: World, order: ShopOrder): boolean => {
  const line = order.lines.find(({ quantity, refunded }) => quantity > refunded)
  if (!line) return false
  const price = pieceOf(line)
  const pieces = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces < 2 || price > Math.min(totalOf(order), keptOf(order))) return false
  const withheld = among(world, 3) ? 0 : Math.min(100, price)
  if (among(world, 3))
    addRefund(order, { cents: price - withheld, pieces: [{ lineId: line.id, cents: price, isRemoved: true }] })
  line.quantity -= 1
  line.cents -= price
  if (!line.quantity) Object.assign(line, { cents: 0, discount: 0 })
  return true
}

/** Refunds a piece that had left. */
const refundPiece = (order: ShopOrder): boolean => {
  const line = order.lines.find(({ quantity, refunded, rate, ...each }) => {
    const left = keptByRate(order).get(rate) ?? 0
    return quantity > refunded && pieceOf({ quantity, refunded, rate, ...each }) <= left
  })
  if (!line) return false
  line.refunded += 1
  addRefund(order, { cents: pieceOf(line), pieces: [{ lineId: line.id, cents: pieceOf(line), isRemoved: false }] })
  return true
}

const refundShipping = (order: ShopOrder): boolean => {
  const cents = order.shipping.reduce((sum, share) => sum + share.cents, 0)
  if (!cents || cents > keptOf(order) || order.refunds.some(({ shipping }) => shipping)) return false
  addRefund(order, { cents, shipping: cents })
  return true
}

const refundAmount = (world: World, order: ShopOrder): boolean => {
  const kept = keptOf(order)
  if (kept < 2) return false
  addRefund(order, { cents: 1 + among(world, Math.ceil(kept / 2)) })
  return true
}

const addLine = (world: World, order: ShopOrder): boolean => {
  order.lines.push(makeLine(world, order))
  return true
}

const cancel = (order: ShopOrder): boolean => {
  // A draft lets it go, and another one takes it if it is restored.
  Object.assign(order, { isCancelled: true, isInDraft: false })
  return true
}

/** Changes one order as its shop does; returns false if that is not possible with it. */
export const changeInShop = (world: World, order: ShopOrder): boolean => {
  if (order.isCancelled) {
    order.isCancelled = false
    count(world, 'restored orders')
    return true
  }
  const changes: [name: string, change: () => boolean][] = [
    ['removed pieces', () => removePiece(world, order)],
    ['refunded pieces', () => refundPiece(order)],
    ['refunded amounts', () => refundAmount(world, order)],
    ['refunded amounts', () => refundAmount(world, order)],
    ['refunded shipping', () => refundShipping(order)],
    ['added lines', () => addLine(world, order)],
    ['cancelled orders', () => cancel(order)],
  ]
  const [name, change] = choose(world, changes)
  const isChanged = change()
  if (isChanged) count(world, name)
  return isChanged
}

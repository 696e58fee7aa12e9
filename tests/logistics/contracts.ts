/** Thousandths of a cent, so that all prices of the contracts are whole numbers. */
export type Milli = number

const CENT = 1000
const toMilli = (cents: number): Milli => Math.round(cents * CENT)

/** What a contract asks for the work on one unit, in cents. */
export interface Prices {
  order: number
  line: number
  piece: number
  parcel: number
  return: number
  /** For each piece on the shelf at the end of a day. */
  storage_day?: number
  /** Price of the pieces of a month above a number. */
  piecesAbove?: { count: number; price: number }
  /** At least for the work of a whole month, without carriage. */
  minimum?: number
}

export interface Contract {
  /** Days, both included. */
  from: string
  to: string
  prices: Prices
}

export type Unit = 'order' | 'line' | 'piece' | 'parcel' | 'return' | 'storage_day'

/** Work on goods of an owner, charged to it. */
export const SMALL: Prices = { order: 150, line: 30, piece: 12.5, parcel: 420, return: 275 }
export const LARGE: Prices = {
  ...{ order: 99, line: 0.4, piece: 10.25, parcel: 389, return: 199.9 },
  ...{ piecesAbove: { count: 20, price: 7.125 }, minimum: 4200 },
}

/** Work of the warehouse, owed to it, until the middle of May and after it. */
export const BEFORE: Prices = { order: 80, line: 10, piece: 7.5, parcel: 310, return: 120 }
export const AFTER: Prices = {
  ...{ order: 85, line: 12, piece: 7.75, parcel: 320, return: 125, storage_day: 0.35 },
  ...{ piecesAbove: { count: 40, price: 6 }, minimum: 20_000 },
}

export const SCOPES: Readonly<Record<Unit, string>> = {
  ...{ order: 'fulfilment', line: 'fulfilment', piece: 'fulfilment' },
  ...{ parcel: 'shipping', return: 'returns', storage_day: 'storage' },
}

export const priceOf = (prices: Prices, unit: Unit, quantity: number): Milli => toMilli(prices[unit] ?? 0) * quantity

const UNITS: readonly Unit[] = ['order', 'line', 'piece', 'parcel', 'return', 'storage_day']

/** Writes a contract as a request for a tariff. */
export const toTariff = ({ from, to, prices }: Contract, partnerId: string, basis: 'goods' | 'custody') => ({
  ...{ partnerId, basis, name: `Contract from ${from}`, currency: 'EUR', validFrom: from, validUntil: to },
  rates: UNITS.flatMap((per) => {
    const amount = prices[per]
    if (!amount) return []
    if (per !== 'piece' || !prices.piecesAbove) return [{ per, amount }]
    const { count, price } = prices.piecesAbove
    return [{ per, amount, monthTiers: { mode: 'graduated', tiers: [{ above: count, amount: price }] } }]
  }),
  ...(prices.minimum && {
    minimum: { amount: prices.minimum, units: UNITS.filter((per) => per !== 'parcel' && prices[per]) },
  }),
})

const daysOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

export const lastOfMonth = (month: string): string => {
  const [year = 0, index = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10)
}

/** What a contract makes of a month beyond the prices of its pieces: for its number of pieces, and for its minimum. */
export const closeMonth = (
  { from, to, prices }: Contract,
  month: string,
  { pieces, withoutCarriage }: { pieces: number; withoutCarriage: Milli },
): { volume: Milli; minimum: Milli } => {
  const { count, price } = prices.piecesAbove ?? { count: 0, price: prices.piece }
  const volume = Math.max(0, pieces - count) * (toMilli(price) - toMilli(prices.piece))
  const [first, last] = [`${month}-01`, lastOfMonth(month)]
  const [begin, end] = [from > first ? from : first, to < last ? to : last]
  if (!prices.minimum || begin > end) return { volume, minimum: 0 }
  const share = Math.floor((prices.minimum * daysOf(begin, end)) / daysOf(first, last) + 0.5)
  return { volume, minimum: Math.max(0, toMilli(share) - withoutCarriage - volume) }
}

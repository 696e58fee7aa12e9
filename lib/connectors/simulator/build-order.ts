import { computeChance } from '../../platform/compute-chance.ts'
import { getMinorDigits } from '../../platform/money/currencies.ts'
import { divideRounded } from '../../platform/money/decimal.ts'
import { formatDecimal } from '../../platform/money/minor-units.ts'
import type { Simulation } from './simulation.ts'

/** Time after which an order changes, and after which some change once more. */
const CHANGES_AFTER_MS = 1_800_000
const CHANGES_AGAIN_AFTER_MS = 3_600_000

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Zoë Müller', 'Søren Ødegård', '山田 花子']
const GOODS = ['Green tea', 'Black tea', 'Oolong', 'Teapot', 'Strainer', 'Cup']
const PLACES = [
  { city: 'Berlin', country: 'DE', percent: 19 },
  { city: 'Wien', country: 'AT', percent: 20 },
  { city: 'København', country: 'DK', percent: 25 },
] as const
const SHIPPING = ['standard', 'standard', 'express']
const pick = <T>(from: readonly T[], number: number) => from[number % from.length] as T

const getPlacedAt = (index: number, { everySeconds }: Simulation) => index * everySeconds * 1000

const hits = (simulation: Simulation, index: number, about: string, percent: number) =>
  computeChance(simulation.seed, index, about) % 100 < percent

type Fate = 'refunded' | 'edited' | 'returned_to_paid' | 'ended' | 'goes_on'

/** Returns what happens to an order that changes. */
const chooseFate = (index: number, { seed, ...simulation }: Simulation): Fate => {
  const chance = computeChance(seed, index, 'fate') % 100
  const { refundedPercent, editedPercent, returnedToPaidPercent } = simulation
  if (chance < refundedPercent) return 'refunded'
  if (chance < refundedPercent + editedPercent) return 'edited'
  if (chance < refundedPercent + editedPercent + returnedToPaidPercent) return 'returned_to_paid'
  return computeChance(seed, index, 'end') % 2 === 0 ? 'ended' : 'goes_on'
}

interface Course {
  status: string
  paymentStatus: string
  /** What happened to it so far; undefined if nothing did. */
  fate: Fate | undefined
  modifiedAt: number
}

const PAID = { status: 'processing', paymentStatus: 'paid' }

/** Returns how far an order has come: what was ordered, what happened half an hour later, and what an hour later. */
export const findCourse = (index: number, simulation: Simulation): Course => {
  const placedAt = getPlacedAt(index, simulation)
  const age = simulation.now.getTime() - placedAt
  const fate = hits(simulation, index, 'changes', simulation.changedPercent) ? chooseFate(index, simulation) : undefined
  const isUnpaid = fate === 'returned_to_paid' || hits(simulation, index, 'unpaid', simulation.unpaidPercent)
  const isPaidFirst = fate === 'edited' || (fate === 'refunded' && age >= CHANGES_AFTER_MS) || !isUnpaid
  const first = isPaidFirst ? PAID : { status: 'pending', paymentStatus: 'unpaid' }
  if (!fate || age < CHANGES_AFTER_MS) return { ...first, fate: undefined, modifiedAt: placedAt }
  const changed = { fate, modifiedAt: placedAt + CHANGES_AFTER_MS }
  const again = { fate, modifiedAt: placedAt + CHANGES_AGAIN_AFTER_MS }
  const isLate = age >= CHANGES_AGAIN_AFTER_MS
  if (fate === 'ended') return { status: 'cancelled', paymentStatus: isUnpaid ? 'voided' : 'paid', ...changed }
  if (fate === 'goes_on') return { status: isUnpaid ? 'processing' : 'completed', paymentStatus: 'paid', ...changed }
  if (fate === 'refunded') return { ...PAID, paymentStatus: 'partly_refunded', ...changed }
  if (isLate) return { ...PAID, ...again }
  return fate === 'edited'
    ? { status: 'on-hold', paymentStatus: 'partly_paid', ...changed }
    : { status: 'cancelled', paymentStatus: 'voided', ...changed }
}

/** A line in minor units, as it is priced. */
interface Priced {
  id: string
  kind: 'goods' | 'digital' | 'tip'
  variant?: string
  sku?: string
  name: string
  quantity: number
  ordered: number
  refunded: number
  price: number
  total: number
  discount: number
  tax: number
  percent: number
}

const chooseGoods = (number: number) =>
  Array.from({ length: 1 + (number % 3) }, (_, at) => {
    const goods = (number >>> (at + 2)) % GOODS.length
    return {
      id: `L${at + 1}`,
      variant: `variant-${goods}`,
      sku: `SIM-${goods}`,
      name: pick(GOODS, goods),
      quantity: 1 + ((number >>> at) % 4),
      price: 5 + goods,
    }
  })

const DISCOUNT_PERCENT = 10

const divide = (numerator: number, denominator: number) => Number(divideRounded(BigInt(numerator), BigInt(denominator)))

/** Prices pieces: the tax is contained in gross prices and added to net ones. */
const price = (
  listed: number,
  quantity: number,
  percent: number,
  { isGross, off }: { isGross: boolean; off: number },
) => {
  const listedTotal = listed * quantity
  const left = listedTotal - divide(listedTotal * off, 100)
  const tax = isGross ? divide(left * percent, 100 + percent) : divide(left * percent, 100)
  const before = isGross ? listedTotal : listedTotal + divide(listedTotal * percent, 100)
  const total = isGross ? left : left + tax
  return { total, tax, discount: before - total }
}

const buildLines = (index: number, simulation: Simulation, percent: number, fate: Fate | undefined): Priced[] => {
  const { seed, isGross } = simulation
  const unit = 10 ** getMinorDigits(simulation.currency)
  const off = hits(simulation, index, 'discount', simulation.discountPercent) ? DISCOUNT_PERCENT : 0
  const isRemoved = computeChance(seed, index, 'left') % 2 === 0
  const goods = chooseGoods(computeChance(seed, index, 'order')).map((line, at): Priced => {
    const isFirst = at === 0
    const ordered = line.quantity + (isFirst && fate === 'edited' ? 1 : 0)
    const quantity = ordered - (isFirst && fate === 'refunded' && isRemoved ? 1 : 0)
    const refunded = isFirst && fate === 'refunded' && !isRemoved ? 1 : 0
    const amounts = price(line.price * unit, quantity, percent, { isGross, off })
    return { ...line, kind: 'goods', price: line.price * unit, quantity, ordered, refunded, percent, ...amounts }
  })
  const buildExtra = (id: string, kind: Priced['kind'], name: string, listed: number, rate: number): Priced => ({
    ...{ id, kind, name, quantity: 1, ordered: 1, refunded: 0, price: listed * unit, percent: rate },
    ...price(listed * unit, 1, rate, { isGross, off: 0 }),
  })
  return [
    ...goods,
    ...(hits(simulation, index, 'digital', simulation.digitalPercent)
      ? [buildExtra('D1', 'digital', 'Book of tea, as a download', 8, percent)]
      : []),
    ...(hits(simulation, index, 'tip', simulation.tipPercent) ? [buildExtra('T1', 'tip', 'Tip', 2, 0)] : []),
  ]
}

/** What one piece of the first line costs, which is what refunds are for. */
const priceOnePiece = (index: number, simulation: Simulation, line: Priced): number => {
  const off = hits(simulation, index, 'discount', simulation.discountPercent) ? DISCOUNT_PERCENT : 0
  if (line.refunded) return divide(line.total, line.quantity)
  const { isGross } = simulation
  return price(line.price, line.ordered, line.percent, { isGross, off }).total - line.total
}

/** Returns the record of an order in the format of the shop. */
export const buildSimulatedOrder = (index: number, simulation: Simulation): unknown => {
  const { seed, currency, badPercent, isGross } = simulation
  const number = computeChance(seed, index, 'order')
  const { city, country, percent } = pick(PLACES, number >>> 5)
  const { status, paymentStatus, fate, modifiedAt } = findCourse(index, simulation)
  const lines = buildLines(index, simulation, percent, fate)
  const unit = 10 ** getMinorDigits(currency)
  const shipping = hits(simulation, index, 'shipping cost', simulation.shippingPercent)
    ? price(5 * unit, 1, percent, { isGross, off: 0 })
    : undefined
  const show = (amount: number) => formatDecimal(amount, currency)
  const showTax = (amount: number, rate: number) => ({ name: 'VAT', percent: rate, amount: show(amount) })
  const discount = lines.reduce((sum, line) => sum + line.discount, 0)
  const total = lines.reduce((sum, line) => sum + line.total, shipping?.total ?? 0)
  const [first] = lines
  const refund = fate === 'refunded' && first ? priceOnePiece(index, simulation, first) : 0
  const name = pick(NAMES, number >>> 3)
  const isRemoved = first?.refunded === 0
  const isWholeRefunded = refund > 0 && refund >= total + (isRemoved ? refund : 0)
  const paid = ['paid', 'partly_refunded'].includes(paymentStatus) ? total + (isRemoved ? refund : 0) : 0
  return {
    id: `SIM-${index}`,
    status: isWholeRefunded ? 'refunded' : status,
    currency,
    total: hits(simulation, index, 'bad', badPercent) ? null : show(total),
    placedAt: new Date(getPlacedAt(index, simulation)).toISOString(),
    modifiedAt: new Date(modifiedAt).toISOString(),
    customer: { name, email: `customer.${number % 1000}@example.com` },
    city,
    country,
    shipping: pick(SHIPPING, computeChance(seed, index, 'shipping')),
    ...(shipping && { shippingCost: { total: show(shipping.total), tax: showTax(shipping.tax, percent) } }),
    pricesIncludeTax: isGross,
    lines: lines.map(({ discount: off, tax, percent: rate, price: listed, total: ofLine, ...line }) => ({
      ...line,
      price: show(listed),
      total: show(ofLine),
      discount: show(off),
      tax: showTax(tax, rate),
    })),
    discounts: discount > 0 ? [{ code: 'TEA10', name: 'Ten percent off', amount: show(discount) }] : [],
    paymentStatus: isWholeRefunded ? 'refunded' : paymentStatus,
    paymentMethod: pick(['card', 'bank_transfer'], computeChance(seed, index, 'payment')),
    paid: show(paid),
    refunds: refund
      ? [
          {
            ...{ id: `R-${index}`, refundedAt: new Date(modifiedAt).toISOString(), amount: show(refund) },
            reason: isRemoved ? 'Not wanted any more' : 'Arrived broken',
            lines: [{ line: first?.id ?? '', quantity: 1, amount: show(refund), isRemoved }],
          },
        ]
      : [],
  }
}

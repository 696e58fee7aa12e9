import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { buildTaxes, type LineTax, splitTax, sumTaxes, takeTaxes } from '../../order-parts/line-taxes.ts'
import { takePart } from '../../order-parts/split-amount.ts'
import { computeUnitPrice, parseObject, Quantity, readText } from '../../reading.ts'
import { type Discount, DiscountAllocation, readDiscounts, sumDiscounts, takeDiscounts } from './discounts.ts'
import { Money, maybe, type ReadAmount, readId, readTaxLines, TaxLine } from './money.ts'

type Row = NonNullable<OrderRow['lineItems']>[number]

export const Line = Type.Object({
  quantity: Quantity,
  currentQuantity: Quantity,
  unfulfilledQuantity: maybe(Quantity),
  originalTotalSet: Money,
  priceAfterAllDiscountsBeforeTaxesSet: maybe(Money),
  discountAllocations: Type.Array(DiscountAllocation),
  taxLines: Type.Array(TaxLine),
})

/** A line in minor units of the customer's currency. */
export interface ShopifyLine {
  id: string | null
  kind: NonNullable<Row['kind']>
  variantId: string | null
  sku: string | null
  name: string | null
  bundleId: string | null
  /** Pieces that were ordered, those that were refunded or removed included; the amounts beside are of them all. */
  ordered: number
  total: number
  taxes: LineTax[]
  discounts: Discount[]
  /** Pieces of which none was refunded or removed, as far as the shop knows; the amount beside, without taxes, is of them. */
  current: number
  currentNet: number | null
  /** The shop still has to send so many of the current pieces. */
  unfulfilled: number
  /** Whether the shop tells how many pieces it still has to send. */
  isUnfulfilledTold: boolean
  /** Whether the shop's prices, and the discounts beside, have taxes. */
  hasTaxes: boolean
}

const readKind = (line: Record<string, unknown>): ShopifyLine['kind'] => {
  if (line.isGiftCard === true) return 'gift_card'
  return line.requiresShipping === false ? 'digital' : 'goods'
}

export const readLine = (record: Static<typeof Line>, taxesIncluded: boolean, read: ReadAmount): ShopifyLine => {
  const line: Record<string, unknown> = record
  const taxes = readTaxLines(record.taxLines, read)
  const discounts = readDiscounts(record.discountAllocations, read)
  const price = sumAmounts([read(record.originalTotalSet, 'originalTotalSet'), -sumDiscounts(discounts)])
  const net = record.priceAfterAllDiscountsBeforeTaxesSet
  const current = Math.min(record.currentQuantity, record.quantity)
  return {
    id: readId(line.id),
    kind: readKind(line),
    variantId: readText(parseObject(line.variant).id),
    sku: readText(line.sku),
    name: readText(line.name, 500),
    bundleId: readId(parseObject(line.lineItemGroup).id),
    ordered: record.quantity,
    total: sumAmounts([price, taxesIncluded ? 0 : sumTaxes(taxes)]),
    taxes,
    discounts,
    current,
    currentNet: net ? read(net, 'priceAfterAllDiscountsBeforeTaxesSet') : null,
    unfulfilled: Math.min(record.unfulfilledQuantity ?? 0, current),
    isUnfulfilledTold: record.unfulfilledQuantity != null,
    hasTaxes: taxesIncluded,
  }
}

const isUnsold = ({ kind, sku }: ShopifyLine, record: unknown) =>
  kind === 'digital' && sku === null && !parseObject(record).product

/** Marks tips, which the shop shows as lines of no product, and otherwise only as their sum. */
export const markTips = (lines: readonly ShopifyLine[], records: readonly unknown[], tips: number): ShopifyLine[] => {
  const candidates = lines.filter((line, i) => isUnsold(line, records[i]))
  const isSum = sumAmounts(candidates.map(({ total }) => total)) === tips
  const same = isSum ? candidates : candidates.filter(({ total }) => total === tips).slice(-1)
  return lines.map((line) => (tips > 0 && same.includes(line) ? { ...line, kind: 'tip' } : line))
}

/** What the order contains of a line: its pieces without those that were refunded or removed. */
export interface Current {
  total: number
  taxes: LineTax[]
}

/** What the order contains of a line, with the number of amounts in it that were rounded here. */
interface Computed extends Current {
  /** The price without taxes, if the shop tells one that fits the line. */
  net: number | null
  roundings: number
}

/** Tells whether some of a line's pieces cost a whole number of minor units. */
const isExact = (whole: number, part: number, of: number) =>
  Number.isInteger(part) && Number.isInteger(of) && (BigInt(whole) * BigInt(part)) % BigInt(of) === 0n

const computeCurrent = (line: ShopifyLine): Computed => {
  const { ordered, current, currentNet, total: whole, taxes, hasTaxes } = line
  if (current === ordered || current === 0)
    return { total: current && whole, taxes: takeTaxes(taxes, current, ordered), net: null, roundings: 0 }
  const own = takeTaxes(taxes, current, ordered)
  const share = takePart(whole, current, ordered)
  const total = sumAmounts([currentNet ?? 0, sumTaxes(own)])
  const isTold = currentNet !== null && Math.abs(total - share) <= 1 + taxes.length
  if (isTold && hasTaxes && isExact(whole, current, ordered))
    return { total: share, taxes: own, net: currentNet, roundings: 0 }
  if (isTold) return { total, taxes: own, net: currentNet, roundings: taxes.length }
  return { total: share, taxes: own, net: null, roundings: whole > 0 ? 1 : 0 }
}

/**
 * Computes what the order contains of its lines. The shop tells the price of a part of a line without taxes, and its taxes for
 * the whole line, so these are rounded; what the lines lack of `expected`, which they must add up to, goes to them in minor
 * units, beginning with the dearest.
 */
export const computeCurrents = (lines: readonly ShopifyLine[], expected: number): Current[] => {
  const computed = lines.map(computeCurrent)
  const missing = sumAmounts([expected, ...computed.map(({ total }) => -total)])
  const rounded = [...computed.keys()]
    .toSorted((one, other) => (lines[other]?.total ?? 0) - (lines[one]?.total ?? 0))
    .flatMap((i) => Array.from({ length: computed[i]?.roundings ?? 0 }, () => i))
  const chosen = Math.abs(missing) <= rounded.length ? rounded.slice(0, Math.abs(missing)) : []
  return computed.map(({ total: before, taxes, net }, i) => {
    const total = sumAmounts([before, chosen.filter((each) => each === i).length * Math.sign(missing)])
    return { total, taxes: net === null || total < net ? taxes : splitTax(total - net, taxes) }
  })
}

/** Pieces of a line and what the order contains of it, those that came back after they had left included. */
export interface Sold extends Current {
  quantity: number
  returned: number
  discounts: Discount[]
}

/** Adds pieces that had left before they were refunded, which the shop takes off its totals, to what the order contains. */
export const addReturned = (line: ShopifyLine, current: Current, returned: number): Sold => {
  const quantity = line.current + returned
  const discounts = takeDiscounts(line.discounts, line.hasTaxes ? [] : line.taxes, quantity, line.ordered)
  if (quantity === line.ordered) return { quantity, returned, total: line.total, taxes: line.taxes, discounts }
  const back = takeTaxes(line.taxes, returned, line.ordered)
  return {
    quantity,
    returned,
    total: sumAmounts([current.total, takePart(line.total, returned, line.ordered)]),
    taxes: current.taxes.map((tax, i) => ({ ...tax, amount: tax.amount + (back[i]?.amount ?? 0) })),
    discounts,
  }
}

export const buildLine = (line: ShopifyLine, sold: Sold): Row => ({
  externalLineId: line.id,
  kind: line.kind,
  externalVariantId: line.variantId,
  sku: line.sku,
  name: line.name,
  quantity: sold.quantity,
  orderedQuantity: line.ordered,
  refundedQuantity: sold.returned,
  ...(line.isUnfulfilledTold && { fulfilledQuantity: sold.quantity - line.unfulfilled }),
  unitPrice: computeUnitPrice(sold.total, sold.quantity),
  total: sold.quantity === 0 ? 0 : sold.total,
  discountAmount: sumDiscounts(sold.discounts),
  taxes: buildTaxes(sold.total, sold.taxes),
  bundleId: line.bundleId,
})

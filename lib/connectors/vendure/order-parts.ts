import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../schemas/sales/order.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { readPath } from '../graphql.ts'
import { type PartAmounts, type ScaledTax, scaleParts, splitTaxes } from '../order-parts/scale-parts.ts'
import { computeUnitPrice, isInteger, parseList, parseObject, Quantity, readScaledMoney, readText } from '../reading.ts'

export const VendureLine = Type.Object({
  id: Type.String({ minLength: 1 }),
  quantity: Quantity,
  proratedLinePrice: Type.Integer(),
  proratedLinePriceWithTax: Type.Integer(),
})

const Surcharge = Type.Object({ id: Type.String(), price: Type.Integer(), priceWithTax: Type.Integer() })

const ShippingLine = Type.Object({
  id: Type.String(),
  discountedPrice: Type.Integer(),
  discountedPriceWithTax: Type.Integer(),
})

/** Members of an order that add up to its total. */
export const vendureParts = {
  lines: Type.Array(VendureLine),
  surcharges: Type.Array(Surcharge),
  shippingLines: Type.Array(ShippingLine),
}

interface PartsOfOrder {
  lines: Static<typeof VendureLine>[]
  surcharges: Static<typeof Surcharge>[]
  shippingLines: Static<typeof ShippingLine>[]
}

/** States of a fulfilment whose pieces have left. */
const LEFT = ['Shipped', 'Delivered']

/** Counts the pieces of each line that have left. */
const countLeft = (order: unknown): Map<string, number> => {
  const left = new Map<string, number>()
  for (const fulfilment of parseList(parseObject(order).fulfillments)) {
    const { state, lines } = parseObject(fulfilment)
    if (!LEFT.includes(String(state))) continue
    for (const line of parseList(lines)) {
      const { orderLineId, quantity } = parseObject(line)
      const id = readText(orderLineId) ?? ''
      if (isInteger(quantity) && quantity > 0) left.set(id, (left.get(id) ?? 0) + quantity)
    }
  }
  return left
}

/** A line with the pieces that were cancelled after they had left, which the shop takes out of its total. */
export interface VendurePieces {
  id: string
  /** Pieces that are supplied or to be supplied. */
  quantity: number
  orderedQuantity: number | null
  /** The shop cancelled so many of `quantity` after they had left. */
  returned: number
  /** What `quantity` pieces cost, without and with tax, in the shop's integers. */
  net: number
  gross: number
}

const toShare = (amount: number, pieces: number, of: number) => Math.round((amount * pieces) / of)

/** What pieces of a line cost: a share of its present total, or their price without discounts if it has no pieces left. */
const priceReturned = (total: number, quantity: number, unitPrice: unknown, returned: number) =>
  quantity > 0 ? toShare(total, returned, quantity) : isInteger(unitPrice) ? unitPrice * returned : 0

/**
 * Returns the pieces of the lines. What left and was cancelled later is added back, but never more than `most` in all, because
 * no line tells what discounts its cancelled pieces had.
 */
export const countPieces = (order: PartsOfOrder, most: number): VendurePieces[] => {
  const left = countLeft(order)
  let rest = most
  return order.lines.map((line) => {
    const { quantity, proratedLinePrice: net, proratedLinePriceWithTax: gross } = line
    const id = readText(line.id) ?? ''
    const { orderPlacedQuantity: placed, unitPrice, unitPriceWithTax } = parseObject(line)
    const returned = Math.max(0, (left.get(id) ?? 0) - quantity)
    const supplied = quantity + returned
    // A piece that an edit added was not there when the order was placed.
    const orderedQuantity = isInteger(placed) && placed >= supplied ? placed : null
    if (!returned) return { id, quantity, orderedQuantity, returned, net, gross }
    const grossBack = priceReturned(gross, quantity, unitPriceWithTax, returned)
    const netBack = priceReturned(net, quantity, unitPrice, returned)
    const back = Math.min(grossBack, rest)
    rest -= back
    const netOfBack = grossBack ? toShare(netBack, back, grossBack) : 0
    return { id, quantity: supplied, orderedQuantity, returned, net: net + netOfBack, gross: gross + back }
  })
}

const isRate = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1000

const readRates = (rows: unknown) =>
  parseList(rows).flatMap((row) => {
    const { description, taxRate } = parseObject(row)
    return isRate(taxRate) ? [{ name: readText(description, 100), ratePercent: taxRate }] : []
  })

const readTaxes = (part: { taxLines?: unknown }, net: number, gross: number): ScaledTax[] => {
  const tax = sumAmounts([gross, -net])
  const rates = readRates(part.taxLines)
  return rates.length || tax === 0 ? splitTaxes(tax, rates) : [{ name: null, ratePercent: null, amount: tax }]
}

/** Tolerance of a rounded net amount and a rounded gross one. */
const MAX_DEVIATION = 1

/**
 * Finds the rate of a shipping line among those of the order, because the shop does not tell it; rates that no other part has
 * come first.
 */
const findShippingTaxes = (order: PartsOfOrder, net: number, gross: number): ScaledTax[] => {
  if (net === 0 && gross === 0) return []
  const amount = sumAmounts([gross, -net])
  const keyOf = ({ name, ratePercent }: Pick<ScaledTax, 'name' | 'ratePercent'>) => JSON.stringify([name, ratePercent])
  const others = [...order.lines, ...order.surcharges].flatMap((part) => readRates(parseObject(part).taxLines))
  const used = new Set(others.map(keyOf))
  const rates = readRates(parseObject(order).taxSummary)
  const fitting = rates.filter(({ ratePercent }) => Math.abs(net * (1 + ratePercent / 100) - gross) <= MAX_DEVIATION)
  const found = fitting.find((rate) => !used.has(keyOf(rate))) ?? fitting[0]
  if (found) return [{ ...found, amount }]
  return amount === 0 ? [] : [{ name: null, ratePercent: null, amount }]
}

const readDiscountAmount = (before: unknown, after: number, scale: number, currency: string) =>
  isInteger(before) ? Math.max(0, readScaledMoney(before - after, scale, currency)) : 0

/** A discount that staff grants, and every surcharge, is a surcharge of the shop. */
const buildSurcharge = (raw: Static<typeof Surcharge>, { total, taxes }: PartAmounts) => ({
  externalLineId: readText(`surcharge-${raw.id}`),
  kind: total < 0 ? ('discount' as const) : ('fee' as const),
  sku: readText(parseObject(raw).sku),
  name: readText(parseObject(raw).description, 500),
  quantity: 1,
  unitPrice: total,
  total,
  taxes,
})

const readDiscounts = (order: unknown, scale: number, currency: string): NonNullable<OrderRow['discounts']> => {
  const { discounts, promotions } = parseObject(order)
  const codeOf = new Map(
    parseList(promotions).map((each) => [`PROMOTION:${readPath(each, 'id')}`, readText(readPath(each, 'couponCode'))]),
  )
  return parseList(discounts).flatMap((discount) => {
    const { adjustmentSource, description, amountWithTax } = parseObject(discount)
    if (!isInteger(amountWithTax) || amountWithTax >= 0) return []
    const code = codeOf.get(String(adjustmentSource)) ?? null
    return [{ code, name: readText(description, 500), amount: readScaledMoney(-amountWithTax, scale, currency) }]
  })
}

/** Reads the lines, shipping lines and discounts of an order, which add up to `total`. */
export const readVendureParts = (
  order: PartsOfOrder,
  pieces: readonly VendurePieces[],
  scale: number,
  currency: string,
): Pick<OrderRow, 'shippingLines' | 'discounts'> & { lineItems: NonNullable<OrderRow['lineItems']> } => {
  const { lines, surcharges, shippingLines } = order
  const amounts = scaleParts(
    [
      ...pieces.map(({ net, gross }, i) => ({ total: gross, taxes: readTaxes(parseObject(lines[i]), net, gross) })),
      ...surcharges.map((each) => ({
        total: each.priceWithTax,
        taxes: readTaxes(parseObject(each), each.price, each.priceWithTax),
      })),
      ...shippingLines.map(({ discountedPrice: net, discountedPriceWithTax: gross }) => ({
        total: gross,
        taxes: findShippingTaxes(order, net, gross),
      })),
    ],
    scale,
    currency,
  )
  const amountsAt = (at: number) => amounts[at] as PartAmounts
  const goods = pieces.map(({ id, quantity, orderedQuantity }, i) => {
    const line = parseObject(lines[i])
    const { total, taxes } = amountsAt(i)
    return {
      externalLineId: id || null,
      externalVariantId: readText(readPath(line, 'productVariant', 'id')),
      sku: readText(readPath(line, 'productVariant', 'sku')),
      name: readText(readPath(line, 'productVariant', 'name'), 500),
      quantity,
      orderedQuantity,
      unitPrice: computeUnitPrice(total, quantity),
      total: quantity > 0 || total === 0 ? total : null,
      discountAmount: readDiscountAmount(line.linePriceWithTax, Number(line.proratedLinePriceWithTax), scale, currency),
      taxes,
    }
  })
  return {
    lineItems: [...goods, ...surcharges.map((each, i) => buildSurcharge(each, amountsAt(lines.length + i)))],
    shippingLines: shippingLines.map((line, i) => {
      const { total, taxes } = amountsAt(lines.length + surcharges.length + i)
      const { shippingMethod, priceWithTax } = parseObject(line)
      return {
        externalLineId: readText(line.id),
        code: readText(readPath(shippingMethod, 'code')),
        name: readText(readPath(shippingMethod, 'name'), 500),
        total,
        discountAmount: readDiscountAmount(priceWithTax, line.discountedPriceWithTax, scale, currency),
        taxes,
      }
    }),
    discounts: readDiscounts(order, scale, currency),
  }
}

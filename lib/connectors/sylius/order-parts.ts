import type { OrderRow } from '../../../schemas/sales/order.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { type PartAmounts, type ScaledTax, scaleParts, takeShare } from '../order-parts/scale-parts.ts'
import {
  computeUnitPrice,
  isInteger,
  joinWords,
  parseList,
  parseObject,
  readScaledMoney,
  readText,
} from '../reading.ts'
import { readIriEnd } from './ask-shop.ts'
import { SCALE } from './product.ts'

/** Something that the shop adds to an order, an item, one of its units or a shipment, or takes off it. */
export interface Adjustment {
  id: string | null
  type: string
  label: string | null
  amount: number
  /** True if the amount is contained in the price already. */
  neutral: boolean
  shipment: string | null
  item: string | null
  unit: string | null
}

/** Reads adjustments; what is none is left out. */
export const readAdjustments = (values: readonly unknown[]): Adjustment[] =>
  values.flatMap((value) => {
    const { id, type, label, amount, neutral, shipment, orderItem, order_item, orderItemUnit, order_item_unit } =
      parseObject(value)
    if (!isInteger(amount)) return []
    return {
      ...{
        id: readText(id),
        type: readText(type) ?? '',
        label: readText(label, 500),
        amount,
        neutral: neutral === true,
      },
      shipment: readIriEnd(shipment),
      item: readIriEnd(orderItem ?? order_item),
      unit: readIriEnd(orderItemUnit ?? order_item_unit),
    }
  })

const PROMOTIONS = ['order_promotion', 'order_item_promotion', 'order_unit_promotion']
const SHIPPING_PROMOTION = 'order_shipping_promotion'

const sumOf = (adjustments: readonly Adjustment[]) => sumAmounts(adjustments.map(({ amount }) => amount))
const isAdded = ({ neutral }: Adjustment) => !neutral
const isOf =
  (...types: readonly string[]) =>
  ({ type }: Adjustment) =>
    types.includes(type)

const PERCENT = /^\d{1,3}(?:[.,]\d{1,4})?$/

/** Reads the name and the rate of a tax, which the shop writes as `VAT (19%)`. */
const readLabel = (label: string | null): { name: string | null; percent: number | null } => {
  const [end, at] = [label?.endsWith('%)') ?? false, label?.lastIndexOf('(') ?? -1]
  const percent = end && at >= 0 ? (label?.slice(at + 1, -2).trim() ?? '') : ''
  if (!PERCENT.test(percent)) return { name: label, percent: null }
  return { name: readText(label?.slice(0, at)), percent: Number(percent.replace(',', '.')) }
}

/** Computes the rate of a tax of which only the rounded amount is known: the one with the fewest decimals that fits. */
const computeRate = (tax: number, net: number, pieces: number): number | null => {
  if (net <= 0 || tax < 0) return null
  for (const digits of [0, 1, 2]) {
    const rate = Number(((tax / net) * 100).toFixed(digits))
    if (Math.abs((net * rate) / 100 - tax) <= pieces / 2) return rate
  }
  return Number(((tax / net) * 100).toFixed(2))
}

const readTaxes = (adjustments: readonly Adjustment[], total: number, pieces: number): ScaledTax[] => {
  const taxes = adjustments.filter(isOf('tax'))
  const net = sumAmounts([total, -sumOf(taxes)])
  return [...Map.groupBy(taxes, ({ label }) => label)].map(([label, own]) => {
    const amount = sumOf(own)
    const { name, percent } = readLabel(label)
    return {
      name: readText(name, 100),
      ratePercent: percent ?? computeRate(amount, net, pieces + 1),
      amount,
    }
  })
}

/** What promotions took off a part, as the customer sees it: in a shop with net prices, their tax belongs to it. */
const readDiscount = (promotions: readonly Adjustment[], total: number, addedTax: number): number => {
  const amount = -sumOf(promotions)
  const net = total - addedTax
  return amount > 0 ? (takeShare(amount, Math.max(0, total), net) ?? amount) : 0
}

interface Part {
  total: number
  /** Null if the shop does not tell them. */
  taxes: ScaledTax[] | null
  discount: number
}

interface Item {
  quantity: number
  total: number
}

const buildItemPart = (item: Item, adjustments: readonly Adjustment[] | null): Part => {
  const { total, quantity } = item
  if (!adjustments) return { total, taxes: null, discount: 0 }
  const { id, units } = parseObject(item)
  const own = readText(id)
  const ids = new Set(parseList(units).map((unit) => readIriEnd(unit)))
  const ofItem = adjustments.filter(
    ({ item: at, unit }) => (unit !== null && ids.has(unit)) || (at !== null && at === own),
  )
  const addedTax = sumOf(ofItem.filter(isOf('tax')).filter(isAdded))
  return {
    total,
    taxes: readTaxes(ofItem, total, quantity),
    discount: readDiscount(ofItem.filter(isOf(...PROMOTIONS)), total, addedTax),
  }
}

const SHIPPING = ['shipping', SHIPPING_PROMOTION, 'tax']

interface Shipping extends Part {
  id: string | null
  code: string | null
  name: string | null
}

/** Builds a shipping line for each shipment that costs something; one without a shipment belongs to the first. */
const buildShipping = (order: Record<string, unknown>, ofOrder: readonly Adjustment[]): Shipping[] => {
  const shipments = parseList(order.shipments).map((each) => parseObject(each))
  const first = readText(shipments[0]?.id) ?? 'shipping'
  const known = new Set(shipments.map(({ id }) => readText(id)))
  const byShipment = Map.groupBy(ofOrder.filter(isOf(...SHIPPING)), ({ shipment }) =>
    shipment !== null && known.has(shipment) ? shipment : first,
  )
  return [...byShipment].map(([id, own]) => {
    const total = sumOf(own.filter(isAdded))
    const addedTax = sumOf(own.filter(isOf('tax')).filter(isAdded))
    return {
      ...{ id, code: readIriEnd(shipments.find((each) => readText(each.id) === id)?.method) },
      name: own.find(isOf('shipping'))?.label ?? null,
      ...{ total, taxes: readTaxes(own, total, 1) },
      discount: readDiscount(own.filter(isOf(SHIPPING_PROMOTION)), total, addedTax),
    }
  })
}

/** The shipping of an order whose adjustments the shop does not show. */
const guessShipping = (order: Record<string, unknown>): Shipping[] => {
  const { shippingTotal, shipments } = order
  if (!isInteger(shippingTotal) || shippingTotal === 0) return []
  const { id, method } = parseObject(parseList(shipments)[0])
  return [{ id: readText(id), code: readIriEnd(method), name: null, total: shippingTotal, taxes: null, discount: 0 }]
}

const toMoney = (amount: number, currency: string) => readScaledMoney(amount, SCALE, currency)

const readDiscounts = (adjustments: readonly Adjustment[], currency: string): NonNullable<OrderRow['discounts']> => {
  const promotions = adjustments.filter(isOf(...PROMOTIONS, SHIPPING_PROMOTION))
  return [...Map.groupBy(promotions, ({ label }) => label)].flatMap(([name, own]) => {
    const amount = -sumOf(own)
    return amount > 0 ? [{ code: null, name, amount: toMoney(amount, currency) }] : []
  })
}

interface SyliusParts extends Pick<OrderRow, 'shippingLines' | 'discounts' | 'pricesIncludeTax'> {
  lineItems: NonNullable<OrderRow['lineItems']>
}

/** Prices include tax if a tax is contained in them; without any tax the shop does not tell it. */
const findPricesIncludeTax = (adjustments: readonly Adjustment[]): boolean | null => {
  const taxes = adjustments.filter(isOf('tax'))
  return taxes.length ? taxes.some(({ neutral }) => neutral) : null
}

/**
 * Reads the lines, shipping lines and discounts of an order. `adjustments` is null if the shop does not show them; then only
 * the totals of items and of shipping are known.
 */
export const readSyliusParts = (
  record: { items: readonly Item[] },
  adjustments: readonly Adjustment[] | null,
  currency: string,
): SyliusParts => {
  const order = parseObject(record)
  const ofOrder = (adjustments ?? []).filter(({ item, unit }) => item === null && unit === null)
  const items = record.items.map((item) => buildItemPart(item, adjustments))
  // Plugins add fees and discounts of their own to the order.
  const others = ofOrder.filter((each) => !each.neutral && !SHIPPING.includes(each.type) && each.amount !== 0)
  const shipping = adjustments ? buildShipping(order, ofOrder) : guessShipping(order)
  const amounts = scaleParts(
    [...items, ...others.map(({ amount }) => ({ total: amount, taxes: null })), ...shipping],
    SCALE,
    currency,
  )
  const amountsAt = (at: number) => amounts[at] as PartAmounts
  const goods = record.items.map((item, i) => {
    const { id, variant, productName, variantName } = parseObject(item)
    const { total, taxes } = amountsAt(i)
    return {
      externalLineId: readText(id),
      // The code of a variant is its id as well as its SKU.
      externalVariantId: readIriEnd(variant),
      sku: readIriEnd(variant),
      name: readText(joinWords(productName, variantName), 500),
      quantity: item.quantity,
      orderedQuantity: item.quantity,
      unitPrice: computeUnitPrice(total, item.quantity),
      total: item.quantity > 0 || total === 0 ? total : null,
      discountAmount: toMoney(items[i]?.discount ?? 0, currency),
      taxes,
    }
  })
  const fees = others.map(({ id, label }, i) => {
    const { total, taxes } = amountsAt(items.length + i)
    const kind = total < 0 ? ('discount' as const) : ('fee' as const)
    return { externalLineId: id && `adjustment-${id}`, kind, name: label, quantity: 1, unitPrice: total, total, taxes }
  })
  return {
    lineItems: [...goods, ...fees],
    shippingLines: shipping.map(({ id, code, name, discount }, i) => ({
      ...{ externalLineId: id, code, name, discountAmount: toMoney(discount, currency) },
      ...amountsAt(items.length + others.length + i),
    })),
    discounts: readDiscounts(adjustments ?? [], currency),
    pricesIncludeTax: findPricesIncludeTax(adjustments ?? []),
  }
}

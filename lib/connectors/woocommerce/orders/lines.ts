import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { buildTaxes, type LineTax, readRate, splitTax, takeTaxes } from '../../order-parts/line-taxes.ts'
import { takePart } from '../../order-parts/split-amount.ts'
import { computeUnitPrice, parseObject, Quantity, readMoney, readText } from '../../reading.ts'

type Row = NonNullable<OrderRow['lineItems']>[number]
type ShippingRow = NonNullable<OrderRow['shippingLines']>[number]

const may = <S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

const priced = {
  total: Type.String(),
  total_tax: Type.String(),
  taxes: may(Type.Array(Type.Object({ id: may(Type.Union([Type.Number(), Type.String()])), total: Type.Unknown() }))),
}

export const Line = Type.Object({
  ...priced,
  quantity: Quantity,
  subtotal: may(Type.String()),
  subtotal_tax: may(Type.String()),
})
export const Charge = Type.Object(priced)
export const TaxLine = Type.Object({ rate_id: may(Type.Union([Type.Number(), Type.String()])) })
export const CouponLine = Type.Object({ discount: may(Type.String()), discount_tax: may(Type.String()) })

/** Reads amounts, which the shop states without taxes and rounded to its decimals, in minor units. */
export const makeReadAmount = (currency: string) => (amount: string | null | undefined, name: string) =>
  amount ? readMoney(amount, currency, name) : 0
export type ReadAmount = ReturnType<typeof makeReadAmount>

/** The names and rates of an order's taxes by their ids. */
export type Rates = ReadonlyMap<string, Omit<LineTax, 'amount'>>

export const readRates = (lines: readonly unknown[]): Rates =>
  new Map(
    lines
      .map(parseObject)
      .map(({ rate_id, label, rate_code, rate_percent }) => [
        readText(rate_id) ?? '',
        { name: readText(label, 100) ?? readText(rate_code, 100), ratePercent: readRate(rate_percent) },
      ]),
  )

/** Reads the taxes of a line. The shop rounds each rate and their sum, which counts. */
const readTaxes = (
  { total_tax, taxes }: Static<typeof Charge>,
  rates: Rates,
  read: ReadAmount,
): { tax: number; taxes: LineTax[] } => {
  const tax = read(total_tax, 'total_tax')
  const parts = (taxes ?? []).flatMap(({ id, total }): LineTax[] => {
    const rate = rates.get(readText(id) ?? '') ?? { name: null, ratePercent: null }
    const amount = readText(total)
    return amount === null ? [] : [{ ...rate, amount: read(amount, 'taxes.total') }]
  })
  if (parts.length) return { tax, taxes: splitTax(tax, parts) }
  return { tax, taxes: tax ? [{ name: null, ratePercent: null, amount: tax }] : [] }
}

/** The meta data of a record by key. */
const readMeta = (record: Record<string, unknown>): ReadonlyMap<string, unknown> =>
  new Map(
    (Array.isArray(record.meta_data) ? record.meta_data : [])
      .map(parseObject)
      .map(({ key, value }) => [readText(key) ?? '', value]),
  )

/** Returns the line that a refunded one names. */
export const readRefundedId = (record: Record<string, unknown>): string | null =>
  readText(readMeta(record).get('_refunded_item_id'))

/** Returns the id of the bundle or composite product to which a line belongs, if an extension says so. */
const readParent = (line: Record<string, unknown>): string | null => {
  const found = readText(line.bundled_by) ?? readText(line.composite_parent)
  return found === '0' ? null : found
}

/** A line in minor units; the amounts are of all pieces that were ordered, refunded ones included. */
export interface WooLine {
  row: Row & { externalLineId: string | null; total: number }
  taxes: LineTax[]
  /** True of a part of a bundle that is sent assembled, as the bundle. */
  isAssembled: boolean
}

const readKind = (line: Record<string, unknown>, needsProcessing: boolean): NonNullable<Row['kind']> => {
  // The shop itself does not process lines of no product, which are free text.
  if (line.product_id === 0 && readText(line.sku) === null) return 'other'
  return needsProcessing ? 'goods' : 'digital'
}

/** Returns the id of the variation that a line sells, or else that of its product; null for a line of neither. */
const readVariantId = ({ product_id, variation_id }: Record<string, unknown>): string | null => {
  const id = variation_id || product_id
  return id ? readText(id) : null
}

export const readLine = (
  record: Static<typeof Line>,
  needsProcessing: boolean,
  rates: Rates,
  read: ReadAmount,
): WooLine => {
  const line: Record<string, unknown> = record
  const { tax, taxes } = readTaxes(record, rates, read)
  const total = sumAmounts([read(record.total, 'line_items.total'), tax])
  const full = [read(record.subtotal, 'line_items.subtotal'), read(record.subtotal_tax, 'line_items.subtotal_tax')]
  return {
    row: {
      externalLineId: readText(line.id),
      kind: readKind(line, needsProcessing),
      externalVariantId: readVariantId(line),
      sku: readText(line.sku),
      name: readText(line.name, 500),
      quantity: record.quantity,
      total,
      discountAmount: record.subtotal ? Math.max(0, sumAmounts([...full, -total])) : 0,
      bundleId: readParent(line),
    },
    taxes,
    isAssembled: readMeta(line).get('_bundled_item_needs_shipping') === 'no',
  }
}

/** Marks the lines of bundles whose parts are sent. Of a bundle that is sent assembled the bundle itself is what is sent. */
export const markBundles = (lines: readonly WooLine[]): WooLine[] => {
  const parts = lines.filter(({ row }) => row.bundleId)
  const parents = new Set(parts.flatMap(({ row, isAssembled }) => (isAssembled ? [] : row.bundleId)))
  return lines.map((line) => {
    const { row, isAssembled } = line
    if (row.externalLineId !== null && parents.has(row.externalLineId))
      return { ...line, row: { ...row, kind: 'bundle', bundleId: row.externalLineId } }
    return isAssembled && row.bundleId ? { ...line, row: { ...row, kind: 'other' } } : line
  })
}

/** Returns the row of a line without pieces that were removed before they left, and what these cost. */
export const removePieces = ({ row, taxes }: WooLine, removed: number): { row: Row; removedTotal: number } => {
  const { quantity: ordered, discountAmount } = row
  const quantity = ordered - removed
  const removedTotal = removed ? takePart(row.total, removed, ordered) : 0
  const total = sumAmounts([row.total, -removedTotal])
  const left = removed ? takeTaxes(taxes, quantity, ordered) : taxes
  return {
    row: {
      ...row,
      quantity,
      orderedQuantity: ordered,
      unitPrice: computeUnitPrice(total, quantity),
      total: quantity > 0 || total === 0 ? total : null,
      discountAmount: removed ? takePart(discountAmount ?? 0, quantity, ordered) : (discountAmount ?? 0),
      taxes: buildTaxes(total, left),
    },
    removedTotal,
  }
}

/** Reads a fee. One below 0 is a discount, as extensions grant those that are no coupons. */
export const readFee = (record: Static<typeof Charge>, rates: Rates, read: ReadAmount): Row => {
  const { id, name } = parseObject(record)
  const { tax, taxes } = readTaxes(record, rates, read)
  const total = sumAmounts([read(record.total, 'fee_lines.total'), tax])
  return {
    externalLineId: readText(id),
    kind: total < 0 ? 'discount' : 'fee',
    sku: null,
    name: readText(name, 500),
    quantity: 1,
    unitPrice: total,
    total,
    taxes: buildTaxes(total, taxes),
  }
}

export const readShippingLine = (record: Static<typeof Charge>, rates: Rates, read: ReadAmount): ShippingRow => {
  const { id, method_id, method_title } = parseObject(record)
  const { tax, taxes } = readTaxes(record, rates, read)
  const total = sumAmounts([read(record.total, 'shipping_lines.total'), tax])
  return {
    externalLineId: readText(id),
    code: readText(method_id),
    name: readText(method_title, 500),
    total,
    taxes: buildTaxes(total, taxes),
  }
}

export const readCoupon = (record: Static<typeof CouponLine>, read: ReadAmount) => {
  const amounts = [
    read(record.discount, 'coupon_lines.discount'),
    read(record.discount_tax, 'coupon_lines.discount_tax'),
  ]
  return { code: readText(parseObject(record).code), name: null, amount: Math.max(0, sumAmounts(amounts)) }
}

import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { buildTaxes, sumTaxes } from '../../order-parts/line-taxes.ts'
import { splitAmount, takePart } from '../../order-parts/split-amount.ts'
import { parseObject, readText } from '../../reading.ts'
import { type Discount, DiscountAllocation, readDiscounts, sumDiscounts, takeDiscounts } from './discounts.ts'
import { Money, type ReadAmount, readId, readTaxLines, TaxLine } from './money.ts'

type Row = NonNullable<OrderRow['lineItems']>[number]
type ShippingRow = NonNullable<OrderRow['shippingLines']>[number]

export const ShippingLine = Type.Object({
  originalPriceSet: Money,
  discountedPriceSet: Money,
  currentDiscountedPriceSet: Money,
  discountAllocations: Type.Array(DiscountAllocation),
  taxLines: Type.Array(TaxLine),
})

/** A row with what the shop's total contains of it, which is less once a part of it was refunded. */
interface Charge<R> {
  row: R
  current: number
}

export const readShippingLine = (
  record: Static<typeof ShippingLine>,
  taxesIncluded: boolean,
  read: ReadAmount,
): Charge<ShippingRow> & { discounts: Discount[] } => {
  const line: Record<string, unknown> = record
  const price = read(record.discountedPriceSet, 'discountedPriceSet')
  const taxes = readTaxLines(record.taxLines, read)
  const toAdd = taxesIncluded ? 0 : sumTaxes(taxes)
  const total = sumAmounts([price, toAdd])
  const now = read(record.currentDiscountedPriceSet, 'currentDiscountedPriceSet')
  const discounts = takeDiscounts(readDiscounts(record.discountAllocations, read), taxesIncluded ? [] : taxes, 1, 1)
  const row = {
    externalLineId: readId(line.id),
    code: readText(line.code),
    name: readText(line.title, 500),
    total,
    discountAmount: sumDiscounts(discounts),
    taxes: buildTaxes(total, taxes),
  }
  return { row, current: now === price ? total : sumAmounts([now, takePart(toAdd, now, price)]), discounts }
}

export const AdditionalFee = Type.Object({ price: Money, taxLines: Type.Array(TaxLine) })

const buildCharge = (row: Pick<Row, 'externalLineId' | 'kind' | 'name' | 'taxes'> & { total: number }): Row => ({
  ...row,
  sku: null,
  quantity: 1,
  unitPrice: row.total,
})

/** Reads the fees of an order. `left` is what the shop's total contains of them, if it says so. */
export const readFees = (
  records: readonly Static<typeof AdditionalFee>[],
  left: number | null,
  taxesIncluded: boolean,
  read: ReadAmount,
): Row[] => {
  const prices = records.map(({ price }) => read(price, 'additionalFees.price'))
  const isLowered = left !== null && left >= 0 && left < sumAmounts(prices)
  const currents = isLowered ? splitAmount(left, prices) : prices
  return records.map((record, i) => {
    const { id, name } = parseObject(record)
    const [price, current] = [prices[i] ?? 0, currents[i] ?? 0]
    const taxes = readTaxLines(record.taxLines, read).map((tax) => ({
      ...tax,
      amount: current === price ? tax.amount : takePart(tax.amount, current, price),
    }))
    const total = sumAmounts([current, taxesIncluded ? 0 : sumTaxes(taxes)])
    const row = { externalLineId: readId(id), kind: 'fee' as const, name: readText(name, 500) }
    return buildCharge({ ...row, total, taxes: buildTaxes(total, taxes) })
  })
}

/** Returns the line of the duties that an order has beside its prices; refunded ones included. */
export const buildDuties = (total: number): Row[] =>
  total > 0 ? [buildCharge({ externalLineId: 'duties', kind: 'duty', name: 'Duties', total, taxes: [] })] : []

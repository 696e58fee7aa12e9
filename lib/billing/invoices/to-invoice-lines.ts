import type { LineItemInput } from '../../../schemas/billing/invoice.ts'
import { multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { MAX_DECIMALS } from './invoice.ts'

/** An order with more lines is billed in one line, so that no single order fills an invoice. */
const MAX_LINES_PER_ORDER = 50

type BilledOrder = Pick<StoredOrder, 'number' | 'total' | 'lineItems'>

const summarizeOrder = ({ number, total }: BilledOrder): LineItemInput[] => [
  { description: `Order ${number}`, quantity: 1, unitPrice: total, reference: number },
]

const isBillable = ({ quantity, unitPrice }: BilledOrder['lineItems'][number]) =>
  unitPrice !== null && quantity > 0 && countDecimalPlaces(quantity) <= MAX_DECIMALS

/** Lists the order's lines, and one more for the rest of its total, so that they add up to the order's total. */
export const toInvoiceLines = (order: BilledOrder): LineItemInput[] => {
  const { number, total, lineItems } = order
  if (!lineItems.length || lineItems.length > MAX_LINES_PER_ORDER || !lineItems.every(isBillable))
    return summarizeOrder(order)
  const lines = lineItems.map(({ name, sku, quantity, unitPrice }): LineItemInput => {
    const description = name?.trim() || sku?.trim() || `Item of order ${number}`
    return { description, quantity, unitPrice: unitPrice ?? 0, reference: number }
  })
  try {
    const rest = total - sumAmounts(lines.map(({ quantity, unitPrice }) => multiplyPrice(quantity, unitPrice)))
    const other = { description: `Shipping, discounts and other amounts of order ${number}`, reference: number }
    return rest ? [...lines, { ...other, quantity: 1, unitPrice: rest }] : lines
  } catch {
    return summarizeOrder(order)
  }
}

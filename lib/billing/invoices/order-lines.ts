import type { LineItemInput } from '../../../schemas/billing/invoice.ts'
import { decimalPlaces } from '../../platform/money/decimal.ts'
import { priceOf, sumOf } from '../../platform/money/money.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { MOST_DECIMALS } from './invoice.ts'

/** An order of more is billed in one line, so that no single one fills an invoice. */
const MOST_LINES_OF_AN_ORDER = 50

type Ordered = Pick<StoredOrder, 'number' | 'total' | 'lineItems'>

const inOne = ({ number, total }: Ordered): LineItemInput[] => [
  { description: `Order ${number}`, quantity: 1, unitPrice: total, reference: number },
]

const isBillable = ({ quantity, unitPrice }: Ordered['lineItems'][number]) =>
  unitPrice !== null && quantity > 0 && decimalPlaces(quantity) <= MOST_DECIMALS

/** The order's lines, and what its total has beside them in a line of its own: together they are the order's total. */
export const linesOfOrder = (order: Ordered): LineItemInput[] => {
  const { number, total, lineItems } = order
  if (!lineItems.length || lineItems.length > MOST_LINES_OF_AN_ORDER || !lineItems.every(isBillable))
    return inOne(order)
  const lines = lineItems.map(({ name, sku, quantity, unitPrice }): LineItemInput => {
    const description = name?.trim() || sku?.trim() || `Item of order ${number}`
    return { description, quantity, unitPrice: unitPrice ?? 0, reference: number }
  })
  try {
    const rest = total - sumOf(lines.map(({ quantity, unitPrice }) => priceOf(quantity, unitPrice)))
    const beside = { description: `Shipping, discounts and the like of order ${number}`, reference: number }
    return rest ? [...lines, { ...beside, quantity: 1, unitPrice: rest }] : lines
  } catch {
    return inOne(order)
  }
}

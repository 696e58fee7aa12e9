import type { LineItemInput } from '../../../schemas/billing/invoice.ts'
import { multiplyPrice, sumAmounts } from '../../platform/money/amounts.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { MAX_DECIMALS } from './invoice.ts'

/** An order of more is billed in one line, so that no single one fills an invoice. */
const MAX_LINES_PER_ORDER = 50

type Ordered = Pick<StoredOrder, 'number' | 'total' | 'lineItems'>

const summarizeOrder = ({ number, total }: Ordered): LineItemInput[] => [
  { description: `Order ${number}`, quantity: 1, unitPrice: total, reference: number },
]

const isBillable = ({ quantity, unitPrice }: Ordered['lineItems'][number]) =>
  unitPrice !== null && quantity > 0 && countDecimalPlaces(quantity) <= MAX_DECIMALS

/** The order's lines, and what its total has beside them in a line of its own: together they are the order's total. */
export const toInvoiceLines = (order: Ordered): LineItemInput[] => {
  const { number, total, lineItems } = order
  if (!lineItems.length || lineItems.length > MAX_LINES_PER_ORDER || !lineItems.every(isBillable))
    return summarizeOrder(order)
  const lines = lineItems.map(({ name, sku, quantity, unitPrice }): LineItemInput => {
    const description = name?.trim() || sku?.trim() || `Item of order ${number}`
    return { description, quantity, unitPrice: unitPrice ?? 0, reference: number }
  })
  try {
    const rest = total - sumAmounts(lines.map(({ quantity, unitPrice }) => multiplyPrice(quantity, unitPrice)))
    const beside = { description: `Shipping, discounts and the like of order ${number}`, reference: number }
    return rest ? [...lines, { ...beside, quantity: 1, unitPrice: rest }] : lines
  } catch {
    return summarizeOrder(order)
  }
}

import { sumAmounts } from '../../platform/money/amounts.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import type { StoredOrder } from './order.ts'

type Part = Pick<StoredOrder['shippingLines'][number], 'discountAmount' | 'taxes'> & { total: number | null }

const sumTaxes = (parts: readonly Part[]): number | null => {
  const taxes = parts.map((part) => part.taxes)
  return taxes.includes(null) ? null : sumAmounts(taxes.flatMap((each) => (each ?? []).map(({ amount }) => amount)))
}

const computeTotals = ({ lineItems, shippingLines }: StoredOrder) => {
  const parts: Part[] = [...lineItems, ...shippingLines]
  return {
    lines: sumAmounts(lineItems.map(({ total }) => total ?? 0)),
    shipping: sumAmounts(shippingLines.map(({ total }) => total)),
    discount: sumAmounts(parts.map(({ discountAmount }) => discountAmount)),
    tax: parts.length ? sumTaxes(parts) : null,
  }
}

/** Presents an order with the sums of its parts. */
export const presentOrder = <O extends StoredOrder>(order: O) => ({
  ...order,
  lineItemCount: order.lineItems.length,
  totals: computeTotals(order),
})

/** Lines of each order in a list, so that a page of large orders has room in an answer. */
const LISTED_LINES = 50

export const presentOrders = async <O extends StoredOrder>(found: Promise<Members<O>>) => {
  const { items, totalItems } = await found
  const shorten = (order: O) => ({ ...order, lineItems: order.lineItems.slice(0, LISTED_LINES) })
  return { items: items.map((order) => ({ ...presentOrder(order), ...shorten(order) })), totalItems }
}

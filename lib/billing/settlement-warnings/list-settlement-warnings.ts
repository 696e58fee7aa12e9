import type { SettlementLine, SettlementState, SettlementWarning } from '../../../schemas/billing/settlement.ts'
import { listInProgress } from '../../fulfilment/order-fulfilments/read-progress.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { orderUri } from '../../sales/orders/order.ts'

/** Orders that a warning names; it counts all. */
const MAX_NAMED = 20

const ORDER_URI = orderUri('')

/** Adds up by order what lines owe for sales. */
const sumByOrder = (lines: readonly SettlementLine[]): Map<Id, number> => {
  const sums = new Map<Id, number>()
  for (const { subject, type, amount, metadata } of lines) {
    const id = subject?.startsWith(ORDER_URI) ? parseId(subject.slice(ORDER_URI.length)) : undefined
    if (id && metadata.scope === 'sales') sums.set(id, (sums.get(id) ?? 0) + (type === 'debit' ? -amount : amount))
  }
  return sums
}

/** Lists what an approver should know: orders that a seller is paid for although their goods were not all sent. */
export const listSettlementWarnings = async (
  db: Table,
  tenant: Id,
  { status }: { status: SettlementState },
  lines: readonly SettlementLine[],
): Promise<SettlementWarning[]> => {
  if (status === 'paid' || status === 'rejected') return []
  const owed = [...sumByOrder(lines)].filter(([, amount]) => amount > 0)
  if (!owed.length) return []
  const amountOf = new Map(owed)
  const open = await listInProgress(db, tenant, [...amountOf.keys()])
  if (!open.length) return []
  return [
    {
      code: 'ORDERS_OPEN',
      message: `The goods of ${open.length === 1 ? 'one order' : `${open.length} orders`} were not all sent yet, and may never be.`,
      orders: open.slice(0, MAX_NAMED).map(({ orderNumber }) => orderNumber),
      amount: sumAmounts(open.map(({ id }) => amountOf.get(id) ?? 0)),
    },
  ]
}

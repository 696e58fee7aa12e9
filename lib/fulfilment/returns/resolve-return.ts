import type { ResolveReturnInput } from '../../../schemas/fulfilment/return.ts'
import { creditOrder } from '../../billing/credit-notes/credit-order.ts'
import { addReturnRefund } from '../../billing/sellers/add-return-refund.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireOrder } from '../../sales/orders/require-order.ts'
import { forgetExpected } from './authorize-return.ts'
import { claimRefund } from './claim-refund.ts'
import { buildReturnEvent, moveReturn, type StoredReturn } from './return.ts'
import { loadReturn, returns } from './return-store.ts'

/** Adds up the pieces by line of the sales order: those that came back, or all if nothing is expected back. */
const addUpByOrderLine = ({ status, lines }: StoredReturn): Map<number, number> => {
  const quantities = new Map<number, number>()
  for (const { orderLine, received, requested } of lines) {
    if (orderLine === null) continue
    const quantity = status === 'received' ? received : requested
    quantities.set(orderLine, (quantities.get(orderLine) ?? 0) + quantity)
  }
  return quantities
}

const creditReturn = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  found: StoredReturn,
  invoiceId: Id,
): Promise<Id> => {
  if (!found.salesOrderId)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The return belongs to no sales order, so no invoice bills its lines.')
  const order = await requireOrder(app.db, unit.tenant, found.salesOrderId)
  const quantities = addUpByOrderLine(found)
  const reason = `Return ${found.returnNumber}`
  return (await creditOrder(app, unit, { invoiceId, order, quantities, reason, returnId: found.id })).id
}

/** Has the refund noted at the order in the shop, if there is one. No money is moved there. */
const noteRefund = (unit: Unit, { id, salesOrderId, resolution, refundAmount, creditNoteId }: StoredReturn): void => {
  const isRefund = resolution === 'refunded' || refundAmount !== null || creditNoteId !== null
  if (salesOrderId && isRefund)
    unit.schedule('sales.refunds.note', { tenant: unit.tenant, orderId: salesOrderId, returnId: id })
}

/**
 * Has the seller of the order give back what its customer got; an amount that a credit note will name follows when that is
 * issued.
 */
const takeRefundBack = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  found: StoredReturn,
  pieces: ReadonlyMap<number, number>,
): Promise<void> => {
  const { id, returnNumber, salesOrderId, resolution, refundAmount, currency, refundReference } = found
  if (!salesOrderId || resolution !== 'refunded') return
  await addReturnRefund(app, unit, salesOrderId, {
    ...{ returnId: id, returnNumber, amount: refundAmount ?? 0, currency, reference: refundReference },
    ...{ refundedAt: unit.now.toISOString(), pieces: Object.fromEntries(pieces) },
  })
}

/**
 * Resolves a return: what the customer gets for it. The goods are not touched; what was not received is not expected any more.
 */
export const resolveReturn = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: string,
  given: ResolveReturnInput,
): Promise<StoredReturn> => {
  const before = await loadReturn(unit, id)
  const status = moveReturn(before, 'resolve')
  const currency = await claimRefund(app, unit, before, given)
  const creditNoteId = given.invoiceId ? await creditReturn(app, unit, before, given.invoiceId) : null
  await forgetExpected(app.db, unit, before)
  const after = unit.update(returns, before, {
    status,
    resolution: given.resolution,
    resolutionNote: given.note ?? null,
    refundAmount: given.refundAmount ?? null,
    currency,
    refundReference: given.refundReference ?? null,
    creditNoteId,
    resolvedAt: unit.now.toISOString(),
  })
  const { subject, data } = buildReturnEvent(after)
  const { resolution, refundAmount } = { ...given, refundAmount: after.refundAmount }
  unit.emit('fulfilment.return.resolved', { subject, data: { ...data, resolution, refundAmount, currency } })
  noteRefund(unit, after)
  await takeRefundBack(app, unit, after, addUpByOrderLine(before))
  return after
}

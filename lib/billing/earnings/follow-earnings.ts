import { readProgress } from '../../fulfilment/order-fulfilments/read-progress.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { readOrder, requireOrderUnchanged } from '../../sales/orders/find-orders.ts'
import type { ReadRefund } from '../../sales/refund-notes/refund-note.ts'
import { isElsewhere } from '../sellers/add-elsewhere.ts'
import { followSeller } from '../sellers/follow-seller.ts'
import type { Progress, ReturnRefund } from '../sellers/seller-account.ts'
import { findSellerAccount } from '../sellers/seller-account-store.ts'
import { readSupplies } from './read-supplies.ts'

type Using = Pick<App, 'db'>

/** Returns the returns of an order with what one of them gives back by now, for example once its credit note is issued. */
const updateReturn = (
  returns: readonly ReturnRefund[],
  returnId: Id,
  refund: Awaited<ReturnType<ReadRefund>>,
  now: Date,
): readonly ReturnRefund[] =>
  returns.map((each) => {
    if (each.returnId !== returnId || !refund?.amount || refund.amount === each.amount) return each
    const refundedAt = each.amount ? each.refundedAt : now.toISOString()
    return { ...each, amount: refund.amount, currency: refund.currency ?? each.currency, refundedAt }
  })

const follow = async (
  app: Using,
  unit: Unit,
  { orderId, returnId }: TaskData['billing.earnings.follow'],
  zone: string,
  readRefund: ReadRefund,
): Promise<void> => {
  const { tenant } = unit
  const [order, account] = await Promise.all([
    readOrder(app.db, tenant, orderId),
    findSellerAccount(app.db, tenant, orderId),
  ])
  if (!order?.sellerTerms || !account) return
  const [{ hasLeft, cancelled }, supplies, refund] = await Promise.all([
    readProgress(app.db, tenant, orderId),
    order.sellerTerms.earnsWhen === 'accepted' ? [] : readSupplies(app.db, tenant, orderId, order.sellerTerms),
    returnId ? readRefund(app, tenant, returnId) : undefined,
  ])
  const elsewhere = account.supplies.filter(isElsewhere)
  const progress: Progress = {
    hasLeft: account.hasLeft || hasLeft,
    cancelled,
    supplies: [...supplies, ...elsewhere],
    returns: returnId ? updateReturn(account.returns, returnId, refund, unit.now) : account.returns,
  }
  requireOrderUnchanged(unit, order)
  await followSeller(app.db, unit, order, { zone, progress })
}

/**
 * Lets what is owed to the seller of an order follow its hand-offs, deliveries, cancelled pieces and refunds. A task that comes
 * late or twice finds nothing to charge. Idempotent.
 */
export const followEarnings = async (
  app: Using,
  data: TaskData['billing.earnings.follow'],
  now: Date,
  readRefund: ReadRefund,
): Promise<void> => {
  const zone = await getSetting(app, data.tenant, GENERAL_SETTINGS.timezone)
  await runInUnit(app.db, { tenant: data.tenant, actor: null, now }, (unit) =>
    follow(app, unit, data, zone, readRefund),
  )
}

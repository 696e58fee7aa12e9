import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readOrder, requireOrderUnchanged } from '../../sales/orders/find-orders.ts'
import { followSeller } from './follow-seller.ts'
import type { ReturnRefund } from './seller-account.ts'
import { findSellerAccount } from './seller-account-store.ts'

/**
 * Takes a refund of a return back from the seller of the order, unless its shop told of the same refund; `currency` may be that
 * of the order.
 */
export const addReturnRefund = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  orderId: Id,
  { currency, ...refund }: Omit<ReturnRefund, 'currency'> & { currency: string | null },
): Promise<void> => {
  const [order, account, zone] = await Promise.all([
    readOrder(app.db, unit.tenant, orderId),
    findSellerAccount(app.db, unit.tenant, orderId),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  if (!order || !account) return
  requireOrderUnchanged(unit, order)
  const returns = [...account.returns, { ...refund, currency: currency ?? order.currency }]
  await followSeller(app.db, unit, order, { zone, progress: { returns } })
}

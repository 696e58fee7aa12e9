import type { OrderSettings } from '../../../schemas/sales/order-settings.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { SellerTerms } from '../sellers/seller-account.ts'
import { findTariffOn } from '../tariffs/tariff-store.ts'

/**
 * Reads what is agreed with the seller of a channel on a day: when it earns what, and the commission of its tariff for goods.
 */
export const readSellerTerms = async (
  db: Table,
  tenant: Id,
  { id, orderSettings }: { id: Id; orderSettings: OrderSettings },
  seller: Id | null,
  day: Day,
): Promise<SellerTerms | null> => {
  if (!seller) return null
  const tariff = await findTariffOn(db, tenant, { partnerId: seller, basis: 'goods', day })
  const commissions = tariff?.commissions ?? []
  const found = commissions.find(({ channelId }) => channelId === id) ?? commissions.find(({ channelId }) => !channelId)
  const { sellerEarnsWhen: earnsWhen, sellerEarnsAfterDays, sellerCurrency } = orderSettings
  const { channelId: _channel, ...commission } = found ?? {}
  return {
    earnsWhen,
    currency: sellerCurrency,
    earnsAfterDays: earnsWhen === 'accepted' ? 0 : sellerEarnsAfterDays,
    commission:
      found && tariff ? { ...(commission as Omit<typeof found, 'channelId'>), currency: tariff.currency } : null,
  }
}

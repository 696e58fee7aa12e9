import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findSellerOfOrder } from '../../sales/orders/find-seller-of-order.ts'
import { findCustodianPartner } from '../../warehousing/require-custodian.ts'
import type { StoredTariff } from './tariff.ts'
import { findTariffOn } from './tariff-store.ts'

/** Finds the tariffs of a day: that of the partner who has the goods, and that of the partner whose goods they are. */
export const findTariffs = async (
  db: Table,
  tenant: Id,
  { custodianId, salesOrderId, day }: { custodianId: Id | null; salesOrderId: Id | null; day: Day },
): Promise<StoredTariff[]> => {
  const [custodian, seller] = await Promise.all([
    custodianId ? findCustodianPartner(db, tenant, custodianId) : null,
    salesOrderId ? findSellerOfOrder(db, tenant, salesOrderId) : null,
  ])
  const found = await Promise.all([
    custodian ? findTariffOn(db, tenant, { partnerId: custodian, basis: 'custody', day }) : undefined,
    seller ? findTariffOn(db, tenant, { partnerId: seller, basis: 'goods', day }) : undefined,
  ])
  return found.filter((tariff) => tariff !== undefined)
}

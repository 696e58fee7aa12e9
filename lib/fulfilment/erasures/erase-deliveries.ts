import { eraseDocuments } from '../../document/documents/erase-documents.ts'
import { keepCountry } from '../../platform/addresses/keep-country.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { fulfilmentOrders, listOrdersOfSalesOrder } from '../orders/fulfilment-order-store.ts'
import { buildPickListSubject } from '../pick-lists/pick-list-subject.ts'
import { returnUri } from '../returns/return.ts'
import { listReturnsOfSalesOrder, returns } from '../returns/return-store.ts'

/** Erases who the fulfilment orders and returns of a sales order are for, with the papers that name them. It can be repeated. */
export const eraseDeliveries = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  salesOrderId: Id,
  erasing: { reason: string; now: Date },
): Promise<void> => {
  const scope = { tenant, actor: null, now: erasing.now }
  for (const { id } of await listOrdersOfSalesOrder(app.db, tenant, salesOrderId)) {
    await runInUnit(app.db, scope, async (unit) => {
      const order = await unit.load(fulfilmentOrders, id)
      const deliveryAddress = keepCountry(order.deliveryAddress)
      unit.update(fulfilmentOrders, order, { deliveryAddress, customerNote: null })
    })
    await eraseDocuments(app, tenant, buildPickListSubject([{ id }]), erasing)
  }
  for (const { id } of await listReturnsOfSalesOrder(app.db, tenant, salesOrderId)) {
    await runInUnit(app.db, scope, async (unit) => {
      const found = await unit.load(returns, id)
      if (found.sender !== null) unit.update(returns, found, { sender: null })
    })
    await eraseDocuments(app, tenant, returnUri(id), erasing)
  }
}

import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findOrderFulfilment, saveOrderFulfilment } from '../order-fulfilments/order-fulfilment-store.ts'
import { findFulfilmentOrder, fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { INCIDENT_MOVES, type StoredIncident } from './incident.ts'
import { incidents } from './incident-store.ts'
import { resolveIncident } from './raise-incident.ts'

/** Resolves an incident because people took care of it; the same cause can raise another one. */
export const resolveByHand = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  note: string,
): Promise<StoredIncident> => {
  const incident = await unit.load(incidents, id)
  move(INCIDENT_MOVES, 'incident', incident.status, 'resolve')
  const { salesOrderId, fulfilmentOrderId } = incident
  const record = salesOrderId ? await findOrderFulfilment(db, unit.tenant, salesOrderId) : undefined
  if (record?.incidentId === incident.id) saveOrderFulfilment(unit, record, { ...record, incidentId: null })
  if (!salesOrderId && fulfilmentOrderId) {
    const order = await findFulfilmentOrder(db, unit.tenant, fulfilmentOrderId)
    if (order?.incidentId === incident.id) unit.update(fulfilmentOrders, order, { incidentId: null })
  }
  return resolveIncident(unit, incident, note)
}

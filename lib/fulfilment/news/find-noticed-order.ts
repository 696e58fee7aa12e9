import type { CustodianNotice } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { parseReference, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder, findFulfilmentOrderByRemoteId } from '../orders/fulfilment-order-store.ts'

const findByReference = async (db: Table, tenant: Id, reference: string) => {
  const id = parseReference(reference)
  const order = id ? await findFulfilmentOrder(db, tenant, id) : undefined
  return order?.reference === reference ? order : undefined
}

const findOrder = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  { order, fulfilment }: CustodianNotice,
): Promise<StoredFulfilmentOrder | undefined> => {
  if (fulfilment) return await findByReference(db, tenant, fulfilment.reference)
  if (!order) return undefined
  if ('reference' in order) return await findByReference(db, tenant, order.reference)
  if ('parcelId' in order) throw new Error('a parcel whose order was not asked for')
  return await findFulfilmentOrderByRemoteId(db, tenant, custodianId, order.remoteId)
}

/** Returns false for notices that change nothing here. */
export const hasWork = ({ order, fulfilment, parcel }: CustodianNotice): boolean =>
  [order, fulfilment, parcel].some((part) => part !== undefined)

/** Finds our order that a custodian tells of; undefined if it is unknown or another custodian's. */
export const findNoticedOrder = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  notice: CustodianNotice,
): Promise<StoredFulfilmentOrder | undefined> => {
  const order = await findOrder(db, tenant, custodianId, notice)
  return order?.custodianId === custodianId ? order : undefined
}

import type { Verdict } from '../../connectors/order-states/order-states.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { assignElsewhere, type OwnParcel, tellsOfFulfilments } from '../order-parts/assign-elsewhere.ts'
import { completeParts, type Parts } from '../order-parts/complete-parts.ts'
import type { Shown } from '../order-parts/read-fulfilments.ts'
import type { StoredOrder } from '../orders/order.ts'
import type { RowFields } from '../orders/order-row.ts'
import { listOwnParcels } from '../shipments/list-own-parcels.ts'

interface Version {
  fields: RowFields
  shown: Shown
  verdict: Verdict
}

const isAllSent = ({ verdict }: Version) => verdict.meaning === 'sent'

/** Lists the parcels of an order that a later version may show; they are read only if it tells of fulfilments. */
export const listOwn = async (
  db: Table,
  tenant: Id,
  order: Pick<StoredOrder, 'id' | 'lineItems'>,
  version: Version,
): Promise<OwnParcel[]> =>
  isAllSent(version) || tellsOfFulfilments(version.shown) ? await listOwnParcels(db, tenant, order) : []

/** Completes the parts of a version by what others send of it and by the lines that the order had before. */
export const completeVersion = (
  version: Version,
  own: readonly OwnParcel[],
  before?: StoredOrder['lineItems'],
): Parts => {
  const { fields, shown } = version
  const lineItems = assignElsewhere(fields.lineItems, shown, own, isAllSent(version))
  return completeParts(fields.total, { ...fields, lineItems }, before)
}

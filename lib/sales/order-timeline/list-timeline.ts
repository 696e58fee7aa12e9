import type { OrderTimelineEntry, TimelineDetails } from '../../../schemas/sales/orders/order-timeline.ts'
import type { Id } from '../../platform/id.ts'
import { type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readTimeline } from '../../platform/store/timelines/read-timeline.ts'
import { revisionsPartition } from '../order-revisions/revision-store.ts'
import { billingKey } from '../orders/billing.ts'
import type { StoredOrder } from '../orders/order.ts'
import { buildExternalKey } from '../orders/order-store.ts'

const NO_DETAILS: TimelineDetails = {
  custodianName: null,
  carrier: null,
  trackingNumber: null,
  pieces: null,
  code: null,
  amount: null,
  currency: null,
  number: null,
  revision: null,
  fields: null,
}

/** Lists what happened to an order, oldest first. */
export const listTimeline = async (
  db: Table,
  tenant: Id,
  { id: orderId, shopId, externalOrderId }: Pick<StoredOrder, 'id' | 'shopId' | 'externalOrderId'>,
  page: Page,
): Promise<Members<OrderTimelineEntry>> => {
  const steps = await readTimeline(db, tenant, orderId, {
    partitions: [revisionsPartition(tenant, orderId)],
    keys: [buildExternalKey(tenant, shopId, externalOrderId), billingKey(tenant, orderId)],
  })
  return slicePage(
    steps.map(({ at, step, uri, cause, actor = null, actorType = null, details }) => ({
      ...{ orderId, at, step, resourceUri: uri, causeUri: cause ?? null, actorType, actorId: actor },
      details: { ...NO_DETAILS, ...details },
    })),
    page,
  )
}

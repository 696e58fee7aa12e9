import type { Id } from '../../../platform/id.ts'
import { removeOld } from '../../../platform/store/remove-old.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import { endpointDeliveries } from './endpoint-delivery-store.ts'

/** Deliveries are kept as long as events and attempts. */
const KEPT_DAYS = 30

/** Removes a tenant's deliveries to webhook endpoints that are over and older than thirty days. */
export const removeOldEndpointDeliveries = (
  db: Table,
  tenant: Id,
  { now, hasTime }: { now: Date; hasTime: () => boolean },
) =>
  removeOld(db, endpointDeliveries, tenant, {
    before: new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000),
    now,
    hasTime,
    isOver: ({ status }) => status !== 'pending',
  })

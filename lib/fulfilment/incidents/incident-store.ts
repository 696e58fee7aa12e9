import type { IncidentReason } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import type { IncidentState } from '../../../schemas/fulfilment/incident.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { count, find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import { searchOutlines } from '../../platform/store/outlines/search-outlines.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredIncident } from './incident.ts'
import { incidentTimeline } from './incident-timeline.ts'

// Routing incidents:          T#<tenant>#routing-incident / <id>                  listed newest first by any of status and
//                                                                                 reason; searched by their outlines
// Orders that wait for stock: T#<tenant>#stock-wait / <variant>#<sales order>    while their incident is open

export const incidents = entity<StoredIncident>({
  name: 'routing-incident',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [{ facets: ['status', 'reason'] }],
  outline: {
    columns: ['status', 'order', 'reason'],
    read: ({ status, salesOrderId, reason }) => ({ status, order: salesOrderId, reason }),
  },
  timeline: incidentTimeline,
})

export const findIncident = (db: Table, tenant: Id, id: string) => find(db, incidents, tenant, id)

interface Filters {
  status?: IncidentState | undefined
  salesOrderId?: Id | undefined
  reason?: IncidentReason | undefined
}

export const listIncidents = (db: Table, tenant: Id, page: Page, { status, salesOrderId, reason }: Filters) => {
  if (!salesOrderId) return list(db, incidents, tenant, { ...page, facets: { status, reason } })
  return searchOutlines(db, incidents, tenant, page, {
    ...(status && { status: (value) => value === status }),
    order: (value) => value === salesOrderId,
    ...(reason && { reason: (value) => value === reason }),
  })
}

export const countOpenIncidents = (db: Table, tenant: Id) =>
  count(db, incidents, tenant, { facets: { status: 'open' } })

export const scanOpenIncidents = (db: Table, tenant: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, incidents, tenant, { facets: { status: 'open' }, after, limit })

const waitKey = (tenant: Id, variantId: Id, salesOrderId: Id): Key => ({
  pk: partition(tenant, 'stock-wait'),
  sk: `${variantId}#${salesOrderId}`,
})

/** Makes the order wait for the variants of `after` instead of those of `before`. */
export const updateWaits = (unit: Unit, salesOrderId: Id, before: readonly Id[], after: readonly Id[]): void => {
  for (const id of before) if (!after.includes(id)) unit.add({ delete: waitKey(unit.tenant, id, salesOrderId) })
  for (const id of after)
    if (!before.includes(id))
      unit.add({ put: { ...waitKey(unit.tenant, id, salesOrderId), kind: 'stock-wait', salesOrderId } })
}

/** Lists sales orders that wait for a variant, oldest first. */
export const listWaiting = async (db: Table, tenant: Id, variantId: Id, limit: number): Promise<Id[]> => {
  const rows = await db.query<{ salesOrderId: Id }>({
    pk: partition(tenant, 'stock-wait'),
    prefix: `${variantId}#`,
    limit,
  })
  return rows.map(({ salesOrderId }) => salesOrderId)
}

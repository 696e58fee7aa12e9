import type { TopicName } from '../../../../schemas/notification/topic.ts'
import {
  ENDPOINT_DELIVERY_STATES,
  type EndpointDeliveryState,
  type WebhookAttempt,
} from '../../../../schemas/notification/webhook-endpoint-delivery.ts'
import { encodeTime, type Id } from '../../../platform/id.ts'
import type { Moves } from '../../../platform/moves.ts'
import { entity, listName, listPartition, partition, type Stored } from '../../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../../platform/store/lists/scan-oldest-first.ts'
import { readPages } from '../../../platform/store/table/read-pages.ts'
import type { Put, Table } from '../../../platform/store/table/table.ts'

// Deliveries to webhook endpoints:  T#<tenant>#endpoint-delivery / <delivery>                listed by endpoint and day of the event,
//                                                                                            latest first, by topic and status
// their attempts:                   T#<tenant>#webhook-attempt#<delivery> / <time>#<number>  expire after 30 days

export interface StoredEndpointDelivery extends Stored {
  endpointId: Id
  eventId: Id
  itemId?: Id
  topic: TopicName
  status: EndpointDeliveryState
  isTest: boolean
  occurredAt: string
  /** Day of the event in UTC, by which the log is kept. */
  day: string
  attemptCount: number
  lastAttemptAt: string | null
  nextAttemptAt: string | null
  statusCode: number | null
  errorMessage: string | null
}

export const ENDPOINT_DELIVERY_MOVES = {
  succeed: { from: ['pending'], to: 'succeeded' },
  fail: { from: ['pending'], to: 'failed' },
  replay: { from: ['succeeded', 'failed'], to: 'pending' },
} as const satisfies Moves<EndpointDeliveryState, string>

const DAY = 'day'

export const endpointDeliveries = entity<StoredEndpointDelivery>({
  name: 'endpoint-delivery',
  shape: 1,
  audit: false,
  lists: [
    {
      by: ['endpointId'],
      facets: ['topic', 'status'],
      byDate: DAY,
      merged: { facet: 'status', values: ENDPOINT_DELIVERY_STATES },
    },
  ],
})

export const findEndpointDelivery = (db: Table, tenant: Id, id: string) => find(db, endpointDeliveries, tenant, id)

interface Filters {
  status?: EndpointDeliveryState | undefined
  topic?: TopicName | undefined
  /** Days in UTC, inclusive. */
  from?: string | undefined
  to?: string | undefined
}

export const listEndpointDeliveries = (
  db: Table,
  tenant: Id,
  endpointId: Id,
  page: Page,
  { status, topic, from, to }: Filters,
) =>
  list(db, endpointDeliveries, tenant, {
    ...page,
    by: { endpointId },
    facets: { topic, status },
    byDate: { field: DAY, from, to },
  })

/** Counts the failed deliveries of an endpoint, with the time of the oldest event. */
export const countFailedDeliveries = async (
  db: Table,
  tenant: Id,
  endpointId: Id,
): Promise<{ count: number; oldestAt: string | null }> => {
  const asked = { by: { endpointId }, facets: { status: 'failed' }, byDate: { field: DAY } }
  const [{ totalItems }, { items }] = await Promise.all([
    list(db, endpointDeliveries, tenant, { ...asked, page: 1, itemsPerPage: 1 }),
    scanOldestFirst(db, endpointDeliveries, tenant, { ...asked, limit: 1 }),
  ])
  return { count: totalItems, oldestAt: items[0]?.occurredAt ?? null }
}

/** A time in which events occurred; both ends are included. */
export interface Span {
  since: Date
  until: Date
}

const buildRange = ({ since, until }: Span) => ({
  from: `${since.toISOString().slice(0, 10)}#${encodeTime(since)}`,
  to: `${until.toISOString().slice(0, 10)}#${encodeTime(until)}`,
})

/** Counts the failed deliveries of events in a time. */
export const countFailed = async (db: Table, tenant: Id, endpointId: Id, span: Span): Promise<number> => {
  const pk = listPartition(tenant, listName(endpointDeliveries.name, DAY), { endpointId, status: 'failed' })
  const { from, to } = buildRange(span)
  let count = 0
  for await (const page of readPages(db, { pk, from, to: `${to}~`, only: [] })) count += page.length
  return count
}

/** Returns failed deliveries of events in a time, oldest first, after a cursor. */
export const listFailed = (
  db: Table,
  tenant: Id,
  endpointId: Id,
  span: Span,
  after: string | null,
  limit: number,
): Promise<{ items: StoredEndpointDelivery[]; cursors: string[] }> =>
  scanOldestFirst(db, endpointDeliveries, tenant, {
    by: { endpointId },
    byDate: { field: DAY, ...buildRange(span) },
    facets: { status: 'failed' },
    after,
    limit,
  })

const ATTEMPTS_KEPT_SECONDS = 30 * 24 * 3600

const attemptsPartition = (tenant: Id, deliveryId: Id) => partition(tenant, `webhook-attempt#${deliveryId}`)

export const putAttempt = (tenant: Id, deliveryId: Id, number: number, attempt: WebhookAttempt): Put => ({
  put: {
    pk: attemptsPartition(tenant, deliveryId),
    sk: `${attempt.at}#${String(number).padStart(2, '0')}`,
    kind: 'webhook-attempt',
    attempt,
    expiresAt: Math.floor(Date.parse(attempt.at) / 1000) + ATTEMPTS_KEPT_SECONDS,
  },
})

const MAX_ATTEMPTS_SHOWN = 100

/** Returns the latest attempts of a delivery, oldest first. */
export const listAttempts = async (db: Table, tenant: Id, deliveryId: Id): Promise<WebhookAttempt[]> => {
  const pk = attemptsPartition(tenant, deliveryId)
  const items = await db.query<{ attempt: WebhookAttempt }>({ pk, newestFirst: true, limit: MAX_ATTEMPTS_SHOWN })
  return items.map(({ attempt }) => attempt).reverse()
}

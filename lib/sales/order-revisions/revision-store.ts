import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { HasTimeline } from '../../platform/store/timelines/timeline.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getActorType } from '../../platform/store/unit-scope.ts'
import type { StoredOrder } from '../orders/order.ts'
import type { OrderChange } from './find-changes.ts'

// Revisions of an order:   T#<tenant>#order-revisions#<order> / <revision>   what each change of the order changed, with the
//                                                                            steps of its transaction; the first version
//                                                                            has none

interface Revision {
  orderId: Id
  revision: number
  changedAt: string
  platformModifiedAt: string | null
  actorType: 'person' | 'service_account' | null
  actorId: Id | null
  changes: readonly OrderChange[]
  totalBefore: number
  totalAfter: number
}

const DIGITS = 8

export const revisionsPartition = (tenant: Id, orderId: Id): string => partition(tenant, `order-revisions#${orderId}`)

const revisionKey = (tenant: Id, orderId: Id, revision: number): Key => ({
  pk: revisionsPartition(tenant, orderId),
  sk: String(revision).padStart(DIGITS, '0'),
})

/** Records what a change of an order changed, with who caused it. */
export const recordRevision = (
  unit: Unit,
  before: StoredOrder,
  after: StoredOrder,
  changes: readonly OrderChange[],
): void => {
  const record: Omit<Revision, 'orderId' | 'revision'> = {
    changedAt: unit.now.toISOString(),
    platformModifiedAt: after.platformModifiedAt,
    actorType: getActorType(unit),
    actorId: unit.actor,
    changes,
    totalBefore: before.keptAmount,
    totalAfter: after.keptAmount,
  }
  const key = revisionKey(unit.tenant, after.id, after.revision)
  unit.add({ put: { ...key, kind: 'order-revision', ...record } })
  unit.timelines.carry(after.id, key)
}

/** Lists the revisions of an order, newest first. */
export const listRevisions = async (db: Table, tenant: Id, orderId: Id, page: Page): Promise<Members<Revision>> => {
  const found = await db.query<Omit<Revision, 'orderId' | 'revision'> & HasTimeline>({
    pk: revisionsPartition(tenant, orderId),
    newestFirst: true,
  })
  return slicePage(
    found.map(({ pk: _pk, sk, timeline: _timeline, ...record }) => ({ orderId, revision: Number(sk), ...record })),
    page,
  )
}

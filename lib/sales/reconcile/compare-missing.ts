import { findFulfilmentStatuses } from '../../fulfilment/order-fulfilments/find-fulfilment-status.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { isOver } from '../order-sync/looking.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { buildSkippedRecord, type NewSyncRecord } from '../runs/sync-record.ts'
import { cancelDeletedOrder } from '../shop-orders/cancel-deleted-order.ts'
import { letManyWait } from '../shop-orders/cancel-missing.ts'
import type { Compared, Comparing } from './compare-orders.ts'
import { type Absence, type Difference, judgeAbsence } from './find-difference.ts'
import { buildFindingRecord, describeOrder } from './finding-record.ts'
import { findMarks, markDifference } from './mark-store.ts'

/** An order that the shop did not show, and why. `hidden`: it may have it all the same. */
export interface MissingOrder {
  id: Id
  absence: Absence | 'hidden'
}

const MANY =
  'The shop lacks the order and many others. None is cancelled until somebody decides about the missing orders.'
const HIDDEN = 'The shop does not show the order, which is no proof that it was deleted.'

/** Ends the difference; returns false if that does not fit the transaction. */
const mend = async (
  { app, context: { channel } }: Comparing,
  unit: Unit,
  order: StoredOrder,
  difference: Difference,
): Promise<boolean> => {
  const { digest } = difference
  const attempted = await unit.attempt(async () => {
    if (digest) markDifference(unit, channel.id, order.id, digest)
    else await cancelDeletedOrder(app, unit, channel, order)
  })
  return attempted !== undefined
}

/** Records orders that the shop does not have, and mends that if the run does. */
export const compareMissing = async (
  comparing: Comparing,
  unit: Unit,
  missing: readonly MissingOrder[],
): Promise<Compared> => {
  const { app, context, window, askedAt } = comparing
  const ids = missing.map(({ id }) => id)
  const [found, marks, statuses] = await Promise.all([
    findAll(app.db, orders, unit.tenant, ids),
    findMarks(app.db, unit.tenant, context.channel.id, ids),
    findFulfilmentStatuses(app.db, unit.tenant, ids),
  ])
  const byId = new Map(found.map((order) => [order.id, order]))
  const judged = missing.map(({ id, absence }) => {
    const order = byId.get(id)
    if (!order || order.status === 'cancelled' || order.updatedAt >= askedAt) return {}
    if (absence === 'hidden') return { order }
    const over = isOver(order, statuses.get(id), unit.now)
    return { order, difference: judgeAbsence(absence, { mark: marks.get(id), isOver: over }), isJudged: true }
  })
  const mustCancel = ({ difference }: { difference?: Difference | undefined }) =>
    window.applies && difference !== undefined && !difference.digest
  const deleted = judged.flatMap((each) => (each.order && mustCancel(each) ? [each.order.id] : []))
  const waits = await letManyWait(app, unit, context.channel, deleted)
  const records: NewSyncRecord[] = []
  let count = 0
  for (const each of judged) {
    const { order, difference, isJudged } = each
    if (order && !isJudged) records.push(buildSkippedRecord(describeOrder(order), HIDDEN))
    if (order && waits && mustCancel(each)) records.push(buildSkippedRecord(describeOrder(order), MANY))
    else if (order && difference) {
      if (window.applies && !(await mend(comparing, unit, order, difference))) break
      records.push(buildFindingRecord(describeOrder(order), difference, window.applies))
    }
    count++
  }
  return { count, records, unchanged: count - records.length }
}

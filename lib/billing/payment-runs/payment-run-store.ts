import type { PaymentRunState } from '../../../schemas/billing/payments/payment-run.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, findAll, list, type Page } from '../../platform/store/lists/list.ts'
import { readAllOldestFirst } from '../../platform/store/lists/read-all-oldest-first.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Decision, StoredPaymentRun, StoredRunItem } from './payment-run.ts'

// Payment runs:  T#<tenant>#payment-run / <id>        listed newest first by status
// their items:   T#<tenant>#payment-run-item / <id>   listed by run

export const paymentRuns = entity<StoredPaymentRun>({
  name: 'payment-run',
  shape: 1,
  audit: { hidden: ['debtorAccount', 'work'] },
  lists: [{ facets: ['status'] }],
})

export const paymentRunItems = entity<StoredRunItem>({
  name: 'payment-run-item',
  shape: 1,
  audit: { hidden: ['payee'], platform: 'summary' },
  lists: [{ by: ['runId'], facets: [], uncounted: true }],
})

export const findPaymentRun = (db: Table, tenant: Id, id: string) => find(db, paymentRuns, tenant, id)

/** Loads the payment run named in the request, for a change; checks `If-Match`. */
export const loadPaymentRun = (unit: Unit, id: string) => unit.load(paymentRuns, id)

export const readPageOfPaymentRuns = (db: Table, tenant: Id, page: Page, status: PaymentRunState | undefined) =>
  list(db, paymentRuns, tenant, { ...page, facets: { status } })

export const findRunItems = (db: Table, tenant: Id, ids: readonly Id[]) => findAll(db, paymentRunItems, tenant, ids)

/** Reads all items of a run in the order in which they were added. */
export const readRunItems = (db: Table, tenant: Id, runId: Id): Promise<StoredRunItem[]> =>
  readAllOldestFirst(db, paymentRunItems, tenant, { by: { runId } })

/** Reads the next items that a decision is about, and what is left of it; null if these are the last. */
export const readNextItems = async (
  db: Table,
  tenant: Id,
  runId: Id,
  decision: Decision,
  limit: number,
): Promise<{ items: StoredRunItem[]; next: Decision | null }> => {
  const { itemIds, after } = decision
  if (itemIds) {
    const left = itemIds.slice(limit)
    const items = await findRunItems(db, tenant, itemIds.slice(0, limit))
    return { items, next: left.length ? { ...decision, itemIds: left } : null }
  }
  const { items, cursors } = await scanOldestFirst(db, paymentRunItems, tenant, {
    by: { runId },
    after,
    limit: limit + 1,
  })
  const next = cursors.length > limit ? { ...decision, after: cursors[limit - 1] as string } : null
  return { items: items.slice(0, limit), next }
}

import type { ConfirmPaymentRunInput, RejectPaymentRunInput } from '../../../schemas/billing/payments/payment-run.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { type ChangedRun, checkIdle, type Decision, movePaymentRun, type StoredPaymentRun } from './payment-run.ts'
import { findPaymentRun, findRunItems, loadPaymentRun } from './payment-run-store.ts'
import { beginWork } from './process-payment-run.ts'

type Using = Pick<App, 'db'>

/** Returns the ids without repetitions. Throws if any is not a pending item of the run. */
const requirePending = async (app: Using, unit: Unit, run: StoredPaymentRun, given: readonly Id[]): Promise<Id[]> => {
  const ids = [...new Set(given)]
  const found = new Map((await findRunItems(app.db, unit.tenant, ids)).map((item) => [item.id, item]))
  const foreign: Violation[] = []
  const decided: Violation[] = []
  for (const id of ids) {
    const item = found.get(id)
    const propertyPath = `itemIds[${given.indexOf(id)}]`
    if (item?.runId !== run.id) foreign.push({ propertyPath, message: 'must be the id of an item of the payment run' })
    else if (item.status !== 'pending') decided.push({ propertyPath, message: `The item is ${item.status} already.` })
  }
  if (foreign.length) throw invalid(...foreign)
  if (decided.length)
    throw new Problem('OPERATION_NOT_ALLOWED', 'Some of the items were decided already.', { violations: decided })
  return ids
}

const decide = async (
  app: Using,
  unit: Unit,
  before: StoredPaymentRun,
  action: Decision['action'],
  { itemIds, text = null }: { itemIds?: readonly Id[] | undefined; text?: string | null | undefined },
  changes: Partial<StoredPaymentRun> = {},
): Promise<ChangedRun> => {
  checkIdle(before)
  const ids = itemIds ? await requirePending(app, unit, before, itemIds) : null
  const work: Decision = { action, itemIds: ids, after: null, by: unit.actor, text }
  return await beginWork(app, unit, before, work, changes)
}

/** Records that the bank paid items of a submitted run: the given ones, or all that are pending. */
export const confirmPaymentRun = async (
  app: Using,
  unit: Unit,
  id: Id,
  { itemIds, paymentReference }: ConfirmPaymentRunInput,
): Promise<ChangedRun> => {
  const before = await loadPaymentRun(unit, id)
  movePaymentRun(before, 'complete')
  return await decide(app, unit, before, 'confirm', { itemIds, text: paymentReference })
}

/** Records that the bank paid one item. The `If-Match` of the request names something else, so it does not apply to the run. */
export const confirmRunItem = async (app: Using, unit: Unit, itemId: Id): Promise<void> => {
  const [item] = await findRunItems(app.db, unit.tenant, [itemId])
  const before = item && (await findPaymentRun(app.db, unit.tenant, item.runId))
  if (item?.status !== 'pending' || !before)
    throw new Problem('OPERATION_NOT_ALLOWED', `The item of the payment run is ${item?.status ?? 'gone'} already.`)
  movePaymentRun(before, 'complete')
  await decide(app, unit, before, 'confirm', { itemIds: [itemId] })
}

/** Takes items out of a draft, or records that the bank did not pay them: the given ones, or all that are pending. */
export const rejectPaymentRun = async (
  app: Using,
  unit: Unit,
  id: Id,
  { itemIds, reason }: RejectPaymentRunInput,
): Promise<ChangedRun> => {
  const before = await loadPaymentRun(unit, id)
  const isDraft = before.status === 'draft'
  if (!isDraft) movePaymentRun(before, 'complete')
  return await decide(app, unit, before, isDraft ? 'remove' : 'reject', { itemIds, text: reason })
}

/** Cancels a draft. Its bills are scheduled as before. */
export const cancelPaymentRun = async (app: Using, unit: Unit, id: Id): Promise<ChangedRun> => {
  const before = await loadPaymentRun(unit, id)
  const status = movePaymentRun(before, 'cancel')
  const cancelled = { status, ...nameActor('cancelledBy', unit), cancelledAt: unit.now.toISOString() }
  return await decide(app, unit, before, 'free', {}, cancelled)
}

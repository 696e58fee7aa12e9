import type { App } from '../../platform/app/app.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { collectItems, MAX_COLLECTED_PER_TRANSACTION } from './collect-items.ts'
import { decideItems, MAX_DECIDED_PER_TRANSACTION } from './decide-items.ts'
import { type ChangedRun, movePaymentRun, type RunWork, type StoredPaymentRun } from './payment-run.ts'
import { findPaymentRun, paymentRuns } from './payment-run-store.ts'

type Using = Pick<App, 'db'>
type Changes = Partial<StoredPaymentRun>

/** Returns the changes with which a submitted run ends; none while items are pending. */
const completeIfDecided = (
  { status }: Pick<StoredPaymentRun, 'status'>,
  { pendingCount, work }: Pick<StoredPaymentRun, 'pendingCount' | 'work'>,
  now: Date,
): Changes =>
  status === 'submitted' && pendingCount === 0 && !work
    ? { status: movePaymentRun({ status }, 'complete'), completedAt: now.toISOString() }
    : {}

/** Does the next part of the work, and writes the run with the changes that begin it. */
const processNext = async (
  app: Using,
  unit: Unit,
  before: StoredPaymentRun,
  work: RunWork,
  changes: Changes,
): Promise<ChangedRun> => {
  if (work.action === 'collect')
    return await unit.attemptUpTo(MAX_COLLECTED_PER_TRANSACTION, async (count) => {
      const left = work.left.slice(count)
      const { collected, items } = await collectItems(app, unit, before, work.left.slice(0, count))
      const next: RunWork | null = left.length ? { ...work, left } : null
      return { run: unit.update(paymentRuns, before, { ...changes, ...collected, work: next }), items }
    })
  const zone = await getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone)
  return await unit.attemptUpTo(MAX_DECIDED_PER_TRANSACTION[work.action], async (count) => {
    const { counts, items, next } = await decideItems(app, unit, before, work, { count, zone })
    const ended = completeIfDecided(before, { ...counts, work: next }, unit.now)
    return { run: unit.update(paymentRuns, before, { ...changes, ...counts, ...ended, work: next }), items }
  })
}

/** Begins a decision in the transaction of its request; a task does what does not fit. */
export const beginWork = async (
  app: Using,
  unit: Unit,
  before: StoredPaymentRun,
  work: RunWork,
  changes: Changes = {},
): Promise<ChangedRun> => {
  const after = await processNext(app, unit, before, work, changes)
  if (after.run.work) unit.schedule('billing.payment-run.process', { tenant: unit.tenant, runId: before.id })
  return after
}

const MAX_CHUNKS_PER_TASK = 40

/** Does the work that did not fit the transaction of its request. Idempotent. */
export const processPaymentRun = (
  app: Using,
  data: { tenant: Id; runId: Id },
  now: Date,
  maxChunks = MAX_CHUNKS_PER_TASK,
): Promise<void> =>
  runInChunks(app.db, { task: 'billing.payment-run.process', data, now, most: maxChunks }, async (unit) => {
    const run = await findPaymentRun(app.db, data.tenant, data.runId)
    if (!run?.work) return false
    return (await processNext(app, unit, run, run.work, {})).run.work !== null
  })

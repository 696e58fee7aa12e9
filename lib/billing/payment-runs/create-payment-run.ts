import { type CreatePaymentRunInput, MAX_RUN_ITEMS } from '../../../schemas/billing/payments/payment-run.ts'
import { findPartners } from '../../partner/find-partners.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { invalid, MAX_VIOLATIONS, Problem, type Violation } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { listPreparers } from '../require-another-person.ts'
import { collectItems, MAX_COLLECTED_PER_TRANSACTION } from './collect-items.ts'
import { findObstacle, findPayeeFaults, getPayableUri, listDuePayables, type Payable, readPayables } from './payable.ts'
import { type ChangedRun, type PayableRef, RUN_CURRENCY } from './payment-run.ts'
import { paymentRuns } from './payment-run-store.ts'
import { resolveDebtorAccount } from './resolve-debtor-account.ts'

type Using = Pick<App, 'db'>

/** A bill or settlement of the request, with the path of its id there. */
interface Asked {
  ref: PayableRef
  path: string
}

const listAsked = ({ billIds = [], settlementIds = [] }: CreatePaymentRunInput): Asked[] => {
  const asked = [
    ...billIds.map((id, i): Asked => ({ ref: { kind: 'bill', id }, path: `billIds[${i}]` })),
    ...settlementIds.map((id, i): Asked => ({ ref: { kind: 'settlement', id }, path: `settlementIds[${i}]` })),
  ]
  return [...new Map(asked.map((each) => [getPayableUri(each.ref), each])).values()]
}

const findInputViolations = (
  { billIds, settlementIds, dueUntil, executionDate }: CreatePaymentRunInput,
  today: string,
): Violation[] => [
  ...(dueUntil !== undefined && (billIds || settlementIds)
    ? [{ propertyPath: 'dueUntil', message: 'must not be given together with ids' }]
    : []),
  ...(dueUntil === undefined && !billIds && !settlementIds
    ? [{ propertyPath: '', message: 'must have billIds, settlementIds or dueUntil' }]
    : []),
  ...(executionDate && executionDate < today
    ? [{ propertyPath: 'executionDate', message: `must not be before ${today}, which is today` }]
    : []),
]

const buildRefusal = (detail: string, violations?: Violation[]) =>
  new Problem('OPERATION_NOT_ALLOWED', detail, violations && { violations: violations.slice(0, MAX_VIOLATIONS) })

/** Reads what the request names by id. Throws if any of it does not exist, or cannot be paid. */
const requirePayables = async (app: Using, unit: Unit, asked: readonly Asked[]) => {
  const found = await readPayables(
    app.db,
    unit.tenant,
    asked.map(({ ref }) => ref),
  )
  const missing = asked.filter((_, i) => !found[i])
  if (missing.length)
    throw invalid(
      ...missing.map(({ ref, path }) => ({ propertyPath: path, message: `must be the id of an existing ${ref.kind}` })),
    )
  const payables = found as Payable[]
  const obstacles = payables.flatMap((payable, i): Violation[] => {
    const message = findObstacle(payable)
    return message ? [{ propertyPath: asked[i]?.path ?? '', message }] : []
  })
  if (obstacles.length) throw buildRefusal('Some of the bills and settlements cannot be paid by a run.', obstacles)
  return payables
}

/** Returns those that can be paid. Throws with all partners that lack something; settlements of the due may wait for it. */
const checkPayees = async (app: Using, unit: Unit, payables: readonly Payable[], isByDate: boolean) => {
  const partners = await findPartners(
    app.db,
    unit.tenant,
    payables.map(({ record }) => record.partnerId),
  )
  const kept = payables.filter(
    ({ kind, record }) => !(isByDate && kind === 'settlement' && !partners.get(record.partnerId)?.bankAccount),
  )
  const owed = new Set(kept.map(({ record }) => record.partnerId))
  const violations = [...owed].flatMap((id): Violation[] => {
    const partner = partners.get(id)
    const faults = partner ? findPayeeFaults(partner) : ['does not exist']
    const name = partner?.name ?? id
    return faults.length ? [{ propertyPath: '', message: `Partner ${name} (${id}) ${faults.join(' and ')}.` }] : []
  })
  if (violations.length) throw buildRefusal('The bank could not pay some of the partners.', violations)
  return kept
}

const readWanted = async (app: Using, unit: Unit, given: CreatePaymentRunInput, zone: string) => {
  const { dueUntil } = given
  const payables = dueUntil
    ? await listDuePayables(app.db, unit.tenant, dueUntil, zone)
    : await requirePayables(app, unit, listAsked(given))
  const wanted = await checkPayees(app, unit, payables, dueUntil !== undefined)
  if (!wanted.length) throw buildRefusal('Nothing is due until that day that is in no other payment run.')
  if (wanted.length > MAX_RUN_ITEMS)
    throw buildRefusal(`${wanted.length} payments are too many. A payment run has at most ${MAX_RUN_ITEMS}.`)
  return wanted.map(({ kind, record }): PayableRef => ({ kind, id: record.id }))
}

/** Creates a run of bills and settlements. A task adds those that do not fit the transaction. */
export const createPaymentRun = async (app: Using, unit: Unit, given: CreatePaymentRunInput): Promise<ChangedRun> => {
  const zone = await getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone)
  const today = toLocalDay(zone, unit.now)
  const violations = findInputViolations(given, today)
  if (violations.length) throw invalid(...violations)
  const debtorAccount = await resolveDebtorAccount(app, unit.tenant, given.debtorAccount)
  const wanted = await readWanted(app, unit, given, zone)
  const empty = {
    id: unit.newId(),
    ...{ itemCount: 0, totalAmount: 0, pendingCount: 0, paidCount: 0, rejectedCount: 0 },
    involved: listPreparers(unit),
    leftOutCount: 0,
    leftOut: [],
  }
  return await unit.attemptUpTo(MAX_COLLECTED_PER_TRANSACTION, async (count) => {
    const { collected, items } = await collectItems(app, unit, empty, wanted.slice(0, count))
    const left = wanted.slice(count)
    if (left.length) unit.schedule('billing.payment-run.process', { tenant: unit.tenant, runId: empty.id })
    const run = unit.create(paymentRuns, {
      id: empty.id,
      ...collected,
      status: 'draft',
      currency: RUN_CURRENCY,
      executionDate: given.executionDate ?? today,
      debtorAccount,
      work: left.length ? { action: 'collect', left } : null,
      ...nameActor('createdBy', unit),
      submittedBy: null,
      submittedByType: null,
      submittedAt: null,
      completedAt: null,
      cancelledBy: null,
      cancelledByType: null,
      cancelledAt: null,
    })
    return { run, items }
  })
}

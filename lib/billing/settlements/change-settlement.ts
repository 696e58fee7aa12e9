import type { AddSettlementLineInput, MarkSettlementPaidInput } from '../../../schemas/billing/settlement.ts'
import { getSettings } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import { MAX_ACTIONS } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { NOT_DUE } from '../invoices/follow-up.ts'
import { addToTotals } from './collect-charges.ts'
import { freeLines } from './free-charges.ts'
import { postPayment, postSettlement } from './post-settlement.ts'
import {
  buildAccount,
  buildSettlementEvent,
  checkAcceptsLines,
  checkCollected,
  checkNotCarried,
  checkPayable,
  requireSecondPerson,
  SETTLEMENT_MOVES,
  type StoredLine,
  type StoredSettlement,
} from './settlement.ts'
import { findSettlement, loadSettlement, putLines, readSettlementLines, settlements } from './settlement-store.ts'

type Using = Pick<App, 'db'>

const moveSettlement = (settlement: StoredSettlement, action: keyof typeof SETTLEMENT_MOVES) =>
  move(SETTLEMENT_MOVES, 'settlement', settlement.status, action)

const load = async (app: Using, unit: Unit, id: Id) => {
  const [settlement, settings] = await Promise.all([
    loadSettlement(unit, id),
    getSettings(app, unit.tenant, ['billing.fourEyes', 'general.timezone']),
  ])
  checkCollected(settlement)
  return { settlement, zone: settings['general.timezone'], fourEyes: settings['billing.fourEyes'] }
}

const findLineViolations = (
  { type, amount, currency }: AddSettlementLineInput,
  settlement: StoredSettlement,
): Violation[] => [
  ...(currency === settlement.currency
    ? []
    : [{ propertyPath: 'currency', message: `must be ${settlement.currency}, the settlement's` }]),
  ...(type === 'adjustment' || amount > 0
    ? []
    : [{ propertyPath: 'amount', message: `must be above 0 for a ${type}; an adjustment may be below` }]),
]

export const addLine = async (
  app: Using,
  unit: Unit,
  id: Id,
  given: AddSettlementLineInput,
): Promise<{ settlement: StoredSettlement; added: StoredLine }> => {
  const { settlement: before } = await load(app, unit, id)
  checkAcceptsLines(before)
  const totals = addToTotals(before, [given])
  const violations = findLineViolations(given, before)
  if (!totals) violations.push({ propertyPath: 'amount', message: 'makes a total that is too large' })
  if (violations.length) throw invalid(...violations)
  const { itemOccurredAt, subject = null, chargeType = null, metadata = {}, ...own } = given
  const occurredAt = itemOccurredAt ? new Date(itemOccurredAt).toISOString() : null
  const added = { id: unit.newId(), ...own, subject, chargeType, occurredAt, metadata, chargeId: null }
  putLines(unit, before, [added])
  const settlement = unit.update(settlements, before, {
    ...totals,
    status: before.status === 'locked' ? moveSettlement(before, 'review') : before.status,
    linePages: before.linePages + 1,
    preparedBy: [...new Set([...before.preparedBy, unit.actor])],
  })
  return { settlement, added }
}

/** What the events of a payment to the partner tell; there is none where nothing is to be paid. */
const buildPaymentEvent = ({
  id,
  partnerId,
  partnerName,
  totalAmount,
  currency,
  paymentReference,
}: StoredSettlement) => ({
  paymentId: id,
  partnerId,
  partnerName,
  amount: totalAmount,
  currency,
  paymentReference,
})

export const approveSettlement = async (
  app: Using,
  unit: Unit,
  id: Id,
  notes: string | null = null,
): Promise<StoredSettlement> => {
  const { settlement: before, zone, fourEyes } = await load(app, unit, id)
  const status = moveSettlement(before, 'approve')
  requireSecondPerson(before, unit.actor, fourEyes)
  const approvedAt = unit.now.toISOString()
  const approved = unit.update(settlements, before, {
    status,
    approvedBy: unit.actor,
    approvedAt,
    approvalNotes: notes,
    toCarry: before.totalAmount < 0 ? buildAccount(before) : null,
    ...NOT_DUE,
  })
  await postSettlement(app, unit, approved, { at: approvedAt, approvedAt, zone }, 1)
  const { subject, data } = buildSettlementEvent(approved)
  unit.emit('finance.settlement.posted', { subject, data })
  if (approved.totalAmount > 0)
    unit.emit('finance.outgoing_payment.submitted', { subject, data: buildPaymentEvent(approved) })
  return approved
}

export const markSettlementPaid = async (
  app: Using,
  unit: Unit,
  id: Id,
  { paymentReference, paymentMethod = null }: MarkSettlementPaidInput,
): Promise<StoredSettlement> => {
  const { settlement: before, zone, fourEyes } = await load(app, unit, id)
  const status = moveSettlement(before, 'mark_paid')
  checkPayable(before)
  requireSecondPerson(before, unit.actor, fourEyes)
  const paidAt = unit.now.toISOString()
  const changes = { status, paidBy: unit.actor, paidAt, paymentReference, paymentMethod }
  const paid = unit.update(settlements, before, changes)
  await postPayment(app, unit, paid, { at: paidAt, approvedAt: before.approvedAt as string, zone })
  const { subject, data } = buildSettlementEvent(paid)
  unit.emit('finance.settlement.paid', { subject, data: { ...data, paymentReference } })
  if (paid.totalAmount > 0)
    unit.emit('finance.outgoing_payment.completed', {
      subject,
      data: { ...buildPaymentEvent(paid), completedAt: paidAt },
    })
  return paid
}

/** What the settlement took over from others is to be carried forward again. */
const returnCarried = async (app: Using, unit: Unit, { carries }: StoredSettlement): Promise<void> => {
  for (const { id } of carries) {
    const carried = await findSettlement(app.db, unit.tenant, id)
    if (carried) unit.update(settlements, carried, { carriedTo: null, toCarry: buildAccount(carried) })
  }
}

/** What the rejected settlement itself takes of the transaction, with its rows and counts. */
const ROOM_FOR_ITSELF = 25
const ACTIONS_OF_A_CHARGE = 3

/** Frees its charges, in this transaction or, where they are too many for it, after it; says whether that is to come. */
const freeLinesOrSchedule = async (
  app: Using,
  unit: Unit,
  { id, lineItemCount }: StoredSettlement,
): Promise<boolean> => {
  if (unit.size + ROOM_FOR_ITSELF + lineItemCount * ACTIONS_OF_A_CHARGE <= MAX_ACTIONS) {
    for await (const { lines } of readSettlementLines(app.db, unit.tenant, id)) await freeLines(app.db, unit, id, lines)
    return false
  }
  const data = { tenant: unit.tenant, settlementId: id, fromPage: 0 }
  unit.schedule('billing.settlement.free', data)
  return true
}

export const rejectSettlement = async (app: Using, unit: Unit, id: Id, reason: string): Promise<StoredSettlement> => {
  const { settlement: before, zone } = await load(app, unit, id)
  const status = moveSettlement(before, 'reject')
  checkNotCarried(before)
  const rejectedAt = unit.now.toISOString()
  const { approvedAt } = before
  await returnCarried(app, unit, before)
  if (approvedAt) await postSettlement(app, unit, before, { at: rejectedAt, approvedAt, zone }, -1)
  const freeing = await freeLinesOrSchedule(app, unit, before)
  return unit.update(settlements, before, {
    status,
    rejectedBy: unit.actor,
    rejectedAt,
    rejectionReason: reason,
    freeing,
    coverage: freeing ? before.coverage : null,
    toCarry: null,
    ...NOT_DUE,
  })
}

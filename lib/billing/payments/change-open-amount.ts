import { toLocalDay } from '../../platform/calendar/day.ts'
import { move } from '../../platform/moves.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { BillingSettings } from '../billing-settings.ts'
import { computeOpenAmount, computeOwedAmount, INVOICE_MOVES, type StoredInvoice } from '../invoices/invoice.ts'
import { buildInvoiceEvent } from '../invoices/invoice-event.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { countDaysOverdue, scheduleNextReminder } from '../invoices/plan-reminders.ts'

const reopen = (invoice: StoredInvoice, settings: BillingSettings, now: Date): Partial<StoredInvoice> => {
  const reopened = move(INVOICE_MOVES, 'invoice', invoice.status, 'reopen')
  const changed = { ...invoice, status: reopened }
  const isPast = invoice.dueDate < toLocalDay(settings['general.timezone'], now)
  const isOverdue = isPast && computeOwedAmount(changed) > 0
  const status = isOverdue ? move(INVOICE_MOVES, 'invoice', reopened, 'fall_due') : reopened
  const changes = { status, paidAt: null, paymentReference: null, closing: null, reminded: {} }
  return { ...changes, ...scheduleNextReminder({ ...invoice, ...changes }, settings, now) }
}

/** Returns the changes after which the status follows from the open amount; none if it does already. */
export const deriveStatus = (invoice: StoredInvoice, settings: BillingSettings, now: Date): Partial<StoredInvoice> => {
  const { status, closing } = invoice
  const isOpen = computeOpenAmount(invoice) > 0
  if (status === 'paid' && isOpen) return reopen(invoice, settings, now)
  // It has no steps ahead after credit notes covered it; what covered it with them may be reversed.
  if (isOpen && !invoice.duePk) return scheduleNextReminder(invoice, settings, now)
  if (isOpen || !closing) return {}
  // The status stays if the invoice was paid by something else before it was reopened.
  const paid = status === 'paid' ? status : move(INVOICE_MOVES, 'invoice', status, 'mark_paid')
  return { status: paid, ...closing, ...NOT_DUE }
}

/** Emits the event of a change of the status, if it changed. */
export const emitStatus = (
  unit: Unit,
  before: StoredInvoice,
  after: StoredInvoice,
  settings: BillingSettings,
): void => {
  if (before.status === after.status) return
  const { subject, data } = buildInvoiceEvent(after)
  if (after.status === 'paid') {
    const { paidAt, paymentReference } = after
    unit.emit('finance.invoice.paid', { subject, data: { ...data, paidAt: paidAt ?? '', paymentReference } })
  }
  if (after.status === 'overdue') {
    const daysOverdue = countDaysOverdue(after, settings, unit.now)
    unit.emit('finance.invoice.overdue', { subject, data: { ...data, daysOverdue } })
  }
}

interface OpenAmountChange {
  /** Payments allocated to the invoice; below 0 if allocations are reversed. */
  allocated?: number
  /** Credit notes applied to the invoice. */
  applied?: number
  /** Change of what is still to be applied. */
  creditToApply?: number
  /** Time and reference of its payment, if nothing is left open. */
  closing: NonNullable<StoredInvoice['closing']> | null
}

interface Context {
  settings: BillingSettings
  /** Actions that the unit needs afterwards. */
  reserve?: number
}

/**
 * Changes the open amount of an invoice, and its status with it if the unit has room for that. Otherwise only the amount
 * changes, at one action, and the caller schedules `billing.invoice.follow-payments`.
 */
export const changeOpenAmount = (
  unit: Unit,
  before: StoredInvoice,
  { allocated = 0, applied = 0, creditToApply = 0, closing }: OpenAmountChange,
  { settings, reserve = 0 }: Context,
): { invoice: StoredInvoice; isFollowed: boolean } => {
  const amounts = {
    allocated: before.allocated + allocated,
    applied: before.applied + applied,
    creditToApply: before.creditToApply + creditToApply,
  }
  const isOpen = computeOpenAmount({ ...before, ...amounts }) > 0
  const changes = { ...amounts, closing: isOpen ? null : closing }
  const followed = unit.attempt(() => {
    const status = deriveStatus({ ...before, ...changes }, settings, unit.now)
    const invoice = unit.update(invoices, before, { ...changes, ...status })
    emitStatus(unit, before, invoice, settings)
    return invoice
  }, reserve)
  if (followed) return { invoice: followed.result, isFollowed: true }
  return { invoice: unit.update(invoices, before, changes), isFollowed: false }
}

import { type ErrorCode, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredInvoice } from './invoice.ts'
import { buildInvoiceEvent } from './invoice-event.ts'

const REFUSALS: readonly ErrorCode[] = ['OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE', 'ORDER_CHANGED']

/** Distinguishes a refusal to issue, after which an invoice without a requester stays a draft, from other failures. */
export const isRefusalToIssue = (error: unknown): error is Problem =>
  error instanceof Problem && REFUSALS.includes(error.errorCode)

/** Notifies of an invoice that stayed a draft though it was to be issued, because nobody got the refusal as an answer. */
export const emitNotIssued = (unit: Unit, invoice: StoredInvoice, { message, violations = [] }: Problem): void => {
  const { subject, data } = buildInvoiceEvent(invoice)
  const reason = [message, ...violations.map((violation) => violation.message)].join(' ')
  unit.emit('finance.invoice.not_issued', { subject, data: { ...data, reason } })
}

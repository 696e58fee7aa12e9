import type { Credit, OpenInvoice, OpenSums } from '../../../schemas/billing/payments/open-items.ts'
import { countDaysBetween, type Day } from '../../platform/calendar/day.ts'
import { AmountTooLarge, sumAmounts } from '../../platform/money/amounts.ts'
import { Problem } from '../../platform/problem.ts'
import type { StoredCreditNote } from '../credit-notes/credit-note.ts'
import { computeOpenAmount, computeOwedAmount, type StoredInvoice } from '../invoices/invoice.ts'
import type { StoredPayment } from '../payments/payment.ts'

/** Describes an invoice with something open; undefined if it has nothing open, or is not payable. */
export const toOpenInvoice = (invoice: StoredInvoice, today: Day): OpenInvoice | undefined => {
  const { id: invoiceId, invoiceNumber, currencyCode: currency, status, issuedAt, dueDate, grandTotal } = invoice
  const openAmount = computeOpenAmount(invoice)
  if (openAmount <= 0 || (status !== 'issued' && status !== 'overdue')) return undefined
  const daysOverdue = Math.max(0, countDaysBetween(dueDate, today))
  const amounts = { totalAmount: grandTotal, openAmount, owedAmount: computeOwedAmount(invoice) }
  return { invoiceId, invoiceNumber, currency, status, issuedAt, dueDate, ...amounts, daysOverdue }
}

export const toCredit = (payment: StoredPayment, today: Day): Credit => {
  const { id: paymentId, reference, currency, unallocated, receivedAt, receivedOn } = payment
  const ageDays = Math.max(0, countDaysBetween(receivedOn, today))
  return { paymentId, reference, currency, unallocated, receivedAt, ageDays }
}

const addUp = (amounts: readonly number[]): number => {
  try {
    return sumAmounts(amounts)
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    throw new Problem('OPERATION_NOT_ALLOWED', 'A sum of the open items is too large to be represented exactly.')
  }
}

/** First and last day overdue of each age group. */
const AGE_GROUPS = {
  current: [0, 0],
  days1To30: [1, 30],
  days31To60: [31, 60],
  days61To90: [61, 90],
  days90Plus: [91, Number.POSITIVE_INFINITY],
} as const

/** Adds up an amount of the invoices by days past the due date. */
export const sumByAge = (invoices: readonly OpenInvoice[], amount: 'openAmount' | 'owedAmount'): OpenSums['aging'] => {
  const sumGroup = ([from, to]: readonly [number, number]) =>
    addUp(
      invoices.flatMap((invoice) =>
        invoice.daysOverdue >= from && invoice.daysOverdue <= to ? [invoice[amount]] : [],
      ),
    )
  return {
    current: sumGroup(AGE_GROUPS.current),
    days1To30: sumGroup(AGE_GROUPS.days1To30),
    days31To60: sumGroup(AGE_GROUPS.days31To60),
    days61To90: sumGroup(AGE_GROUPS.days61To90),
    days90Plus: sumGroup(AGE_GROUPS.days90Plus),
  }
}

/** The open records of a partner; `notes` are issued and not applied yet. */
export interface OpenRecords {
  invoices: readonly OpenInvoice[]
  credits: readonly Credit[]
  notes: readonly Pick<StoredCreditNote, 'currencyCode' | 'grandTotal'>[]
}

/** Adds up the open items of one currency; `balance` is what the account says. */
export const sumOpenItems = (
  currency: string,
  { invoices, credits, notes }: OpenRecords,
  balance: number,
): OpenSums => {
  const own = invoices.filter((invoice) => invoice.currency === currency)
  const openAmount = addUp(own.map((invoice) => invoice.openAmount))
  const credit = addUp(credits.flatMap((each) => (each.currency === currency ? [each.unallocated] : [])))
  const creditToApply = addUp(notes.flatMap((note) => (note.currencyCode === currency ? [note.grandTotal] : [])))
  return { currency, openAmount, credit, creditToApply, balance, aging: sumByAge(own, 'openAmount') }
}

/**
 * Returns what the partner owes once its issued credit notes are applied, and the credit that it has then. The credit is below
 * the one that is stored if the notes and the invoices were read at different moments.
 */
export const sumOwed = (invoices: readonly OpenInvoice[], { currency, credit, creditToApply }: OpenSums) => {
  const own = invoices.filter((invoice) => invoice.currency === currency)
  const owed = addUp(own.map(({ owedAmount }) => owedAmount))
  const lowered = addUp(own.map(({ openAmount, owedAmount }) => openAmount - owedAmount))
  return { owed, credit: credit + creditToApply - lowered }
}

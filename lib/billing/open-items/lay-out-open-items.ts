import type { OpenInvoice, OpenSums } from '../../../schemas/billing/payments/open-items.ts'
import type { PrintedDocument, Row, Sum } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { describeRecipient, type PrintedPartner } from '../describe-recipient.ts'
import { sumByAge, sumOwed } from './open-items.ts'

/** Upper bound of the invoices that are listed, which are about eight pages. Others are due later and only added up. */
const MAX_ROWS = 300

const layOutInvoice = (invoice: OpenInvoice): Row => {
  const { invoiceNumber, issuedAt, dueDate, daysOverdue, totalAmount, owedAmount } = invoice
  return {
    cells: [invoiceNumber, issuedAt, dueDate, daysOverdue || null, totalAmount, totalAmount - owedAmount, owedAmount],
  }
}

const layOutFurther = (invoices: readonly OpenInvoice[]): Sum[] =>
  invoices.length
    ? [
        {
          label: 'furtherInvoices',
          count: invoices.length,
          amount: sumAmounts(invoices.map(({ owedAmount }) => owedAmount)),
        },
      ]
    : []

/** Lays out what is owed and, if the partner has credit, what it owes in the end. */
const layOutSums = (owed: number, credit: number): Sum[] =>
  credit
    ? [
        { label: 'openTotal', amount: owed },
        { label: 'yourCredit', amount: -credit },
        { label: 'balance', amount: owed - credit, strong: true },
      ]
    : [{ label: 'openTotal', amount: owed, strong: true }]

/**
 * Lays out the open invoices of one currency, the one that is due first on top. Issued credit notes lower them as they lower
 * what reminders claim, although they are not applied yet; what the notes have beyond that is the partner's credit.
 */
export const layOutOpenItems = (
  invoices: readonly OpenInvoice[],
  sums: OpenSums,
  on: Day,
  partner: PrintedPartner,
  stationery: Stationery,
): PrintedDocument => {
  const owing = invoices.filter(({ owedAmount }) => owedAmount > 0)
  const { owed, credit } = sumOwed(invoices, sums)
  return {
    kind: 'open_items',
    number: null,
    ...describeRecipient(partner, stationery),
    currency: sums.currency,
    mark: null,
    facts: [
      { label: 'date', kind: 'date', value: on },
      { label: 'yourTaxId', kind: 'code', value: partner.vatId ?? partner.taxId },
    ],
    columns: [
      { label: 'number', kind: 'text' },
      { label: 'issueDate', kind: 'date' },
      { label: 'dueDate', kind: 'date' },
      { label: 'daysOverdue', kind: 'quantity' },
      { label: 'total', kind: 'money' },
      { label: 'paidOrCredited', kind: 'money' },
      { label: 'openAmount', kind: 'money' },
    ],
    rows: owing.slice(0, MAX_ROWS).map(layOutInvoice),
    sums: [...layOutFurther(owing.slice(MAX_ROWS)), ...layOutSums(owed, credit)],
    ages: sumByAge(owing, 'owedAmount'),
    payment: null,
    hasAccount: true,
    notes: null,
    at: on,
  }
}

import type { PrintedDocument, Sum } from '../../../document/printing/printed-document.ts'
import type { Stationery } from '../../../document/printing/stationery.ts'
import { toLocalDay } from '../../../platform/calendar/day.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'
import { describeRecipient, type PrintedPartner } from '../../describe-recipient.ts'
import type { StoredLine, StoredSettlement } from '../settlement.ts'

type Table = Pick<PrintedDocument, 'columns' | 'rows'>

/** More lines would be unreadable and slow to typeset. */
const MAX_PRINTED_LINES = 500

const signAmount = ({ type, amount }: StoredLine) => (type === 'debit' ? -amount : amount)

const sortLines = (lines: readonly StoredLine[]) =>
  lines.toSorted((a, b) => ((a.occurredAt ?? '') < (b.occurredAt ?? '') ? -1 : 1))

/** Lists the lines; if some are late, a column shows the periods in which these occurred. */
const listLines = (lines: readonly StoredLine[]): Table => {
  const hasLate = lines.some(({ latePeriod }) => latePeriod)
  const late = ({ latePeriod }: StoredLine) => [latePeriod && `${latePeriod.startDate}/${latePeriod.endDate}`]
  return {
    columns: [
      { label: 'date', kind: 'date' },
      { label: 'description', kind: 'text' },
      ...(hasLate ? [{ label: 'period', kind: 'period' } as const] : []),
      { label: 'amount', kind: 'money' },
    ],
    rows: sortLines(lines).map((line) => ({
      cells: [line.occurredAt, line.description, ...(hasLate ? late(line) : []), signAmount(line)],
      note: line.subject?.startsWith('commerce:') ? null : line.subject,
    })),
  }
}

const sumLinesByDay = (lines: readonly StoredLine[], zone: string): Table => ({
  columns: [
    { label: 'date', kind: 'date' },
    { label: 'items', kind: 'quantity' },
    { label: 'amount', kind: 'money' },
  ],
  rows: [
    ...Map.groupBy(
      sortLines(lines),
      ({ occurredAt }) => occurredAt && toLocalDay(zone, new Date(occurredAt)),
    ).entries(),
  ].map(([day, own]) => ({ cells: [day, own.length, sumAmounts(own.map(signAmount))] })),
})

/** Lays out a settlement from its stored amounts; with more than `MAX_PRINTED_LINES` lines, one row for each day. */
export const layOutSettlement = (
  settlement: StoredSettlement,
  lines: readonly StoredLine[],
  partner: PrintedPartner,
  stationery: Stationery,
): PrintedDocument => {
  const { periodStartDate: start, periodEndDate: end, selfBilling } = settlement
  const tax = selfBilling?.taxAmount ?? 0
  const adjustments = settlement.totalAdjustments - tax
  const sums: Sum[] = [
    { label: 'credits', amount: settlement.totalCredits },
    { label: 'debits', amount: -settlement.totalDebits },
    ...(adjustments ? [{ label: 'adjustments', amount: adjustments } as const] : []),
    ...(tax ? [{ label: 'taxAtRate', percent: selfBilling?.ratePercent ?? 0, amount: tax } as const] : []),
    { label: 'settlementTotal', amount: settlement.totalAmount, strong: true },
  ]
  return {
    kind: 'settlement',
    number: settlement.settlementNumber,
    ...describeRecipient(partner, stationery),
    currency: settlement.currency,
    mark: settlement.status === 'rejected' ? 'cancelled' : null,
    facts: [
      { label: 'issueDate', kind: 'date', value: settlement.createdAt },
      { label: 'period', kind: 'period', value: start && end && `${start}/${end}` },
      { label: 'yourTaxId', kind: 'code', value: partner.vatId ?? partner.taxId },
    ],
    ...(lines.length > MAX_PRINTED_LINES ? sumLinesByDay(lines, stationery.zone) : listLines(lines)),
    sums,
    payment: null,
    notes: null,
    at: settlement.createdAt,
  }
}

import { dayIn } from '../../platform/calendar/day.ts'
import type { Stationery } from '../../document/letterhead.ts'
import type { PrintedDocument, Sum } from '../../document/printed.ts'
import { sumOf } from '../../platform/money/money.ts'
import { addressedTo, type PrintedPartner } from '../addressed-to.ts'
import type { StoredLine, StoredSettlement } from './settlement.ts'

type Table = Pick<PrintedDocument, 'columns' | 'rows'>

/** More would be a book that nobody reads, and that takes long to typeset. */
const MOST_PRINTED = 500

const signed = ({ type, amount }: StoredLine) => (type === 'debit' ? -amount : amount)

const inOrder = (lines: readonly StoredLine[]) =>
  lines.toSorted((a, b) => ((a.occurredAt ?? '') < (b.occurredAt ?? '') ? -1 : 1))

const oneByOne = (lines: readonly StoredLine[]): Table => ({
  columns: [
    { label: 'date', kind: 'date' },
    { label: 'description', kind: 'text' },
    { label: 'amount', kind: 'money' },
  ],
  rows: inOrder(lines).map((line) => ({
    cells: [line.occurredAt, line.description, signed(line)],
    note: line.subject?.startsWith('commerce:') ? null : line.subject,
  })),
})

const byDay = (lines: readonly StoredLine[], zone: string): Table => ({
  columns: [
    { label: 'date', kind: 'date' },
    { label: 'items', kind: 'quantity' },
    { label: 'amount', kind: 'money' },
  ],
  rows: [
    ...Map.groupBy(inOrder(lines), ({ occurredAt }) => occurredAt && dayIn(zone, new Date(occurredAt))).entries(),
  ].map(([day, own]) => ({ cells: [day, own.length, sumOf(own.map(signed))] })),
})

/** A settlement as it is printed: its stored amounts; with very many lines what each day comes to. */
export const printedSettlement = (
  settlement: StoredSettlement,
  lines: readonly StoredLine[],
  partner: PrintedPartner,
  stationery: Stationery,
): PrintedDocument => {
  const { periodStartDate: start, periodEndDate: end, totalAdjustments } = settlement
  const sums: Sum[] = [
    { label: 'credits', amount: settlement.totalCredits },
    { label: 'debits', amount: -settlement.totalDebits },
    ...(totalAdjustments ? [{ label: 'adjustments', amount: totalAdjustments } as const] : []),
    { label: 'settlementTotal', amount: settlement.totalAmount, strong: true },
  ]
  return {
    kind: 'settlement',
    number: settlement.settlementNumber,
    ...addressedTo(partner, stationery),
    currency: settlement.currency,
    mark: settlement.status === 'rejected' ? 'cancelled' : null,
    facts: [
      { label: 'issueDate', kind: 'date', value: settlement.createdAt },
      { label: 'period', kind: 'period', value: start && end && `${start}/${end}` },
      { label: 'yourTaxId', kind: 'code', value: partner.taxId },
    ],
    ...(lines.length > MOST_PRINTED ? byDay(lines, stationery.zone) : oneByOne(lines)),
    sums,
    payment: null,
    notes: null,
    at: settlement.createdAt,
  }
}

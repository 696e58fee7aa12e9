import type { LedgerKind } from '../../../schemas/billing/statement.ts'
import type { PrintedDocument, Row } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import type { LabelName } from '../../document/words/words.ts'
import { describeRecipient, type PrintedPartner } from '../describe-recipient.ts'
import type { Statement } from './read-statement.ts'
import type { StatementRange } from './statement.ts'

const WORDS: Record<LedgerKind, LabelName> = {
  bill: 'invoice',
  settlement: 'settlement',
  credit_note: 'credit_note',
  outgoing_payment: 'payment',
}

const layOutLine = ({ kind, number, issuedAt, dueAt, amount, runningBalance }: Statement['lines'][number]): Row => ({
  cells: [issuedAt, WORDS[kind], number, dueAt, amount, runningBalance],
})

export const layOutStatement = (
  { currency, openingBalance, closingBalance, lines, aging }: Statement,
  { from, to }: StatementRange,
  partner: PrintedPartner,
  stationery: Stationery,
): PrintedDocument => ({
  kind: 'statement',
  number: null,
  ...describeRecipient(partner, stationery),
  currency,
  mark: null,
  facts: [
    from ? { label: 'period', kind: 'period', value: `${from}/${to}` } : { label: 'date', kind: 'date', value: to },
    { label: 'yourTaxId', kind: 'code', value: partner.vatId ?? partner.taxId },
  ],
  columns: [
    { label: 'date', kind: 'date' },
    { label: 'description', kind: 'word' },
    { label: 'number', kind: 'text' },
    { label: 'dueDate', kind: 'date' },
    { label: 'amount', kind: 'money' },
    { label: 'balance', kind: 'money' },
  ],
  rows: [{ cells: [from ?? null, 'openingBalance', null, null, null, openingBalance] }, ...lines.map(layOutLine)],
  sums: [{ label: 'closingBalance', amount: closingBalance, strong: true }],
  ages: aging,
  payment: null,
  notes: null,
  at: to,
})

import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { amount, currency, input, momentOrDate, nullable, oneOf, timestamp, ulid } from '../types.ts'

export const LEDGER_KINDS = ['bill', 'settlement', 'credit_note', 'outgoing_payment'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

const balance = (description: string) => amount({ description })
const formattedAmount = () => Type.String({ description: 'The amount formatted in your locale' })

export const StatementLineFields = Type.Object({
  kind: oneOf(LEDGER_KINDS),
  recordId: ulid({
    description: 'The bill, settlement or credit note; for a payment, the bill or settlement that it pays',
  }),
  ref: Type.String({ description: 'Resource URI of the record' }),
  number: nullable(Type.String()),
  issuedAt: timestamp(),
  dueAt: nullable(timestamp()),
  amount: balance('Minor units. Above 0 raises the amount owed to the partner; below 0 lowers it.'),
  amountFormatted: formattedAmount(),
  currency: currency(),
  status: nullable(Type.String({ description: 'Current status of the record' })),
  runningBalance: balance('Amount owed to the partner after this line'),
  runningBalanceFormatted: formattedAmount(),
})

const Aging = Type.Object(
  {
    current: balance('Not overdue on the day of `to`'),
    days1To30: amount(),
    days31To60: amount(),
    days61To90: amount(),
    days90Plus: balance('More than 90 days'),
  },
  { description: 'The closing balance by days past the due date, counted in days of your time zone' },
)

export const PartnerStatement = resource(
  'PartnerStatement',
  '/api/billing/partners/{partnerId}/statement?currency={currency}',
  {
    currency: currency(),
    partnerId: ulid(),
    partnerName: Type.String(),
    openingBalance: balance('Amount owed to the partner before `from`; below 0: owed by the partner'),
    openingBalanceFormatted: formattedAmount(),
    closingBalance: balance('Amount owed to the partner at `to`; below 0: owed by the partner'),
    closingBalanceFormatted: formattedAmount(),
    lineCount: Type.Integer({ description: 'Number of lines from `from` to `to`, on all pages' }),
    lines: Type.Array(StatementLineFields, {
      description: 'One page of lines, in the order of `issuedAt` and then of their recording',
    }),
    aging: Aging,
    generatedAt: timestamp(),
  },
)
export type PartnerStatement = Static<typeof PartnerStatement.fields>
export type StatementLine = Static<typeof StatementLineFields>
export type Aging = Static<typeof Aging>

export const RenderStatementInput = input({
  currency: Type.Optional(currency({ description: 'Required if the partner has records in several currencies' })),
  from: Type.Optional(momentOrDate({ description: 'Start of the range, included', examples: ['2026-03-01'] })),
  to: Type.Optional(
    momentOrDate({ description: 'End of the range, included; of a date its whole day', examples: ['2026-03-31'] }),
  ),
})

import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { amount, currency, input, moment, nullable, oneOf, timestamp, ulid } from '../types.ts'

export const LEDGER_KINDS = ['bill', 'settlement', 'credit_note', 'outgoing_payment'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

const balance = (description: string) => amount({ description })
const written = () => Type.String({ description: "The same as it is written in the tenant's locale" })

const Line = Type.Object({
  kind: oneOf(LEDGER_KINDS),
  recordId: ulid({ description: 'The bill, settlement or credit note; of a payment what it pays' }),
  ref: Type.String({ description: 'The record as a resource URI' }),
  number: nullable(Type.String()),
  issuedAt: timestamp(),
  dueAt: nullable(timestamp()),
  amount: balance('Above 0 raises what is owed to the partner, below 0 lowers it'),
  amountFormatted: written(),
  currency: currency(),
  status: nullable(Type.String({ description: "The record's, as it is now" })),
  runningBalance: balance('What is owed to the partner with this line and all before it'),
  runningBalanceFormatted: written(),
})

const Aging = Type.Object(
  {
    current: balance('Not due before the day of `to`'),
    days1To30: amount(),
    days31To60: amount(),
    days61To90: amount(),
    days90Plus: balance('91 days and more'),
  },
  { description: "The closing balance by days past the due date, counted in civil days of the tenant's time zone" },
)

export const PartnerStatement = resource(
  'PartnerStatement',
  '/api/billing/partners/{partnerId}/statement?currency={currency}',
  {
    currency: currency(),
    partnerId: ulid(),
    partnerName: Type.String(),
    openingBalance: balance('What was owed to the partner before `from`; below 0 what the partner owes'),
    openingBalanceFormatted: written(),
    closingBalance: balance('What is owed to the partner at `to`'),
    closingBalanceFormatted: written(),
    lineCount: Type.Integer({ description: 'How many lines there are from `from` to `to`, on all pages together' }),
    lines: Type.Array(Line, {
      description: 'One page of them, in the order of issuedAt, then in that of their recording',
    }),
    aging: Aging,
    generatedAt: timestamp(),
  },
)
export type PartnerStatement = Static<typeof PartnerStatement.fields>
export type StatementLine = Static<typeof Line>
export type Aging = Static<typeof Aging>

export const RenderStatementInput = input({
  currency: Type.Optional(currency({ description: 'Must be given where there is more than one' })),
  from: Type.Optional(moment()),
  to: Type.Optional(moment()),
})

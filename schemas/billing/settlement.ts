import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import {
  actorType,
  amount,
  currency,
  date,
  id,
  input,
  momentOrDate,
  nullable,
  oneOf,
  text,
  timestamp,
  ulid,
} from '../types.ts'
import { settlementScope, tariffFields } from './charge.ts'
import { adjustments } from './invoice.ts'

export const SETTLEMENT_STATES = ['open', 'locked', 'under_review', 'approved', 'paid', 'rejected'] as const
export type SettlementState = (typeof SETTLEMENT_STATES)[number]

export const SETTLEMENT_BASES = ['period', 'ad_hoc', 'per_job', 'on_demand'] as const
export type SettlementBasis = (typeof SETTLEMENT_BASES)[number]

export const PERIOD_TYPES = ['weekly', 'bi_weekly', 'monthly'] as const
export type PeriodType = (typeof PERIOD_TYPES)[number]

export const PAYMENT_METHODS = ['bank_transfer', 'check', 'online_wallet', 'other'] as const

const LINE_TYPES = ['credit', 'debit', 'adjustment'] as const

export const MAX_LINES_SHOWN = 2000

const metadata = () =>
  Type.Record(Type.String({ pattern: '^\\S(.{0,48}\\S)?$' }), Type.String({ maxLength: 500 }), {
    maxProperties: 20,
    additionalProperties: false,
    title: 'an object with up to 20 names of at most 50 characters and texts of at most 500',
    examples: [{ warehouse: 'Hamburg East' }],
  })

const nullableText = () => nullable(Type.String())
const nullableTimestamp = () => nullable(timestamp())

export const SettlementLineFields = Type.Object({
  id: ulid(),
  type: oneOf(LINE_TYPES),
  description: Type.String(),
  amount: amount({
    description: 'Above 0; only an adjustment may be below 0, and only a charge with an exact amount may be 0',
  }),
  ...tariffFields(),
  currency: currency(),
  subject: nullableText(),
  chargeType: nullableText(),
  occurredAt: nullableTimestamp(),
  latePeriod: nullable(
    Type.Object(
      { startDate: date(), endDate: date({ description: 'Last day of the period, included' }) },
      {
        description:
          'The earlier period in which a charge occurred that came after that period was settled; null for all others',
      },
    ),
  ),
  metadata: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
})
export type SettlementLine = Static<typeof SettlementLineFields>

const SettlementWarning = Type.Object({
  code: oneOf(['ORDERS_OPEN'], {
    description:
      '`ORDERS_OPEN`: a seller is paid for orders of which goods are planned or blocked, and were not all sent',
  }),
  message: Type.String({ examples: ['The goods of 2 orders were not all sent yet, and may never be.'] }),
  orders: Type.Array(Type.String(), {
    description: 'Numbers of the first 20 of these orders',
    examples: [['DE-100045']],
  }),
  amount: amount({ description: 'What the settlement has for these orders' }),
})
export type SettlementWarning = Static<typeof SettlementWarning>

export const Settlement = resource(
  'Settlement',
  '/api/billing/settlements/{id}',
  {
    id: ulid(),
    tenantId: ulid(),
    partnerId: ulid(),
    settlementNumber: Type.String({ examples: ['SET-2026-00007'] }),
    scopes: Type.Array(Type.String(), { description: 'The scopes whose charges it has; empty for all' }),
    periodType: nullable(oneOf(PERIOD_TYPES)),
    periodStartDate: nullable(date()),
    periodEndDate: nullable(date({ description: 'Last day of the period, included' })),
    currency: currency(),
    status: oneOf(SETTLEMENT_STATES),
    totalAmount: amount({ description: 'Credits minus debits plus adjustments' }),
    totalCredits: amount(),
    totalDebits: amount(),
    taxAmount: amount({
      description: 'The tax of the self-billing invoice, which is an adjustment of the total; 0 without one',
    }),
    selfBillingInvoiceId: nullable(
      ulid({ description: 'The self-billing invoice or credit note that bills what the partner supplied' }),
    ),
    lineItemCount: Type.Integer(),
    lineItems: Type.Array(SettlementLineFields, {
      description: `Empty in lists; a single settlement shows its first ${MAX_LINES_SHOWN} lines, or fewer if they are very long`,
    }),
    adjustments: adjustments(
      'The lines of type adjustment that `lineItems` shows: `lineItemId`, `description` and `amount` in minor units',
    ),
    warnings: Type.Array(SettlementWarning, {
      description:
        'What to know before approving or paying, about the lines that `lineItems` shows; empty in lists, and once it is paid or rejected',
    }),
    createdAt: timestamp(),
    approvedBy: nullable(ulid()),
    approvedByType: actorType(),
    approvedAt: nullableTimestamp(),
    approvalNotes: nullableText(),
    rejectedBy: nullable(ulid()),
    rejectedByType: actorType(),
    rejectedAt: nullableTimestamp(),
    rejectionReason: nullableText(),
    paidAt: nullableTimestamp(),
    paymentReference: nullableText(),
    paymentMethod: nullable(oneOf(PAYMENT_METHODS)),
    paymentRunId: nullable(ulid({ description: 'The payment run that pays the settlement; null while it is in none' })),
  },
  REVISED,
)
export type Settlement = Static<typeof Settlement.fields>

const Period = input({
  type: Type.Optional(nullable(oneOf(PERIOD_TYPES))),
  startDate: date(),
  endDate: date({ description: 'Last day of the period, included' }),
})
export type PeriodInput = Static<typeof Period>

export const CreateSettlementInput = input(
  {
    partnerId: id(),
    basis: oneOf(SETTLEMENT_BASES),
    currency: currency(),
    period: Type.Optional(nullable(Period)),
    scopes: Type.Optional(
      Type.Array(settlementScope(), {
        maxItems: 20,
        description: 'Default: all scopes',
      }),
    ),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        basis: 'period',
        currency: 'EUR',
        period: { type: 'monthly', startDate: '2026-02-01', endDate: '2026-02-28' },
        scopes: ['storage', 'shipping'],
      },
    ],
  },
)
export type CreateSettlementInput = Static<typeof CreateSettlementInput>

export const AddSettlementLineInput = input({
  type: oneOf(LINE_TYPES),
  description: text(500, { examples: ['Damage in transit, agreed by telephone'] }),
  amount: amount({ examples: [2500] }),
  currency: currency(),
  subject: Type.Optional(
    nullable(
      text(500, { description: 'What the line is for: the URI of a resource, or text that is printed beside it' }),
    ),
  ),
  chargeType: Type.Optional(nullable(text(100))),
  itemOccurredAt: Type.Optional(nullable(momentOrDate({ examples: ['2026-03-01'] }))),
  metadata: Type.Optional(metadata()),
})
export type AddSettlementLineInput = Static<typeof AddSettlementLineInput>

export const ApproveSettlementInput = input({
  notes: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  selfBilling: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          'True issues a self-billing invoice with the tax of what the partner supplied. Default: true while an agreement with the partner is in force',
      }),
    ),
  ),
})
export type ApproveSettlementInput = Static<typeof ApproveSettlementInput>

export const RejectSettlementInput = input({ reason: text(500, { examples: ['Storage was charged twice'] }) })

export const MarkSettlementPaidInput = input({
  paymentReference: text(255, { examples: ['SEPA 2026-03-02 4711'] }),
  paymentMethod: Type.Optional(nullable(oneOf(PAYMENT_METHODS))),
})
export type MarkSettlementPaidInput = Static<typeof MarkSettlementPaidInput>

import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
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
import { adjustments } from './invoice.ts'
import { PAYMENT_METHODS } from './settlement.ts'

export const BILL_STATES = [
  'received',
  'under_review',
  'approved',
  'scheduled',
  'paid',
  'disputed',
  'cancelled',
] as const
export type BillState = (typeof BILL_STATES)[number]

const nullableText = () => nullable(Type.String())
const nullableTimestamp = () => nullable(timestamp())

const selfBilled = () =>
  Type.Boolean({ description: 'True if you issued the bill on behalf of the partner instead of receiving it' })

const Adjustment = Type.Record(Type.String({ pattern: '^\\S(.{0,48}\\S)?$' }), Type.String({ maxLength: 500 }), {
  minProperties: 1,
  maxProperties: 20,
  additionalProperties: false,
  title: 'an object with 1 to 20 names of at most 50 characters and texts of at most 500',
})

const MAX_ADJUSTMENTS = 50
/** Keeps an answer with a page of bills within the size that a function may return. */
export const MAX_ADJUSTMENTS_BYTES = 50_000

const BILL_WARNINGS = ['POSSIBLE_DUPLICATE'] as const

const Warning = Type.Object({ code: oneOf(BILL_WARNINGS), message: Type.String() })
export type BillWarning = Static<typeof Warning>

export const Bill = resource('Bill', '/api/billing/bills/{id}', {
  id: ulid(),
  tenantId: ulid(),
  partnerId: ulid(),
  partnerName: Type.String(),
  billNumber: Type.String(),
  currency: currency(),
  totalAmount: amount(),
  subtotal: nullable(amount()),
  taxTotal: nullable(amount()),
  adjustments: adjustments('Adjustments stated on the bill; the total includes them already'),
  subject: nullableText(),
  selfBilled: selfBilled(),
  status: oneOf(BILL_STATES),
  issuedAt: timestamp(),
  dueAt: timestamp(),
  reviewedBy: nullableText(),
  reviewedByType: actorType(),
  reviewedAt: nullableTimestamp(),
  approvedBy: nullableText(),
  approvedByType: actorType(),
  approvedAt: nullableTimestamp(),
  approvalNotes: nullableText(),
  scheduledPaymentDate: nullable(date()),
  paidAt: nullableTimestamp(),
  paymentReference: nullableText(),
  paymentMethod: nullableText(),
  paymentRunId: nullable(ulid({ description: 'The payment run that pays the bill; null while it is in none' })),
  paymentFailureReason: nullable(
    Type.String({ description: 'The reason why the last payment failed, until the bill is scheduled again' }),
  ),
  disputedBy: nullableText(),
  disputedByType: actorType(),
  disputedAt: nullableTimestamp(),
  disputeReason: nullableText(),
  cancellationReason: nullableText(),
  warnings: Type.Array(Warning, {
    description:
      'Up to five other bills that are not cancelled and have the same partner, currency, total and issue date. Empty in lists; get a single bill to see them',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Bill = Static<typeof Bill.fields>

const optionalAmount = () => Type.Optional(nullable(amount({ minimum: 0 })))

const adjustmentsInput = () =>
  Type.Array(Adjustment, {
    maxItems: MAX_ADJUSTMENTS,
    description: `Discounts, surcharges and similar statements of the bill, at most ${MAX_ADJUSTMENTS_BYTES / 1000} kB in total; stored only, because the total includes them already`,
    examples: [[{ description: 'Discount for early payment', amount: '-250' }]],
  })

export const RecordBillInput = input(
  {
    partnerId: id(),
    billNumber: text(255, {
      description: 'Number that the partner gave to the bill; white space around it is removed',
      examples: ['R-88120'],
    }),
    currency: currency(),
    totalAmount: amount({ minimum: 1 }),
    subtotal: optionalAmount(),
    taxTotal: optionalAmount(),
    issuedAt: momentOrDate({ examples: ['2026-03-01'] }),
    dueAt: momentOrDate({ examples: ['2026-03-31'] }),
    subject: Type.Optional(nullable(text(500))),
    adjustments: Type.Optional(adjustmentsInput()),
    selfBilled: Type.Optional(Type.Boolean({ ...selfBilled(), default: false })),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        billNumber: 'R-88120',
        currency: 'EUR',
        totalAmount: 11900,
        subtotal: 10000,
        taxTotal: 1900,
        issuedAt: '2026-03-01',
        dueAt: '2026-03-31',
      },
    ],
  },
)
export type RecordBillInput = Static<typeof RecordBillInput>

export const UpdateBillInput = input(
  {
    totalAmount: Type.Optional(amount({ minimum: 1 })),
    subtotal: optionalAmount(),
    taxTotal: optionalAmount(),
    issuedAt: Type.Optional(momentOrDate({ examples: ['2026-03-01'] })),
    dueAt: Type.Optional(momentOrDate({ examples: ['2026-03-31'] })),
    subject: Type.Optional(nullable(text(500))),
    adjustments: Type.Optional(adjustmentsInput()),
  },
  { minProperties: 1, examples: [{ totalAmount: 11305, subtotal: 9500, taxTotal: 1805 }] },
)
export type UpdateBillInput = Static<typeof UpdateBillInput>

export const ApproveBillInput = input({ notes: Type.Optional(nullable(Type.String({ maxLength: 1000 }))) })

export const ScheduleBillInput = input({
  scheduledPaymentDate: Type.Optional(
    nullable(date({ description: 'Default: the due date, or today if that is over', examples: ['2099-03-31'] })),
  ),
})
export type ScheduleBillInput = Static<typeof ScheduleBillInput>

export const MarkBillPaidInput = input({
  paymentReference: text(255, { examples: ['SEPA 2026-03-02 4711'] }),
  paymentMethod: Type.Optional(nullable(oneOf(PAYMENT_METHODS))),
})
export type MarkBillPaidInput = Static<typeof MarkBillPaidInput>

export const DisputeBillInput = input({ reason: text(500, { examples: ['Two pallets were damaged'] }) })

export const CancelBillInput = input({ reason: text(500, { examples: ['The partner sent a corrected bill'] }) })

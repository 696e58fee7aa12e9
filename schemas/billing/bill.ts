import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { amount, currency, date, id, input, momentOrDate, nullable, oneOf, text, timestamp, ulid } from '../types.ts'
import { adjustments } from './invoice.ts'

export const BILL_STATES = [
  'received',
  'under_review',
  'approved',
  'scheduled',
  'paid',
  'disputed',
  'cancelled',
] as const

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
  reviewedAt: nullableTimestamp(),
  approvedBy: nullableText(),
  approvedAt: nullableTimestamp(),
  approvalNotes: nullableText(),
  scheduledPaymentDate: nullable(date()),
  paidAt: nullableTimestamp(),
  paymentReference: nullableText(),
  paymentMethod: nullableText(),
  disputedBy: nullableText(),
  disputedAt: nullableTimestamp(),
  disputeReason: nullableText(),
  cancellationReason: nullableText(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Bill = Static<typeof Bill.fields>

const optionalAmount = () => Type.Optional(nullable(amount({ minimum: 0 })))

export const RecordBillInput = input(
  {
    partnerId: id(),
    billNumber: text(255, { examples: ['R-88120'] }),
    currency: currency(),
    totalAmount: amount({ minimum: 1 }),
    subtotal: optionalAmount(),
    taxTotal: optionalAmount(),
    issuedAt: momentOrDate({ examples: ['2026-03-01'] }),
    dueAt: momentOrDate({ examples: ['2026-03-31'] }),
    subject: Type.Optional(nullable(text(500))),
    adjustments: Type.Optional(
      Type.Array(Adjustment, {
        maxItems: MAX_ADJUSTMENTS,
        description:
          'Discounts, surcharges and similar statements of the bill; stored only, because the total includes them already',
        examples: [[{ description: 'Discount for early payment', amount: '-250' }]],
      }),
    ),
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

import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { amount, currency, id, input, momentOrDate, nullable, oneOf, text, timestamp, ulid } from '../../types.ts'

export const PAYMENT_STATES = ['open', 'closed', 'reversed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Ways in which a partner pays. */
const GIVEN_METHODS = ['bank_transfer', 'direct_debit', 'card', 'cash', 'check', 'online_wallet', 'other'] as const
const PAYMENT_METHODS = [...GIVEN_METHODS, 'credit_note'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

const REVERSAL_KINDS = ['payment', 'allocations'] as const
export type ReversalKind = (typeof REVERSAL_KINDS)[number]

/** Bound of the live allocations of a payment, so that one transaction can reverse all of them. */
export const MAX_ALLOCATIONS = 40

const Allocation = Type.Object({
  id: ulid(),
  invoiceId: ulid(),
  invoiceNumber: nullable(Type.String()),
  amount: amount(),
  at: timestamp(),
  reversedAt: nullable(timestamp({ description: 'Null unless the allocation was reversed' })),
})

const Reversal = Type.Object({
  id: ulid(),
  kind: oneOf(REVERSAL_KINDS, { description: 'The whole payment, or some of its allocations' }),
  allocationIds: Type.Array(ulid()),
  amount: amount({ description: 'The amount that the partner owes again' }),
  reason: Type.String(),
  at: timestamp(),
})

const Refund = Type.Object({
  id: ulid(),
  amount: amount(),
  reference: nullable(Type.String()),
  refundedAt: timestamp(),
  at: timestamp(),
})

export const fee = (options: object = {}) =>
  amount({
    minimum: 0,
    description: 'What a bank or provider deducted on the way; it counts as paid, in addition to `amount`',
    examples: [0],
    ...options,
  })

export const Payment = resource('Payment', '/api/billing/payments/{id}', {
  id: ulid(),
  partnerId: ulid(),
  partnerName: Type.String(),
  currency: currency(),
  amount: amount({ description: 'Minor units that arrived' }),
  fee: fee(),
  receivedAt: timestamp(),
  method: oneOf(PAYMENT_METHODS, {
    description: '`credit_note` is the credit of a credit note that was applied to an invoice with less open',
  }),
  reference: nullable(Type.String()),
  status: oneOf(PAYMENT_STATES, {
    description: '`open` while part of it is unallocated, which is the credit of the partner',
  }),
  allocated: amount({ description: 'Sum of the allocations that are not reversed' }),
  unallocated: amount({ description: 'The credit that the partner has from this payment' }),
  refunded: amount(),
  allocations: Type.Array(Allocation, { description: 'Every allocation that was ever made, in the order of time' }),
  reversals: Type.Array(Reversal),
  refunds: Type.Array(Refund),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export const AllocationInput = Type.Object(
  { invoiceId: id(), amount: amount({ minimum: 1, description: 'At most the open amount of the invoice' }) },
  { additionalProperties: false },
)
export type AllocationInput = Static<typeof AllocationInput>

const allocations = (minItems: number) =>
  Type.Array(AllocationInput, {
    minItems,
    maxItems: MAX_ALLOCATIONS,
    description: 'Issued or overdue invoices of the partner in the currency of the payment, each once',
  })

const reference = () => Type.Optional(nullable(text(255, { examples: ['SEPA 2026-03-02 4711'] })))

export const RecordPaymentInput = input(
  {
    partnerId: id(),
    currency: currency(),
    amount: amount({ minimum: 1, description: 'Minor units that arrived' }),
    fee: Type.Optional(fee({ default: 0 })),
    receivedAt: momentOrDate({ examples: ['2026-03-02'] }),
    method: oneOf(GIVEN_METHODS),
    reference: reference(),
    allocations: Type.Optional(allocations(0)),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        currency: 'EUR',
        amount: 11900,
        receivedAt: '2026-03-02',
        method: 'bank_transfer',
        reference: 'SEPA 2026-03-02 4711',
      },
    ],
  },
)
export type RecordPaymentInput = Static<typeof RecordPaymentInput>

export const AllocatePaymentInput = input({ allocations: allocations(1) })

export const ReversePaymentInput = input({
  reason: text(500, { examples: ['Returned by the bank: account closed'] }),
  allocationIds: Type.Optional(
    nullable(
      Type.Array(id(), {
        minItems: 1,
        maxItems: MAX_ALLOCATIONS,
        description: 'Reverses only these allocations, whose amounts become unallocated. Default: the whole payment.',
      }),
    ),
  ),
})
export type ReversePaymentInput = Static<typeof ReversePaymentInput>

export const RefundPaymentInput = input({
  amount: Type.Optional(nullable(amount({ minimum: 1, description: 'Default: all that is unallocated' }))),
  reference: reference(),
  refundedAt: Type.Optional(nullable(momentOrDate({ description: 'Default: now', examples: ['2026-03-02'] }))),
})
export type RefundPaymentInput = Static<typeof RefundPaymentInput>

import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { actorType, amount, currency, date, id, input, nullable, oneOf, timestamp, ulid } from '../../types.ts'
import { fee } from '../payments/payment.ts'

export const BANK_ENTRY_STATES = ['open', 'proposed', 'confirmed', 'ignored'] as const
export type BankEntryState = (typeof BANK_ENTRY_STATES)[number]

export const BANK_ENTRY_DIRECTIONS = ['credit', 'debit'] as const

export const MATCH_REASONS = [
  'end_to_end_id',
  'structured_reference',
  'invoice_number',
  'partner_account',
  'sum_of_invoices',
  'partner_name',
  'exact_amount',
] as const
export type MatchReason = (typeof MATCH_REASONS)[number]

export const MAX_ALLOCATIONS = 40

const nullableText = (description?: string) => nullable(Type.String(description ? { description } : {}))

const Allocation = Type.Object({
  invoiceId: ulid(),
  invoiceNumber: Type.String({ examples: ['INV-2026-00042'] }),
  amount: amount({ description: 'Minor units of the entry that pay this invoice' }),
})

const Proposal = Type.Object({
  kind: oneOf(['payment', 'reversal', 'outgoing_payment'], {
    description:
      '`payment` of invoices, `reversal` of a payment that the bank took back, or `outgoing_payment` of an item of a payment run',
  }),
  reasons: Type.Array(oneOf(MATCH_REASONS), { description: 'Why this is proposed, strongest first' }),
  isExact: Type.Boolean({ description: 'True if the open amounts of the invoices add up to the amount of the entry' }),
  partnerId: ulid(),
  partnerName: Type.String(),
  allocations: Type.Array(Allocation),
  unallocatedAmount: amount({ description: 'Minor units that pay no invoice and become credit of the partner' }),
  paymentId: nullable(ulid({ description: 'The payment that is reversed' })),
  paymentRunItemId: nullable(ulid({ description: 'The item of a payment run that the bank paid' })),
})
export type Proposal = Static<typeof Proposal>

export const BankEntry = resource('BankEntry', '/api/billing/bank-entries/{id}', {
  id: ulid(),
  statementId: ulid({ description: 'The bank statement that first contained the entry' }),
  status: oneOf(BANK_ENTRY_STATES),
  account: Type.String({ description: 'Own account', examples: ['DE89370400440532013000'] }),
  direction: oneOf(BANK_ENTRY_DIRECTIONS, { description: '`credit`: the amount reached the account' }),
  isReversal: Type.Boolean({ description: 'True if the bank marks the entry as the reversal of another' }),
  amount: amount({ minimum: 0 }),
  currency: currency(),
  bookedOn: date(),
  valueOn: nullable(date()),
  counterpartyName: nullableText('Name of the other party'),
  counterpartyAccount: nullableText('IBAN or other number of the account of the other party'),
  text: nullableText('What the payment is for'),
  structuredReference: nullableText('Reference in a field of its own, such as an RF reference'),
  endToEndId: nullableText('Reference that the initiator gave the payment'),
  bankReference: nullableText("The bank's own reference"),
  returnReason: nullableText('Code of the reason for which a payment was returned'),
  partnerId: nullable(ulid({ description: 'The partner who paid, or who probably did' })),
  proposals: Type.Array(Proposal, { description: 'The best first' }),
  isTied: Type.Boolean({ description: 'True if the first proposals are equally good, so that one must be chosen' }),
  paymentId: nullable(ulid({ description: 'The payment that the confirmation recorded' })),
  reversedPaymentId: nullable(ulid({ description: 'The payment that the confirmation reversed' })),
  paymentRunItemId: nullable(ulid({ description: 'The item of a payment run that the confirmation paid' })),
  confirmedBy: nullable(
    ulid({ description: 'The identity or service account; null if the platform confirmed the entry' }),
  ),
  confirmedByType: actorType(),
  confirmedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type BankEntry = Static<typeof BankEntry.fields>

export const ConfirmBankEntryInput = input(
  {
    proposal: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: 10,
          description: 'Position of the proposal to confirm; by default the first, unless it is tied',
        }),
      ),
    ),
    partnerId: Type.Optional(nullable(id({ description: 'The partner who paid, instead of a proposal' }))),
    allocations: Type.Optional(
      Type.Array(Type.Object({ invoiceId: id(), amount: amount({ minimum: 1 }) }, { additionalProperties: false }), {
        maxItems: MAX_ALLOCATIONS,
        description: 'Invoices of `partnerId` that the entry pays; the rest becomes credit of the partner',
      }),
    ),
    fee: Type.Optional(
      fee({
        default: 0,
        description:
          'What a bank or provider deducted on the way; it counts as paid, in addition to the amount of the entry. With a proposal, it pays what that leaves open of its invoices.',
      }),
    ),
  },
  { examples: [{ proposal: 1 }] },
)
export type ConfirmBankEntryInput = Static<typeof ConfirmBankEntryInput>

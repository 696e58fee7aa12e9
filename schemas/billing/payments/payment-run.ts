import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BankAccountInput, MaskedAccount } from '../../partner/partner.ts'
import { resource } from '../../resource.ts'
import { actorType, amount, currency, date, id, input, nullable, oneOf, text, timestamp, ulid } from '../../types.ts'

export const PAYMENT_RUN_STATES = ['draft', 'submitted', 'completed', 'cancelled'] as const
export type PaymentRunState = (typeof PAYMENT_RUN_STATES)[number]

export const RUN_ITEM_STATES = ['pending', 'paid', 'rejected', 'removed'] as const
export type RunItemState = (typeof RUN_ITEM_STATES)[number]

export const MAX_RUN_ITEMS = 1000
export const MAX_LEFT_OUT = 100

const Item = Type.Object({
  id: ulid({ description: 'Also the end-to-end id, by which the bank and the partner know the payment' }),
  status: oneOf(RUN_ITEM_STATES),
  subject: Type.String({ description: 'Resource URI of the bill or settlement' }),
  number: Type.String({ description: 'Number of the bill or settlement, which the partner sees' }),
  partnerId: ulid(),
  partnerName: Type.String(),
  amount: amount(),
  payee: MaskedAccount,
  rejectionReason: nullable(Type.String()),
  decidedAt: nullable(timestamp()),
})

const LeftOut = Type.Object({
  subject: Type.String({ description: 'Resource URI of the bill or settlement' }),
  reason: Type.String(),
})

export const PaymentRun = resource('PaymentRun', '/api/billing/payment-runs/{id}', {
  id: ulid(),
  status: oneOf(PAYMENT_RUN_STATES),
  currency: currency(),
  executionDate: date({ description: 'The day on which the bank shall pay' }),
  bankingDay: date({
    description:
      'The first day from `executionDate` on, on which banks settle euros. They move payments of weekends and closing days of TARGET to it',
  }),
  debtorAccount: MaskedAccount,
  itemCount: Type.Integer({ description: 'Number of items that are not removed' }),
  totalAmount: amount({ description: 'Sum of the items that are not removed' }),
  pendingCount: Type.Integer(),
  paidCount: Type.Integer(),
  rejectedCount: Type.Integer(),
  isProcessing: Type.Boolean({ description: 'True while items of a large run are still being added or decided' }),
  items: Type.Array(Item, { description: 'Empty in lists; get a single payment run to see them' }),
  leftOutCount: Type.Integer({
    description: 'Number of bills and settlements that changed before they could be added',
  }),
  leftOut: Type.Array(LeftOut, { description: `The first ${MAX_LEFT_OUT} of them` }),
  createdBy: nullable(ulid()),
  createdByType: actorType(),
  submittedBy: nullable(ulid()),
  submittedByType: actorType(),
  submittedAt: nullable(timestamp()),
  completedAt: nullable(timestamp()),
  cancelledBy: nullable(ulid()),
  cancelledByType: actorType(),
  cancelledAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type PaymentRun = Static<typeof PaymentRun.fields>

const ids = (description: string) => Type.Optional(Type.Array(id(), { minItems: 1, maxItems: 500, description }))

export const CreatePaymentRunInput = input(
  {
    billIds: ids('Scheduled bills. Give ids, or `dueUntil`.'),
    settlementIds: ids('Approved settlements'),
    dueUntil: Type.Optional(
      date({
        description:
          'Takes all bills that are scheduled for a day until this one, and all settlements that were approved until then and whose partner has a bank account',
        examples: ['2099-03-31'],
      }),
    ),
    executionDate: Type.Optional(nullable(date({ description: 'Default: today', examples: ['2099-03-31'] }))),
    debtorAccount: Type.Optional(
      nullable(
        Type.Object(BankAccountInput.properties, {
          additionalProperties: false,
          description: 'Default: the setting `billing.bankAccount`',
        }),
      ),
    ),
  },
  { examples: [{ dueUntil: '2099-03-31' }] },
)
export type CreatePaymentRunInput = Static<typeof CreatePaymentRunInput>

const itemIds = () =>
  Type.Optional(
    Type.Array(id(), { minItems: 1, maxItems: 500, description: 'Default: all pending items of the payment run' }),
  )

export const ConfirmPaymentRunInput = input({
  itemIds: itemIds(),
  paymentReference: Type.Optional(
    nullable(text(255, { description: 'Default: the id of each item', examples: ['Statement 2026/47'] })),
  ),
})
export type ConfirmPaymentRunInput = Static<typeof ConfirmPaymentRunInput>

export const RejectPaymentRunInput = input({
  itemIds: itemIds(),
  reason: text(500, { examples: ['The account was closed'] }),
})
export type RejectPaymentRunInput = Static<typeof RejectPaymentRunInput>

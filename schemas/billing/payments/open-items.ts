import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { amount, currency, date, input, nullable, oneOf, timestamp, ulid } from '../../types.ts'

const OPEN_STATES = ['issued', 'overdue'] as const

const OpenInvoice = Type.Object({
  invoiceId: ulid(),
  invoiceNumber: nullable(Type.String()),
  currency: currency(),
  status: oneOf(OPEN_STATES),
  issuedAt: nullable(timestamp()),
  dueDate: date(),
  totalAmount: amount(),
  openAmount: amount({ description: 'As the account has it' }),
  owedAmount: amount({
    description: 'The open amount less the issued credit notes that are not applied yet, which is what reminders claim',
  }),
  daysOverdue: Type.Integer({ description: '0 if the invoice is not overdue today in your time zone' }),
})
export type OpenInvoice = Static<typeof OpenInvoice>

const Credit = Type.Object({
  paymentId: ulid(),
  reference: nullable(Type.String()),
  currency: currency(),
  unallocated: amount(),
  receivedAt: timestamp(),
  ageDays: Type.Integer({ description: 'Days since the payment was received' }),
})
export type Credit = Static<typeof Credit>

const Sums = Type.Object({
  currency: currency(),
  openAmount: amount({ description: 'Sum of the open amounts of the invoices' }),
  credit: amount({ description: 'Sum of what is unallocated of the payments' }),
  creditToApply: amount({ description: 'Sum of the issued credit notes that are not applied yet' }),
  balance: amount({
    description:
      'What the partner owes by its account: the open amount less the credit; below 0, you owe the partner. Credit notes ' +
      'are in it once they are applied',
  }),
  aging: Type.Object(
    {
      current: amount({ description: 'Not overdue' }),
      days1To30: amount(),
      days31To60: amount(),
      days61To90: amount(),
      days90Plus: amount({ description: 'More than 90 days' }),
    },
    { description: 'The open amounts by days past the due date' },
  ),
})
export type OpenSums = Static<typeof Sums>

export const OpenItems = resource('OpenItems', '/api/billing/partners/{partnerId}/open-items', {
  partnerId: ulid(),
  partnerName: Type.String(),
  currencies: Type.Array(Sums, {
    description: 'One for each currency with an open invoice, credit or a credit note to be applied',
  }),
  invoices: Type.Array(OpenInvoice, { description: 'The one that is due first comes first' }),
  credits: Type.Array(Credit, { description: 'Payments with something unallocated, the oldest first' }),
  generatedAt: timestamp(),
})

export const RenderOpenItemsInput = input({
  currency: Type.Optional(currency({ description: 'Required if the partner has open items in several currencies' })),
})

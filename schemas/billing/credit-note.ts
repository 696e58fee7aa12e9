import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { amount, currency, id, input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'
import { adjustments, invoiceNumber, LINES_BOUND, MAX_LINES, pricesIncludeTax, quantity } from './invoice.ts'
import { taxes, taxFields, warnings } from './tax-fields.ts'

export const CREDIT_NOTE_STATES = ['draft', 'issued', 'applied', 'cancelled'] as const
export type CreditNoteState = (typeof CREDIT_NOTE_STATES)[number]

const CreditLine = Type.Object({
  id: ulid(),
  description: Type.String(),
  quantity: Type.Number(),
  unitPrice: amount(),
  unitPriceFormatted: Type.String(),
  amount: amount({ description: 'Amount without tax; together with `taxAmount` the amount to return' }),
  amountFormatted: Type.String(),
  originalLineItemId: nullable(ulid()),
  ...taxFields,
})

export const CreditNote = resource('CreditNote', '/api/billing/credit-notes/{id}', {
  id: ulid(),
  invoiceId: ulid(),
  invoiceNumber: nullable(Type.String()),
  partnerId: ulid(),
  partnerName: Type.String(),
  currencyCode: currency(),
  status: oneOf(CREDIT_NOTE_STATES),
  reason: Type.String(),
  creditNoteNumber: nullable(Type.String({ description: 'Assigned when the credit note is issued' })),
  pricesIncludeTax: pricesIncludeTax('Whether unit prices contain tax, as on the invoice'),
  totalAmount: amount({ description: 'Same as `grandTotal`' }),
  subtotal: amount({ description: 'Sum of the lines without tax' }),
  taxTotal: amount(),
  grandTotal: amount(),
  totalAmountFormatted: Type.String(),
  lineItemCount: Type.Integer(),
  lineItems: Type.Array(CreditLine, { description: 'Empty in lists; get a single credit note to see them' }),
  taxes: taxes(),
  adjustments: adjustments('Always empty, because a credit note does not change after it is issued'),
  warnings: warnings(
    'Details that the credit note lacks; see the setting `billing.invoiceChecks`. In lists, only those that the settings lack.',
  ),
  issuedAt: nullable(timestamp()),
  appliedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export const CreditLineInput = Type.Object(
  {
    description: Type.Optional(nullable(text(500, { description: 'Default: the description of the invoice line' }))),
    quantity: quantity(),
    unitPrice: Type.Optional(
      nullable(amount({ minimum: 0, description: 'Default: the unit price of the invoice line' })),
    ),
    originalLineItemId: Type.Optional(
      nullable(
        id({
          description:
            'The line of the invoice to credit; without it, the amount is spread over the taxes of the invoice, in proportion to what is left at each',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)
export type CreditLineInput = Static<typeof CreditLineInput>

const reason = () => text(500, { examples: ['Damaged goods'] })
const creditLines = (description: string) =>
  Type.Optional(
    Type.Unsafe<CreditLineInput[] | null>({
      type: ['array', 'null'],
      items: CreditLineInput,
      minItems: 1,
      maxItems: MAX_LINES,
      description: `${description}. Given lines have ${LINES_BOUND}.`,
    }),
  )

export const CreateCreditNoteInput = input(
  {
    invoiceId: id(),
    reason: reason(),
    lineItems: creditLines('Default: the remaining amount of the invoice'),
    issueImmediately: Type.Optional(Type.Boolean({ default: false })),
  },
  { examples: [{ invoiceId: '01K9ZB5D3F7H1K4M6P8R0T2V5X', reason: 'Damaged goods' }] },
)
export type CreateCreditNoteInput = Static<typeof CreateCreditNoteInput>

export const UpdateCreditNoteInput = input(
  {
    reason: Type.Optional(reason()),
    lineItems: creditLines(
      'All lines of the credit note; null for the amount of the invoice that nothing else credits',
    ),
  },
  { minProperties: 1, examples: [{ reason: 'Damaged in transit' }] },
)
export type UpdateCreditNoteInput = Static<typeof UpdateCreditNoteInput>

export const IssueCreditNoteInput = input({ creditNoteNumber: Type.Optional(nullable(invoiceNumber())) })

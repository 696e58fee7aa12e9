import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import {
  amount,
  currency,
  date,
  id,
  input,
  momentOrDate,
  nullable,
  oneOf,
  optional,
  text,
  timestamp,
  ulid,
} from '../types.ts'
import { deliverTo, dispatchCountry, lineSupply, supplyType, taxes, taxFields, warnings } from './tax-fields.ts'

export const INVOICE_STATES = ['draft', 'issued', 'paid', 'overdue', 'cancelled'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

export const MAX_LINES = 1000
/**
 * Keeps the lines of a document, with what is credited of each, within one item of the table, even if their texts can hardly
 * be compressed.
 */
export const MAX_LINES_BYTES = 300_000
export const LINES_BOUND = `at most ${MAX_LINES_BYTES / 1000} kB in total`

export const quantity = (options: object = {}) =>
  Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000, examples: [2], ...options })
export const unitPrice = () =>
  amount({ description: 'Minor units; below 0 for a discount. It contains tax if `pricesIncludeTax`.' })
export const pricesIncludeTax = (description = 'Whether unit prices contain tax, which is then taken out of them') =>
  Type.Boolean({ description })
const description = () => text(500, { examples: ['Storage, 12 pallets'] })
const reference = () => text(255, { description: 'A reference of your own, such as an order number' })
const taxCategory = () => text(50, { description: 'A category of the setting `billing.taxRates`' })

const LineItem = Type.Object({
  id: ulid(),
  description: description(),
  quantity: quantity(),
  unitPrice: unitPrice(),
  amount: amount({ description: 'Amount without tax; together with `taxAmount` the amount to pay' }),
  reference: nullable(Type.String()),
  orderId: nullable(ulid({ description: 'The sales order that the line bills' })),
  orderLineId: nullable(
    Type.String({ description: 'The line of the order; null for its shipping and what belongs to no line' }),
  ),
  supplyType: supplyType(),
  supply: lineSupply(),
  ...taxFields,
})
export type LineItem = Static<typeof LineItem>

export const adjustments = (description: string) =>
  Type.Array(Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }), {
    description,
  })

const SupplyPeriod = Type.Object({ from: date(), to: date() }, { additionalProperties: false })
export type SupplyPeriod = Static<typeof SupplyPeriod>

const supplyDate = () =>
  nullable(date({ description: 'Day of the supply. Issuing sets it to its own day unless it or a period is given.' }))
const supplyPeriod = () => nullable(SupplyPeriod)

export const invoiceNumber = () =>
  Type.String({
    minLength: 1,
    maxLength: 50,
    pattern: '^(?!\\s*\\.\\.?\\s*$)\\s*[^\\s\\p{C}](?:[^\\p{C}]*[^\\s\\p{C}])?\\s*$',
    title: 'text of 1 to 50 characters on one line, other than . and ..',
    examples: ['INV-2026-00042'],
  })

export const Invoice = resource('Invoice', '/api/billing/invoices/{id}', {
  id: ulid(),
  partnerId: ulid(),
  partnerName: Type.String(),
  currencyCode: currency(),
  status: oneOf(INVOICE_STATES),
  invoiceNumber: nullable(Type.String({ description: 'Assigned when the invoice is issued' })),
  dueDate: date(),
  supplyDate: supplyDate(),
  supplyPeriod: supplyPeriod(),
  deliverTo: deliverTo(),
  dispatchCountry: dispatchCountry(),
  pricesIncludeTax: pricesIncludeTax(),
  totalAmount: amount({ description: 'Same as `grandTotal`' }),
  subtotal: amount({ description: 'Sum of the lines without tax' }),
  taxTotal: amount(),
  grandTotal: amount(),
  totalAmountFormatted: Type.String({ examples: ['€119.00'] }),
  openAmount: amount({
    description: 'Amount still to be paid: the total less the applied credit notes and the payments',
  }),
  paidAmount: amount({ description: 'Sum of the payments that are allocated to the invoice' }),
  reminderFees: amount({
    minimum: 0,
    description: 'Fees of the reminders sent, which are not part of the total or the open amount',
  }),
  creditedAmount: amount({ description: 'Total of the credit notes that are not cancelled' }),
  notes: nullable(Type.String()),
  lineItemCount: Type.Integer(),
  lineItems: Type.Array(LineItem, { description: 'Empty in lists; get a single invoice to see them' }),
  taxes: taxes(),
  adjustments: adjustments(
    'Changes of the open amount since the invoice was created: `type` is credit_notes, with a `description` and an `amount` in minor units below 0',
  ),
  issuedAt: nullable(timestamp()),
  paidAt: nullable(timestamp()),
  cancelledAt: nullable(timestamp()),
  cancellationReason: nullable(Type.String()),
  paymentReference: nullable(Type.String()),
  recurringProfileId: nullable(ulid({ description: 'The recurring invoice profile that created the invoice' })),
  periodStart: nullable(
    date({ description: 'First day of the period that a recurring invoice profile bills with the invoice' }),
  ),
  documentSubject: Type.String({ format: 'uri-reference' }),
  warnings: warnings(
    'Details that the invoice lacks; see the setting `billing.invoiceChecks`. In lists, only those that the settings lack.',
  ),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Invoice = Static<typeof Invoice.fields>

const line = {
  description: description(),
  quantity: quantity(),
  unitPrice: unitPrice(),
  reference: Type.Optional(nullable(reference())),
  taxCategoryId: Type.Optional(nullable(taxCategory())),
  supplyType: Type.Optional(supplyType()),
}

export const LineItemInput = Type.Object(line, { additionalProperties: false })
export type LineItemInput = Static<typeof LineItemInput>

export const GenerateInvoiceInput = input(
  {
    partnerId: id(),
    dueDate: date(),
    supplyDate: Type.Optional(supplyDate()),
    supplyPeriod: Type.Optional(supplyPeriod()),
    deliverTo: Type.Optional(deliverTo()),
    dispatchCountry: Type.Optional(dispatchCountry()),
    currencyCode: Type.Optional(nullable(currency())),
    channelId: Type.Optional(nullable(id())),
    pricesIncludeTax: Type.Optional(
      pricesIncludeTax('Whether the unit prices contain tax; default: true for orders of a channel, else false'),
    ),
    notes: Type.Optional(nullable(text(2000))),
    issueImmediately: Type.Optional(Type.Boolean({ default: false })),
    lineItems: Type.Optional(
      Type.Unsafe<LineItemInput[] | null>({
        type: ['array', 'null'],
        items: LineItemInput,
        maxItems: MAX_LINES,
        description: `The lines, ${LINES_BOUND}`,
      }),
    ),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        dueDate: '2026-03-31',
        currencyCode: 'EUR',
        lineItems: [{ description: 'Storage, 12 pallets', quantity: 12, unitPrice: 850, reference: 'WH-2026-02' }],
      },
    ],
  },
)
export type GenerateInvoiceInput = Static<typeof GenerateInvoiceInput>

const { reference: _reference, taxCategoryId: _taxCategoryId, supplyType: _supplyType, ...required } = line

const ChangedLineInput = Type.Object(
  { id: Type.Optional(id({ description: 'A line of the invoice, which keeps its id and its order' })), ...line },
  { additionalProperties: false },
)
export type ChangedLineInput = Static<typeof ChangedLineInput>

export const UpdateInvoiceInput = input(
  optional({
    partnerId: id(),
    dueDate: date(),
    supplyDate: supplyDate(),
    supplyPeriod: supplyPeriod(),
    deliverTo: deliverTo(),
    dispatchCountry: dispatchCountry(),
    currencyCode: currency({ description: 'Only together with `lineItems`, because unit prices are amounts in it' }),
    pricesIncludeTax: pricesIncludeTax('Only together with `lineItems`, because it says what their prices mean'),
    notes: nullable(text(2000)),
    lineItems: Type.Array(ChangedLineInput, {
      maxItems: MAX_LINES,
      description: `All lines of the invoice, ${LINES_BOUND}. Lines that are not named by their \`id\` are removed.`,
    }),
  }),
  { minProperties: 1, examples: [{ dueDate: '2026-04-30', notes: 'Thank you' }] },
)
export type UpdateInvoiceInput = Static<typeof UpdateInvoiceInput>

export const AddInvoiceLineInput = input(line, {
  examples: [{ description: 'Handling, March', quantity: 1, unitPrice: 4500 }],
})

export const UpdateInvoiceLineInput = input(
  {
    ...optional(required),
    reference: line.reference,
    taxCategoryId: line.taxCategoryId,
    supplyType: line.supplyType,
  },
  { minProperties: 1, examples: [{ quantity: 3 }] },
)
export type UpdateInvoiceLineInput = Static<typeof UpdateInvoiceLineInput>

export const IssueInvoiceInput = input({ invoiceNumber: Type.Optional(nullable(invoiceNumber())) })

export const MarkInvoicePaidInput = input({
  paymentReference: Type.Optional(nullable(text(255))),
  paidAt: Type.Optional(nullable(momentOrDate({ description: 'Default: now', examples: ['2026-03-28'] }))),
})

export const CancelInvoiceInput = input({ reason: text(500, { examples: ['Billed to the wrong partner'] }) })

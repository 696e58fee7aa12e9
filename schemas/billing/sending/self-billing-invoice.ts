import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { amount, currency, date, nullable, oneOf, timestamp, ulid } from '../../types.ts'
import { taxes, taxFields } from '../tax-fields.ts'
import { E_INVOICE_FORMATS, type EInvoiceFormat } from './e-invoice.ts'

export const SELF_BILLING_TYPES = ['invoice', 'credit_note'] as const

/** Formats without demands on the seller that a partner does not meet, such as a telephone number. */
export const SELF_BILLING_FORMATS = E_INVOICE_FORMATS.filter(
  (format): format is Extract<EInvoiceFormat, 'en16931-ubl' | 'facturx'> =>
    format === 'en16931-ubl' || format === 'facturx',
)

const SelfBilledLine = Type.Object({
  id: ulid(),
  description: Type.String(),
  quantity: Type.Number({ description: 'Above 0' }),
  unitPrice: Type.Number({ description: 'Minor units, with the decimals of the rate; below 0 for what is taken back' }),
  amount: amount({ description: 'Amount without tax' }),
  ...taxFields,
})

export const SelfBillingInvoice = resource('SelfBillingInvoice', '/api/billing/self-billing-invoices/{id}', {
  id: ulid(),
  type: oneOf(SELF_BILLING_TYPES, {
    description: '`invoice`: what the partner supplied; `credit_note`: what is taken back, with amounts above 0',
  }),
  number: Type.String({
    description: 'From the series of the partner',
    examples: ['SB-WK4P2Q9D-2026-00001'],
  }),
  partnerId: ulid({ description: 'The partner who supplied and is paid' }),
  partnerName: Type.String(),
  settlementId: ulid(),
  settlementNumber: Type.String(),
  correctsId: nullable(ulid({ description: 'The self-billing invoice that the credit note takes back' })),
  correctedById: nullable(ulid({ description: 'The credit note that took it back' })),
  agreedOn: date({ description: 'Day of the agreement with the partner' }),
  supplyPeriod: Type.Object({ from: date(), to: date() }),
  currency: currency(),
  subtotal: amount({ description: 'Sum of the lines without tax' }),
  taxTotal: amount(),
  grandTotal: amount(),
  lineItemCount: Type.Integer(),
  lineItems: Type.Array(SelfBilledLine, { description: 'Empty in lists; get a single one to see them' }),
  taxes: taxes(),
  issuedAt: timestamp(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type SelfBillingInvoice = Static<typeof SelfBillingInvoice.fields>

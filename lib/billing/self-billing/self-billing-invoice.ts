import type { SelfBillingInvoice } from '../../../schemas/billing/sending/self-billing-invoice.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Numbering } from '../numbering/numbering.ts'
import type { LineTax } from '../tax.ts'

export interface SelfBilledLine extends LineTax {
  id: Id
  description: string
  quantity: number
  /** In minor units, with the decimals of the rate. */
  unitPrice: number
  amount: number
  taxAmount: number
}

/** A self-billing invoice or credit note. It is issued when it is created, and never changes but for `correctedById`. */
export interface StoredSelfBillingInvoice
  extends Omit<SelfBillingInvoice, keyof Stored | 'lineItems' | 'taxes'>,
    Stored {
  lines: SelfBilledLine[]
}

/** Each partner has a series of its own, since the number of an invoice is one of its supplier's. */
export const buildSelfBillingNumbering = (
  partnerId: Id,
  { digits, zone }: Pick<Numbering, 'digits' | 'zone'>,
): Numbering => ({
  series: 'self_billing',
  pattern: `{series}-${partnerId.slice(-8)}-{year}-{seq}`,
  digits,
  zone,
})

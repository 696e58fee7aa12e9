import type { Invoice } from '../../../schemas/billing/invoice.ts'
import type { ValueOf } from '../../configuration/setting-definitions.ts'
import type { StoredInvoice } from './invoice.ts'

const SELLER_ADDRESS_MISSING: Invoice['warnings'][number] = {
  code: 'SELLER_ADDRESS_MISSING',
  message: 'The invoice does not show your full address. Set line1 and city of the setting general.legalAddress.',
}

/** An invoice that is paid or cancelled is sent to nobody any more. */
const CONCERNED: readonly StoredInvoice['status'][] = ['draft', 'issued', 'overdue']

/** The reasons not to issue or send an invoice as things stand. They are derived, so they end when their cause does. */
export const invoiceWarnings = (
  { status }: Pick<StoredInvoice, 'status'>,
  address: ValueOf<'general.legalAddress'>,
): Invoice['warnings'] =>
  CONCERNED.includes(status) && !(address?.line1 && address.city) ? [SELLER_ADDRESS_MISSING] : []

import type { Invoice } from '../../../schemas/billing/invoice.ts'
import type { ValueOf } from '../../configuration/setting-definitions.ts'
import type { StoredInvoice } from './invoice.ts'

const SELLER_ADDRESS_MISSING: Invoice['warnings'][number] = {
  code: 'SELLER_ADDRESS_MISSING',
  message: 'The invoice does not show your full address. Set line1 and city of the setting general.legalAddress.',
}

/** A paid or cancelled invoice has no warnings, because it is not sent any more. */
const STATES_WITH_WARNINGS: readonly StoredInvoice['status'][] = ['draft', 'issued', 'overdue']

/** Lists reasons not to issue or send the invoice yet. They are derived from settings, so they end with their cause. */
export const listInvoiceWarnings = (
  { status }: Pick<StoredInvoice, 'status'>,
  address: ValueOf<'general.legalAddress'>,
): Invoice['warnings'] =>
  STATES_WITH_WARNINGS.includes(status) && !(address?.line1 && address.city) ? [SELLER_ADDRESS_MISSING] : []

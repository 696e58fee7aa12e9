import { ELECTRONIC_ADDRESS_SCHEMES } from '../../schemas/partner/electronic-address.ts'
import { optional, preset } from './definition.ts'
import { choice, flag, members, text } from './kinds.ts'

const electronicAddress = members({ scheme: choice(ELECTRONIC_ADDRESS_SCHEMES), id: text(100) })

/** Settings of what invoices contain for machines. */
export const E_INVOICE_SETTINGS = {
  'billing.electronicAddress': optional(
    electronicAddress,
    'Electronic address',
    'Address in a network for e-invoices, as its scheme (EAS code) and id. Defaults to the contact e-mail.',
  ),
  'billing.eInvoices': preset(
    flag(),
    true,
    'E-invoices by mail',
    'Puts the XML of Factur-X into the PDF that is mailed, if the invoice has all data that this asks for.',
  ),
  'billing.giroCode': preset(
    flag(),
    true,
    'GiroCode',
    'Prints a QR code for credit transfers on invoices in EUR, if the bank account has an IBAN of a SEPA country.',
  ),
} as const

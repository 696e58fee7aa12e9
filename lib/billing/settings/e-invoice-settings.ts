import { ELECTRONIC_ADDRESS_SCHEMES } from '../../../schemas/partner/electronic-address.ts'
import { defineSettings, optional, preset } from '../../platform/settings/define-settings.ts'
import { choice, flag, members, text } from '../../platform/settings/kinds.ts'

const electronicAddress = members({ scheme: choice(ELECTRONIC_ADDRESS_SCHEMES), id: text(100) })

/** Settings of what invoices contain for machines. */
export const E_INVOICE_SETTINGS = defineSettings('billing', {
  electronicAddress: optional(
    electronicAddress,
    'Electronic address',
    'Address in a network for e-invoices, as its scheme (EAS code) and id. Defaults to the contact e-mail.',
  ),
  eInvoices: preset(
    flag(),
    true,
    'E-invoices by mail',
    'Puts the XML of Factur-X into the PDF that is mailed, if the invoice has all data that this asks for.',
  ),
})

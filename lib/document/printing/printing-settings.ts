import { defineSettings, forPersons, optional, preset } from '../../platform/settings/define-settings.ts'
import * as form from '../../platform/settings/forms.ts'
import { flag, members, text } from '../../platform/settings/kinds.ts'

const line = text(255)
const account = members({
  accountHolder: line,
  bankName: line,
  iban: text(34, { form: form.iban }),
  bic: text(11, { form: form.bic }),
})

/** Settings of what documents show beside the tenant. */
export const PRINTING_SETTINGS = defineSettings('billing', {
  bankAccount: forPersons(optional(account, 'Bank account', 'Account on invoices for payments by partners.')),
  invoiceFooter: optional(text(1000, { lines: true }), 'Invoice footer', 'Text at the end of invoices.'),
  documentColour: preset(
    text(7, { form: form.colour }),
    '#1F3A5F',
    'Document colour',
    'Colour of headings and lines on documents.',
  ),
  giroCode: preset(
    flag(),
    true,
    'GiroCode',
    'Prints a QR code for credit transfers on invoices in EUR, if the bank account has an IBAN of a SEPA country.',
  ),
})

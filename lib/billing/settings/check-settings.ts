import { defineSettings, optional } from '../../platform/settings/define-settings.ts'
import { choice } from '../../platform/settings/kinds.ts'

export const CHECK_SETTINGS = defineSettings('billing', {
  invoiceChecks: optional(
    choice(['refuse', 'warn', 'off']),
    'Checks of invoices',
    'What happens to invoices that lack what your country asks for. By default they are refused once general.country is set.',
  ),
})

import { defineSettings, forPersons, preset } from '../../platform/settings/define-settings.ts'
import { flag, whole } from '../../platform/settings/kinds.ts'

/** Settings of payments in both directions. */
export const PAYMENT_SETTINGS = defineSettings('billing', {
  fourEyes: forPersons(
    preset(
      flag(),
      false,
      'Four-eyes principle',
      'Requires different people to create, approve and pay a settlement or bill, and to create and submit a payment run, also among administrators.',
    ),
  ),
  settlementWaitHours: preset(
    whole(0, 168),
    2,
    'Wait before settling',
    'Hours after the end of a period until rules settle it, for charges that are told a little late. What comes later is in the next settlement.',
  ),
  confirmBankEntries: preset(
    flag(),
    false,
    'Confirm bank entries',
    'Confirms entries of bank statements whose payer named an invoice and paid exactly what is open of it.',
  ),
})

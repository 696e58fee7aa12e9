import { preset } from './definition.ts'
import { flag } from './kinds.ts'

/** Settings of payments in both directions. */
export const PAYMENT_SETTINGS = {
  'billing.fourEyes': preset(
    flag(),
    false,
    'Four-eyes principle',
    'Requires different people to create, approve and pay a settlement or bill, and to create and submit a payment run, also among administrators.',
  ),
  'billing.confirmBankEntries': preset(
    flag(),
    false,
    'Confirm bank entries',
    'Confirms entries of bank statements whose payer named an invoice and paid exactly what is open of it.',
  ),
}

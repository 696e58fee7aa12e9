import { defineSettings, preset } from '../../platform/settings/define-settings.ts'
import * as form from '../../platform/settings/forms.ts'
import { text, whole } from '../../platform/settings/kinds.ts'

const pattern = text(50, { form: form.numberPattern })
const numbers = (noun: string, series: string) =>
  preset(
    pattern,
    '{series}-{year}-{seq}',
    `${noun} numbers`,
    `Pattern of ${noun.toLowerCase()} numbers. {series} is ${series}; {channel} is the code of the sales channel, and is left out without one.`,
  )

/** Settings of the numbers of documents. */
export const NUMBER_SETTINGS = defineSettings('billing', {
  invoiceNumberPattern: numbers('Invoice', 'INV'),
  creditNoteNumberPattern: numbers('Credit note', 'CN'),
  settlementNumberPattern: numbers('Settlement', 'SET'),
  returnNumberPattern: numbers('Return', 'RET'),
  numberDigits: preset(whole(1, 12), 5, 'Digits of numbers', 'Number of digits to which {seq} is padded with zeros.'),
})

import type { BankAccount } from './printed-document.ts'

// Payloads of QR codes for credit transfers, as the European Payments Council describes them (EPC069-12, version 2).

const MAX_NAME_LENGTH = 70
const MAX_TEXT_LENGTH = 140
const MAX_AMOUNT = 99_999_999_999
/** Capacity of the largest allowed symbol. */
const MAX_BYTES = 331

/** Codes of IBANs by country of the Single Euro Payments Area. Banks elsewhere do not take its transfers. */
const SEPA = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA'
  ).split(' '),
)

const UTF_8 = '1'

const cut = (text: string, most: number) => [...text].slice(0, most).join('')
const toLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export interface Transfer {
  account: BankAccount | null
  /** The payee if the account names no holder. */
  payee: string
  currency: string
  /** Cents */
  amount: number
  reference: string | null
}

/** Returns the payload, or null where such a transfer or such a code cannot be. */
export const buildGiroCode = ({ account, payee, currency, amount, reference }: Transfer): string | null => {
  const name = cut(toLine(account?.accountHolder || payee), MAX_NAME_LENGTH)
  if (!account?.iban || !SEPA.has(account.iban.slice(0, 2))) return null
  if (!name || currency !== 'EUR' || amount < 1 || amount > MAX_AMOUNT) return null
  const euros = `EUR${(amount / 100).toFixed(2)}`
  const text = cut(toLine(reference ?? ''), MAX_TEXT_LENGTH)
  const lines = ['BCD', '002', UTF_8, 'SCT', account.bic ?? '', name, account.iban, euros, '', '', text]
  const payload = lines.join('\n').trimEnd()
  return Buffer.byteLength(payload) <= MAX_BYTES ? payload : null
}

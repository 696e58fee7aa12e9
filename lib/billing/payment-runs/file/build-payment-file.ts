import { formatDecimal } from '../../../platform/money/minor-units.ts'
import type { Payee, StoredPaymentRun, StoredRunItem } from '../payment-run.ts'
import { toSepaText } from './to-sepa-text.ts'

/** An element with its text, or with its children; null is left out. */
type Element = readonly [name: string, content: string | readonly (Element | null)[], attributes?: string]

const writeElement = ([name, content, attributes = '']: Element, indent: string): string => {
  const start = `${indent}<${name}${attributes && ` ${attributes}`}>`
  if (typeof content === 'string') return `${start}${content}</${name}>\n`
  const inner = content.map((child) => (child ? writeElement(child, `${indent}  `) : ''))
  return `${start}\n${inner.join('')}${indent}</${name}>\n`
}

// The converted text contains none of the characters that XML reserves.
const text = (name: string, value: string | null, maxLength: number): Element | null => {
  const converted = value === null ? '' : toSepaText(value, maxLength)
  return converted ? [name, converted] : null
}

const requiredText = (name: string, value: string, maxLength: number): Element =>
  text(name, value, maxLength) ?? [name, 'NOTPROVIDED']

const buildName = (name: string): Element => requiredText('Nm', name, 70)

/** Banks refuse unstructured addresses, and those without a town or a country. */
const buildAddress = ({ street, postalCode, city, countryCode }: Payee): Element => [
  'PstlAdr',
  [text('StrtNm', street, 70), text('PstCd', postalCode, 16), requiredText('TwnNm', city, 35), ['Ctry', countryCode]],
]

const buildAccount = (name: string, iban: string): Element => [name, [['Id', [['IBAN', iban]]]]]
const buildBank = (name: string, bic: string): Element => [name, [['FinInstnId', [['BICFI', bic]]]]]

const UNKNOWN_BANK: Element = ['DbtrAgt', [['FinInstnId', [['Othr', [['Id', 'NOTPROVIDED']]]]]]]

const buildPayment = ({ id, amount, number, payee }: StoredRunItem, currency: string): Element => [
  'CdtTrfTxInf',
  [
    ['PmtId', [['EndToEndId', id]]],
    ['Amt', [['InstdAmt', formatDecimal(amount, currency), `Ccy="${currency}"`]]],
    payee.bic ? buildBank('CdtrAgt', payee.bic) : null,
    ['Cdtr', [buildName(payee.accountHolder), buildAddress(payee)]],
    buildAccount('CdtrAcct', payee.iban),
    ['RmtInf', [requiredText('Ustrd', number, 140)]],
  ],
]

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/**
 * Writes the credit transfers of a run as pain.001.001.09. The ids are those of the run and its items, which fit the 35
 * characters of the format; items that were removed before the run was submitted are not in it.
 */
export const buildPaymentFile = (run: StoredPaymentRun, items: readonly StoredRunItem[]): string => {
  const { id, currency, debtorAccount, executionDate, submittedAt } = run
  const paid = items.filter(({ status }) => status !== 'removed')
  const sums: Element[] = [
    ['NbOfTxs', String(paid.length)],
    [
      'CtrlSum',
      formatDecimal(
        paid.reduce((sum, { amount }) => sum + amount, 0),
        currency,
      ),
    ],
  ]
  const header: Element = [
    'GrpHdr',
    [
      ['MsgId', id],
      ['CreDtTm', `${submittedAt?.slice(0, 19)}Z`],
      ...sums,
      ['InitgPty', [buildName(debtorAccount.accountHolder)]],
    ],
  ]
  const payments: Element = [
    'PmtInf',
    [
      ['PmtInfId', id],
      ['PmtMtd', 'TRF'],
      ['BtchBookg', 'false'],
      ...sums,
      ['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]],
      ['ReqdExctnDt', [['Dt', executionDate]]],
      ['Dbtr', [buildName(debtorAccount.accountHolder)]],
      buildAccount('DbtrAcct', debtorAccount.iban),
      debtorAccount.bic ? buildBank('DbtrAgt', debtorAccount.bic) : UNKNOWN_BANK,
      ['ChrgBr', 'SLEV'],
      ...paid.map((item) => buildPayment(item, currency)),
    ],
  ]
  const root: Element = ['Document', [['CstmrCdtTrfInitn', [header, payments]]], `xmlns="${NAMESPACE}"`]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}`
}

import { DOMParser } from '@xmldom/xmldom'

type XmlElement = ReturnType<DOMParser['parseFromString']>['documentElement']

type Check = (text: string) => boolean

const matching =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text)

const maxText =
  (length: number): Check =>
  (text) =>
    text.length >= 1 && text.length <= length
const only = (value: string): Check => matching(new RegExp(`^${value}$`))

/** The id of a message or payment: not empty, no slash at its ends, and no two in a row. */
const identifier: Check = (text) => maxText(35)(text) && !/^\/|\/$|\/\//.test(text)

const decimal: Check = (text) => /^\d{1,16}\.\d{2}$/.test(text) && Number(text) > 0
const iban = matching(/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/)
const bic = matching(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
const day = matching(/^\d{4}-\d{2}-\d{2}$/)

/** A child of an element: its name, its content, and whether it is optional (?) or repeated (+). */
type Child = readonly [name: string, content: Check | readonly Child[], occurs?: '?' | '+']

const PARTY: readonly Child[] = [['Nm', maxText(70)]]
const ACCOUNT: readonly Child[] = [['Id', [['IBAN', iban]]]]
const BANK: readonly Child[] = [
  [
    'FinInstnId',
    [
      ['BICFI', bic, '?'],
      ['Othr', [['Id', only('NOTPROVIDED')]], '?'],
    ],
  ],
]
const SUMS: readonly Child[] = [
  ['NbOfTxs', matching(/^[0-9]{1,15}$/)],
  ['CtrlSum', decimal],
]

/** The part of pain.001.001.09 that SEPA credit transfers need, in the order of its schema. Nothing else may be there. */
const DOCUMENT: Child = [
  'Document',
  [
    [
      'CstmrCdtTrfInitn',
      [
        [
          'GrpHdr',
          [
            ['MsgId', identifier],
            ['CreDtTm', matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)],
            ...SUMS,
            ['InitgPty', PARTY],
          ],
        ],
        [
          'PmtInf',
          [
            ['PmtInfId', identifier],
            ['PmtMtd', only('TRF')],
            ['BtchBookg', only('false')],
            ...SUMS,
            ['PmtTpInf', [['SvcLvl', [['Cd', only('SEPA')]]]]],
            ['ReqdExctnDt', [['Dt', day]]],
            ['Dbtr', PARTY],
            ['DbtrAcct', ACCOUNT],
            ['DbtrAgt', BANK],
            ['ChrgBr', only('SLEV')],
            [
              'CdtTrfTxInf',
              [
                ['PmtId', [['EndToEndId', identifier]]],
                ['Amt', [['InstdAmt', decimal]]],
                ['CdtrAgt', BANK, '?'],
                [
                  'Cdtr',
                  [
                    ...PARTY,
                    [
                      'PstlAdr',
                      [
                        ['StrtNm', maxText(70), '?'],
                        ['PstCd', maxText(16), '?'],
                        ['TwnNm', maxText(35)],
                        ['Ctry', matching(/^[A-Z]{2}$/)],
                      ],
                    ],
                  ],
                ],
                ['CdtrAcct', ACCOUNT],
                ['RmtInf', [['Ustrd', maxText(140)]]],
              ],
              '+',
            ],
          ],
        ],
      ],
    ],
  ],
]

const SEPA_CHARACTERS = /^[A-Za-z0-9/\-?:().,'+ ]*$/

const listElements = (node: XmlElement) =>
  Array.from(node.childNodes).filter((child): child is XmlElement => child.nodeType === 1)

const checkElement = (node: XmlElement, content: Child[1], path: string): string[] => {
  const children = listElements(node)
  if (typeof content === 'function') {
    const text = node.textContent ?? ''
    if (children.length) return [`${path} must have text only`]
    const faults = content(text) ? [] : [`${path} must not be "${text}"`]
    return SEPA_CHARACTERS.test(text) ? faults : [...faults, `${path} has other characters: "${text}"`]
  }
  const faults: string[] = []
  for (const [name, inner, occurs] of content) {
    const own: XmlElement[] = []
    while (children[0]?.tagName === name && (occurs === '+' || !own.length)) own.push(children.shift() as XmlElement)
    if (!own.length && occurs !== '?') faults.push(`${path}/${name} is missing`)
    for (const each of own) faults.push(...checkElement(each, inner, `${path}/${name}`))
  }
  return [...faults, ...children.map(({ tagName }) => `${path}/${tagName} must not be there`)]
}

export interface ReadPayment {
  id: string
  cents: number
  currency: string | null
  name: string
  iban: string
  text: string
}

/** Lists everything in which a file differs from what a bank accepts, and reads its payments. */
export const checkPaymentFile = (file: string): { faults: string[]; payments: ReadPayment[] } => {
  const root = new DOMParser().parseFromString(file, 'text/xml').documentElement as unknown as XmlElement
  const faults = checkElement(root, DOCUMENT[1], 'Document')
  if (!file.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')) faults.push('the prologue differs')
  if (root.getAttribute('xmlns') !== 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    faults.push('the namespace differs')
  const read = (node: XmlElement, name: string) => node.getElementsByTagName(name)[0]
  const readText = (node: XmlElement, name: string) => read(node, name)?.textContent ?? ''
  const toCents = (amount: string) => Math.round(Number(amount) * 100)
  const payments = Array.from(root.getElementsByTagName('CdtTrfTxInf')).map((node): ReadPayment => {
    const party = read(node as XmlElement, 'Cdtr') as XmlElement
    return {
      id: readText(node as XmlElement, 'EndToEndId'),
      cents: toCents(readText(node as XmlElement, 'InstdAmt')),
      currency: read(node as XmlElement, 'InstdAmt')?.getAttribute('Ccy') ?? null,
      name: readText(party, 'Nm'),
      iban: readText(read(node as XmlElement, 'CdtrAcct') as XmlElement, 'IBAN'),
      text: readText(node as XmlElement, 'Ustrd'),
    }
  })
  const sum = payments.reduce((total, { cents }) => total + cents, 0)
  for (const part of ['GrpHdr', 'PmtInf']) {
    const node = read(root, part) as XmlElement
    if (Number(readText(node, 'NbOfTxs')) !== payments.length) faults.push(`NbOfTxs of ${part} differs`)
    if (toCents(readText(node, 'CtrlSum')) !== sum) faults.push(`CtrlSum of ${part} differs`)
  }
  if (new Set(payments.map(({ id }) => id)).size !== payments.length) faults.push('an end-to-end id is there twice')
  if (payments.some(({ currency }) => currency !== 'EUR')) faults.push('a currency differs')
  return { faults, payments }
}

/** An entry of a statement in tests; amounts as decimals. */
export interface GivenEntry {
  amount?: string
  sign?: 'CRDT' | 'DBIT'
  status?: string
  booked?: string
  value?: string
  currency?: string
  reference?: string
  isReversal?: boolean
  endToEndId?: string
  name?: string
  iban?: string
  text?: string
  structured?: string
  returnReason?: string
  info?: string
  /** Complete `TxDtls`, instead of one built from the fields above; none for an entry without details. */
  details?: readonly string[]
}

export interface GivenStatement {
  account?: string
  currency?: string
  id?: string
  opening?: string
  closing?: string
  balances?: string
  entries?: readonly GivenEntry[]
}

const OWN = 'DE89370400440532013000'

const element = (name: string, content: string | undefined) => (content ? `<${name}>${content}</${name}>` : '')

const escapeXml = (text: string | undefined) => text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Builds the details of one transaction. */
export const aTransaction = ({ amount, currency = 'EUR', sign = 'CRDT', ...given }: GivenEntry): string => {
  const { reference, endToEndId, name, iban, text, structured, returnReason } = given
  const role = sign === 'CRDT' || returnReason ? 'Dbtr' : 'Cdtr'
  const party =
    element(role, element('Nm', escapeXml(name))) + element(`${role}Acct`, iban && `<Id><IBAN>${iban}</IBAN></Id>`)
  const remittance =
    element('Ustrd', escapeXml(text)) +
    element('Strd', structured && `<CdtrRefInf><Ref>${structured}</Ref></CdtrRefInf>`)
  return element(
    'TxDtls',
    element('Refs', element('AcctSvcrRef', reference) + element('EndToEndId', endToEndId)) +
      (amount ? `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>` : '') +
      element('RltdPties', party) +
      element('RmtInf', remittance) +
      element('RtrInf', returnReason && `<Rsn><Cd>${returnReason}</Cd></Rsn>`) +
      '<X/>',
  )
}

const anEntry = (given: GivenEntry): string => {
  const { amount = '119.00', sign = 'CRDT', status = '<Cd>BOOK</Cd>', currency = 'EUR', booked = '2026-03-02' } = given
  const { value = booked, reference, isReversal, info } = given
  const { amount: _amount, reference: _reference, ...own } = given
  const details = given.details ?? [aTransaction({ ...own, sign })]
  return element(
    'Ntry',
    `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>` +
      element('RvslInd', isReversal ? 'true' : undefined) +
      element('Sts', status) +
      element('BookgDt', element('Dt', booked)) +
      element('ValDt', element('Dt', value)) +
      element('AcctSvcrRef', reference) +
      element('NtryDtls', details.join('')) +
      element('AddtlNtryInf', info),
  )
}

const aBalance = (code: string, amount: string, currency: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>` +
  `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>`

const toCents = (amount: string) => Math.round(Number(amount) * 100)

const sumEntries = (entries: readonly GivenEntry[]) =>
  entries
    .filter(({ status = 'BOOK' }) => status.includes('BOOK'))
    .reduce((sum, { amount = '119.00', sign }) => sum + (sign === 'DBIT' ? -1 : 1) * toCents(amount), 0)

/** Elements in which a statement of each message lies. */
const MESSAGES = { camt053: ['BkToCstmrStmt', 'Stmt'], camt052: ['BkToCstmrAcctRpt', 'Rpt'] } as const
export type CamtFormat = keyof typeof MESSAGES

const aStatement = (
  name: string,
  { account = OWN, currency = 'EUR', id = '1', opening = '0.00', ...given }: GivenStatement,
) => {
  const { entries = [] } = given
  const closing = given.closing ?? ((toCents(opening) + sumEntries(entries)) / 100).toFixed(2)
  const balances = given.balances ?? aBalance('OPBD', opening, currency) + aBalance('CLBD', closing, currency)
  return element(
    name,
    `<Id>${id}</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balances}${entries.map(anEntry).join('')}`,
  )
}

/** Builds a CAMT.053 whose closing balance fits its entries unless another is given. */
export const aCamt = (
  statements: GivenStatement | readonly GivenStatement[],
  version = '08',
  encoding = 'UTF-8',
  format: CamtFormat = 'camt053',
): string => {
  const [message, name] = MESSAGES[format]
  const space = `urn:iso:std:iso:20022:tech:xsd:${format.replace('camt', 'camt.')}.001.${version}`
  const all = [statements].flat().map((each) => aStatement(name, each as GivenStatement))
  return (
    `<?xml version="1.0" encoding="${encoding}"?>\n` +
    `<Document xmlns="${space}"><${message}><GrpHdr><MsgId>1</MsgId></GrpHdr>${all.join('')}</${message}></Document>`
  )
}

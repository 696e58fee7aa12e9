import { type BankLine, normalizeAccount } from '../../bank-entries/bank-entry.ts'
import { omitPlaceholder } from './omit-placeholder.ts'
import { parseAmount } from './parse-amount.ts'
import { isDay } from './parse-day.ts'
import { findNode, findText, listChildren, type XmlNode } from './xml-node.ts'

const MAX_NAME = 140
const MAX_TEXT = 1000
const MAX_REFERENCE = 140

const cut = (text: string | null, length: number): string | null => (text === null ? null : text.slice(0, length))

/** Returns the text of the first of these paths that has one and no placeholder. */
const findGiven = (node: XmlNode | undefined, paths: readonly string[], length: number): string | null => {
  for (const path of paths) {
    const text = omitPlaceholder(findText(node, path))
    if (text !== null) return cut(text, length)
  }
  return null
}

const readReference = (node: XmlNode | undefined, ...paths: string[]) => findGiven(node, paths, MAX_REFERENCE)

/** Banks write some days as moments in their own time zone; the day is what they mean. */
const readDay = (node: XmlNode | undefined): string | null => findText(node, 'Dt', 'DtTm')?.slice(0, 10) ?? null

const readDirection = (node: XmlNode): BankLine['direction'] | undefined => {
  const text = findText(node, 'CdtDbtInd')
  return text === 'CRDT' ? 'credit' : text === 'DBIT' ? 'debit' : undefined
}

interface Base {
  account: string
  currency: string
  bookedOn: string
  valueOn: string | null
  isReversal: boolean
  direction: BankLine['direction']
}

interface Party {
  counterpartyName: string | null
  counterpartyAccount: string | null
}

const readParty = (details: XmlNode | undefined, role: 'Dbtr' | 'Cdtr'): Party => {
  const parties = findNode(details, 'RltdPties')
  const paths = [`Ultmt${role}`, role].flatMap((each) => [`${each}/Nm`, `${each}/Pty/Nm`])
  const account = readReference(parties, `${role}Acct/Id/IBAN`, `${role}Acct/Id/Othr/Id`)
  return {
    counterpartyName: findGiven(parties, [...paths.slice(2), ...paths.slice(0, 2)], MAX_NAME),
    counterpartyAccount: account === null ? null : normalizeAccount(account),
  }
}

/** Returns the other party. Returned payments keep the roles of the original, and some banks name only one side. */
const readCounterparty = (details: XmlNode | undefined, { direction, account, isReversal }: Base): Party => {
  const isReturned = isReversal || findNode(details, 'RtrInf') !== undefined
  const [likely, other] =
    (direction === 'credit') === isReturned ? (['Cdtr', 'Dbtr'] as const) : (['Dbtr', 'Cdtr'] as const)
  const found = readParty(details, likely)
  const isEmpty = found.counterpartyName === null && found.counterpartyAccount === null
  return isEmpty || found.counterpartyAccount === account ? readParty(details, other) : found
}

const readRemittance = (details: XmlNode | undefined): Pick<BankLine, 'text' | 'structuredReference'> => {
  const remittance = findNode(details, 'RmtInf')
  const structured = listChildren(remittance, 'Strd')
  const free = listChildren(remittance, 'Ustrd').map(({ text }) => text)
  const documents = structured.flatMap((each) =>
    [
      ...listChildren(each, 'RfrdDocInf').map((document) => findText(document, 'Nb')),
      findText(each, 'AddtlRmtInf'),
    ].flatMap((text) => text ?? []),
  )
  const reference = structured.map((each) => readReference(each, 'CdtrRefInf/Ref')).find(Boolean) ?? null
  return {
    text: cut([...free, ...documents].filter(Boolean).join(' ') || null, MAX_TEXT),
    structuredReference: reference,
  }
}

const readDetails = (
  entry: XmlNode,
  details: XmlNode | undefined,
  base: Base,
  isOnly: boolean,
): Omit<BankLine, 'amount'> => {
  const { text, structuredReference } = readRemittance(details)
  const entryText = isOnly ? findText(entry, 'AddtlNtryInf') : null
  return {
    ...base,
    ...readCounterparty(details, base),
    text: text ?? cut(findText(details, 'AddtlTxInf') ?? entryText, MAX_TEXT),
    structuredReference,
    endToEndId: readReference(details, 'Refs/EndToEndId'),
    bankReference: isOnly
      ? (readReference(entry, 'AcctSvcrRef') ?? readReference(details, 'Refs/AcctSvcrRef'))
      : (readReference(details, 'Refs/AcctSvcrRef', 'Refs/TxId') ?? readReference(entry, 'AcctSvcrRef')),
    returnReason: cut(findText(details, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry'), MAX_REFERENCE),
  }
}

/** Returns the signed amounts of the transactions of an entry, if all have one and they add up to the entry. */
const splitAmount = (transactions: readonly XmlNode[], base: Base, total: number) => {
  const parts = transactions.map((details) => {
    // A payment in another currency has its own amount first, and what was booked behind it.
    const node = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt']
      .map((path) => findNode(details, path))
      .find((each) => each?.attributes('Ccy') === base.currency)
    const amount = node && parseAmount(node.text, base.currency)
    return { details, amount, direction: readDirection(details) ?? base.direction }
  })
  const sum = parts.reduce(
    (added, { amount = Number.NaN, direction }) => added + (direction === base.direction ? amount : -amount),
    0,
  )
  return sum === total ? parts.map(({ amount = 0, ...rest }) => ({ ...rest, amount })) : undefined
}

/** Only booked entries count towards the balance. Old versions have the code as text. */
const isBooked = (entry: XmlNode) => {
  const status = findText(entry, 'Sts', 'Sts/Cd', 'Sts/Prtry')
  return status === null || status === 'BOOK'
}

/**
 * Reads an entry as one line, or as one for each of its transactions if these have amounts that add up. Returns a text
 * instead if the entry is faulty.
 */
export const readCamtEntry = (entry: XmlNode, own: { account: string; currency: string }): BankLine[] | string => {
  if (!isBooked(entry)) return []
  const amountNode = findNode(entry, 'Amt')
  const currency = amountNode?.attributes('Ccy') ?? own.currency
  if (currency !== own.currency) return `is in ${currency}, but the account is in ${own.currency}`
  const amount = parseAmount(amountNode?.text ?? '', currency)
  if (amount === undefined || amount < 0) return 'has no valid amount'
  const direction = readDirection(entry)
  if (!direction) return 'is neither CRDT nor DBIT'
  const valueOn = readDay(findNode(entry, 'ValDt'))
  const bookedOn = readDay(findNode(entry, 'BookgDt')) ?? valueOn
  if (bookedOn === null || !isDay(bookedOn) || (valueOn !== null && !isDay(valueOn))) return 'has no valid day'
  const isReversal = findText(entry, 'RvslInd') === 'true' || findText(entry, 'RvslInd') === '1'
  const base: Base = { ...own, bookedOn, valueOn, isReversal, direction }
  const transactions = listChildren(entry, 'NtryDtls').flatMap((details) => listChildren(details, 'TxDtls'))
  const parts = transactions.length > 1 ? splitAmount(transactions, base, amount) : undefined
  if (parts)
    return parts.map((part) => ({
      ...readDetails(entry, part.details, { ...base, direction: part.direction }, false),
      amount: part.amount,
    }))
  const only = transactions.length === 1 ? transactions[0] : undefined
  return [{ ...readDetails(entry, only, base, true), amount }]
}

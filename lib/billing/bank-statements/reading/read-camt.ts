import type { BankStatementFormat } from '../../../../schemas/billing/bank/statement.ts'
import { isCurrencyOfRecords } from '../../../platform/money/currencies.ts'
import { type BankLine, normalizeAccount } from '../../bank-entries/bank-entry.ts'
import type { ReadStatement } from '../bank-statement.ts'
import { checkBalances } from './check-balances.ts'
import { parseAmount } from './parse-amount.ts'
import { readCamtEntry } from './read-camt-entry.ts'
import { findNode, findText, listChildren, parseXmlNode, type XmlNode } from './xml-node.ts'

/** A file as far as it can be read, and in sentences what is wrong with it. */
export interface ReadFile {
  statements: ReadStatement[]
  faults: string[]
}

const OPENING = ['OPBD', 'PRCD']
const CLOSING = ['CLBD']
const INTERIM = ['ITBD']

const readBalance = (balance: XmlNode, currency: string): number | undefined => {
  const amount = parseAmount(findText(balance, 'Amt') ?? '', currency)
  if (amount === undefined) return undefined
  return findText(balance, 'CdtDbtInd') === 'DBIT' ? -amount : amount
}

/** Finds the first or last balance with one of these codes. A file that continues another has interim balances instead. */
const findBalance = (balances: readonly XmlNode[], codes: readonly string[], isLast: boolean) => {
  const find = (wanted: readonly string[]) => {
    const all = balances.filter((each) => wanted.includes(findText(each, 'Tp/CdOrPrtry/Cd') ?? ''))
    return isLast ? all.at(-1) : all[0]
  }
  return find(codes) ?? find(INTERIM)
}

const readLines = (statement: XmlNode, own: { account: string; currency: string }, faults: string[]): BankLine[] =>
  listChildren(statement, 'Ntry').flatMap((entry, i) => {
    const read = readCamtEntry(entry, own)
    if (typeof read !== 'string') return read
    faults.push(`Entry ${i + 1} of ${own.account} ${read}.`)
    return []
  })

type CamtFormat = Exclude<BankStatementFormat, 'csv'>

interface Message {
  name: string
  /** Path of the element with the statements, and the name of each of them. */
  path: string
  list: string
  needsBalances: boolean
}

const MESSAGES: Record<CamtFormat, Message> = {
  camt052: { name: 'CAMT.052', path: 'BkToCstmrAcctRpt', list: 'Rpt', needsBalances: false },
  camt053: { name: 'CAMT.053', path: 'BkToCstmrStmt', list: 'Stmt', needsBalances: true },
}

type Balances = Pick<ReadStatement, 'openingBalance' | 'closingBalance'>

const NO_BALANCES: Balances = { openingBalance: null, closingBalance: null }

/** Returns the opening and the closing balance; undefined unless there are both. */
const readBalances = (balances: readonly XmlNode[], currency: string): Balances | undefined => {
  const [first, last] = [findBalance(balances, OPENING, false), findBalance(balances, CLOSING, true)]
  const openingBalance = first && readBalance(first, currency)
  const closingBalance = last && readBalance(last, currency)
  // One interim balance cannot be both the first and the last.
  if (openingBalance === undefined || closingBalance === undefined || first === last) return undefined
  return { openingBalance, closingBalance }
}

const readStatement = (
  statement: XmlNode,
  position: number,
  { needsBalances }: Message,
  faults: string[],
): ReadStatement | undefined => {
  const number = findText(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  const amounts = [findNode(statement, 'Bal/Amt'), findNode(statement, 'Ntry/Amt')]
  const currency = findText(statement, 'Acct/Ccy') ?? amounts.find(Boolean)?.attributes('Ccy')
  if (number === null || !currency || !isCurrencyOfRecords(currency)) {
    faults.push(`Statement ${position} names no account or no currency.`)
    return undefined
  }
  const own = { account: normalizeAccount(number).slice(0, 50), currency }
  const balances = readBalances(listChildren(statement, 'Bal'), currency)
  if (!balances && needsBalances) {
    faults.push(`Statement ${position} of ${own.account} has no valid opening and closing balance.`)
    return undefined
  }
  const lines = readLines(statement, own, faults)
  const statementId = findText(statement, 'Id')?.slice(0, 140) ?? null
  const read = { ...own, statementId, ...(balances ?? NO_BALANCES), lines }
  // A report has the balances of its day, although it may have the entries since the last report only.
  return needsBalances || 'lines' in checkBalances(read) ? read : { ...read, ...NO_BALANCES }
}

const findFormat = (root: XmlNode | undefined): CamtFormat | undefined =>
  (Object.keys(MESSAGES) as CamtFormat[]).find((format) => findNode(root, MESSAGES[format].path))

/** Reads a CAMT.053 or CAMT.052 of any version: elements are found by their names without namespace. */
export const readCamt = (text: string, format: CamtFormat): ReadFile => {
  const root = parseXmlNode(text)
  const message = MESSAGES[format]
  const { name, path, list } = message
  const found = listChildren(root?.name === 'Document' ? findNode(root, path) : undefined, list)
  if (!found.length) {
    const other = findFormat(root)
    const hint = other && other !== format ? `; it is a ${MESSAGES[other].name}, with the format ${other}` : ''
    return { statements: [], faults: [`The file is no ${name}, or contains no statement${hint}.`] }
  }
  const faults: string[] = []
  const statements = found.flatMap((each, i) => readStatement(each, i + 1, message, faults) ?? [])
  return { statements, faults }
}

import { isCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { type BankLine, normalizeAccount } from '../bank-entries/bank-entry.ts'
import type { ReadStatement } from './bank-statement.ts'
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

const readStatement = (statement: XmlNode, position: number, faults: string[]): ReadStatement | undefined => {
  const number = findText(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  const balances = listChildren(statement, 'Bal')
  const [first, last] = [findBalance(balances, OPENING, false), findBalance(balances, CLOSING, true)]
  const currency = findText(statement, 'Acct/Ccy') ?? findNode(first, 'Amt')?.attributes('Ccy')
  if (number === null || !currency || !isCurrencyOfRecords(currency)) {
    faults.push(`Statement ${position} names no account or no currency.`)
    return undefined
  }
  const own = { account: normalizeAccount(number).slice(0, 50), currency }
  const opening = first && readBalance(first, currency)
  const closing = last && readBalance(last, currency)
  // One interim balance cannot be both the first and the last.
  if (opening === undefined || closing === undefined || first === last) {
    faults.push(`Statement ${position} of ${own.account} has no valid opening and closing balance.`)
    return undefined
  }
  const lines = readLines(statement, own, faults)
  const statementId = findText(statement, 'Id')?.slice(0, 140) ?? null
  return { ...own, statementId, openingBalance: opening, closingBalance: closing, lines }
}

/** Reads a CAMT.053 of any version: elements are found by their names without namespace. */
export const readCamt = (text: string): ReadFile => {
  const root = parseXmlNode(text)
  const message = root?.name === 'Document' ? findNode(root, 'BkToCstmrStmt') : undefined
  const found = listChildren(message, 'Stmt')
  if (!found.length) return { statements: [], faults: ['The file is no CAMT.053, or contains no statement.'] }
  const faults: string[] = []
  const statements = found.flatMap((each, i) => readStatement(each, i + 1, faults) ?? [])
  return { statements, faults }
}

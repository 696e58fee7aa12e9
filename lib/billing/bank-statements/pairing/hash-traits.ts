import { createHash } from 'node:crypto'
import type { BankLine } from '../../bank-entries/bank-entry.ts'
import type { StoredBankStatement } from '../bank-statement.ts'

const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Removes what differs between two writings of one name: composition of letters, case and white space. */
export const foldName = (name: string): string => name.normalize('NFC').toUpperCase().replaceAll(/\s+/g, ' ').trim()

/** Removes what differs between two writings of one text or reference; banks break texts after a number of characters. */
export const foldText = (text: string): string => text.normalize('NFC').toUpperCase().replaceAll(/\s/g, '')

const foldNullable = (text: string | null) => (text === null ? null : foldText(text))

/** Names the form in which files say entries: the format or, of a CSV, the columns that are read. */
export const nameLayout = ({ format, csv }: Pick<StoredBankStatement, 'format' | 'csv'>): string => {
  const columns = Object.entries(csv?.mapping.columns ?? {}).filter(([, name]) => name !== null)
  return csv ? `csv-${hash(columns.sort(([a], [b]) => (a < b ? -1 : 1))).slice(0, 16)}` : format
}

/** Hash of what every layout says alike of an entry. */
export const hashBucket = ({ account, currency, bookedOn, direction, amount }: BankLine): string =>
  hash([account, currency, bookedOn, direction, amount])

/** Key of an entry: its bucket, and its number among the entries of this. */
export const buildEntryKey = (bucket: string, ordinal: number): string => hash([bucket, ordinal])

/**
 * Hash of what tells an entry from others of its bucket in files of one layout. The other party is named by its account
 * because a bank may shorten a name, and by the name where there is no account.
 */
export const hashTraits = (line: BankLine): string => {
  const { counterpartyAccount: account, counterpartyName: name } = line
  const party = account === null ? ['name', name && foldName(name)] : ['account', account]
  const references = [line.bankReference, line.endToEndId, line.structuredReference].map(foldNullable)
  return hash([party, ...references, line.valueOn, foldNullable(line.text)])
}

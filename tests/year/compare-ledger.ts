import type { Answers, Row } from './answers.ts'
import { creditor, debtor, issuedNotes, toDay } from './book.ts'
import type { World } from './business/world.ts'
import { add, compareSums, type Report, type Sums } from './sums.ts'

const sumEntries = (rows: readonly Row[]): Sums => {
  const sums: Sums = new Map()
  for (const { account, partnerId, postedOn, amount } of rows)
    add(sums, `${account} ${partnerId} ${postedOn}`, Number(amount))
  return sums
}

/** Sums the accounts of partners by day. What is owed to a partner has its credit notes from their issue on. */
const sumAccounts = ({ book, customers, suppliers, custodian }: World): Sums => {
  const sums: Sums = new Map()
  for (const { id } of [...customers, ...suppliers, custodian])
    for (const entry of book.entries) {
      const { debit, credit, cents, day, at } = entry
      if (debit === debtor(id)) add(sums, `receivable ${id} ${day}`, cents)
      if (credit === debtor(id)) add(sums, `receivable ${id} ${day}`, -cents)
      if (credit === creditor(id)) add(sums, `payable ${id} ${toDay(at)}`, cents)
      if (debit === creditor(id)) add(sums, `payable ${id} ${toDay(at)}`, -cents)
      add(sums, `payable ${id} ${toDay(at)}`, -issuedNotes(entry, id))
    }
  return sums
}

/** Compares the exported ledger with the book, by account, partner and day. */
export const compareLedger = (report: Report, world: World, { exports, records }: Answers): void => {
  const rows = exports.ledger ?? []
  compareSums(report, 'ledger', sumEntries(rows), sumAccounts(world))
  report('entries of the ledger that are there twice', rows.length - new Set(rows.map(({ id }) => id)).size, 0)
  report(
    'ledger as JSON Lines',
    records.ledger?.map(({ id, amount }) => [id, String(amount)]),
    rows.map(({ id, amount }) => [id, amount]),
  )
}

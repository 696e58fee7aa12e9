import { getSetting } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import { getNextId, type Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { findOwnersOfValues } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Matches } from '../bank-entries/bank-entry.ts'
import { bankEntries } from '../bank-entries/bank-entry-store.ts'
import { matchLine } from '../bank-entries/match-bank-entry.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import { BANK_STATEMENT_MOVES } from './bank-statement.ts'
import { bankStatements, findBankStatement } from './bank-statement-store.ts'
import { type KeyedLine, keyLines } from './key-lines.ts'
import { readStatementFile } from './read-statement-file.ts'

const MAX_ENTRIES_PER_TRANSACTION = 16
const MAX_CHUNKS_PER_TASK = 40

/** Fields of an entry before anybody decided about it. */
const UNDECIDED = { paymentId: null, reversedPaymentId: null, confirmedBy: null, confirmedAt: null, confirmations: 0 }

const addEntries = (unit: Unit, statementId: Id, added: readonly { keyed: KeyedLine; matches: Matches }[]): void => {
  let id = unit.newId()
  for (const { keyed, matches } of added) {
    const status = matches.proposals.length ? 'proposed' : 'open'
    const { key: entryKey, line } = keyed
    // Another file that is read at the same time may contain the entry too; then this is run again and finds it.
    unit.create(bankEntries, { id, statementId, status, ...line, ...matches, ...UNDECIDED, entryKey }, 'stale')
    id = getNextId(id)
  }
}

/**
 * Stores the entries of a statement, with proposals, each once however many files contain it. It continues where the last
 * transaction ended, so it may be killed and repeated at any time.
 */
export const storeEntries = async (
  app: Pick<App, 'db' | 'files'>,
  data: TaskData['billing.bank-statement.read'],
  now: Date,
  maxChunks = MAX_CHUNKS_PER_TASK,
): Promise<void> => {
  const { tenant, statementId } = data
  const found = await findBankStatement(app.db, tenant, statementId)
  if (found?.status !== 'reading') return
  const [{ statements }, settings, confirms] = await Promise.all([
    readStatementFile(app, tenant, found.fileId, found.csv),
    readBillingSettings(app, tenant),
    getSetting(app, tenant, 'billing.confirmBankEntries'),
  ])
  const numbering = getNumbering(settings, 'invoice')
  const keyed = keyLines(statements.flatMap(({ lines }) => lines))
  const matched = new Map<string, Promise<Matches>>()
  // A transaction that is run again need not look for matches again.
  const match = ({ key, line }: KeyedLine) => {
    const known = matched.get(key) ?? matchLine(app, tenant, line, numbering)
    matched.set(key, known)
    return known
  }
  const storeNext = async (unit: Unit, count: number): Promise<boolean> => {
    const before = await findBankStatement(app.db, tenant, statementId)
    if (before?.status !== 'reading') return false
    const next = keyed.slice(before.readCount, before.readCount + count)
    const known = await findOwnersOfValues(
      app.db,
      bankEntries,
      tenant,
      'key',
      next.map(({ key }) => key),
    )
    const added = next.filter(({ key }) => !known.has(key))
    const matches = await Promise.all(added.map(match))
    addEntries(
      unit,
      statementId,
      added.map((each, i) => ({ keyed: each, matches: matches[i] as Matches })),
    )
    const readCount = before.readCount + next.length
    const isDone = readCount >= keyed.length
    unit.update(bankStatements, before, {
      status: isDone ? move(BANK_STATEMENT_MOVES, 'bank statement', before.status, 'finish') : before.status,
      readCount,
      addedCount: before.addedCount + added.length,
      knownCount: before.knownCount + next.length - added.length,
    })
    if (isDone && confirms) unit.schedule('billing.bank-entries.confirm', { tenant, statementId, after: null })
    return !isDone
  }
  await runInChunks(app.db, { task: 'billing.bank-statement.read', data, now, most: maxChunks }, (unit) =>
    unit.attemptUpTo(MAX_ENTRIES_PER_TRANSACTION, (count) => storeNext(unit, count)),
  )
}

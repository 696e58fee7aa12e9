import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import { getNextId, type Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Matches } from '../bank-entries/bank-entry.ts'
import { bankEntries } from '../bank-entries/bank-entry-store.ts'
import { matchLine } from '../bank-entries/match-bank-entry.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import { PAYMENT_SETTINGS } from '../settings/payment-settings.ts'
import { BANK_STATEMENT_MOVES, type StoredBankStatement } from './bank-statement.ts'
import { bankStatements, findBankStatement } from './bank-statement-store.ts'
import { completeLine } from './pairing/compare-lines.ts'
import { createPlanner, type PlannedLine } from './pairing/create-planner.ts'
import { nameLayout } from './pairing/hash-traits.ts'
import { readStatementFile } from './read-statement-file.ts'

/** This many entries fit a transaction even if each belongs to another partner. */
const MAX_ENTRIES_PER_TRANSACTION = 14
const MAX_CHUNKS_PER_TASK = 40

/** Fields of an entry before anybody decided about it. */
const UNDECIDED = {
  paymentId: null,
  reversedPaymentId: null,
  paymentRunItemId: null,
  confirmedBy: null,
  confirmedByType: null,
  confirmedAt: null,
  confirmations: 0,
}

type Matched = PlannedLine & { matches: Matches }

/** Adds entries and returns the id of the one after them. */
const addEntries = (
  unit: Unit,
  { id: statementId, nextEntryId }: StoredBankStatement,
  layout: string,
  added: readonly Matched[],
): Id => {
  let id = nextEntryId
  for (const { entryKey, line, traits, matches } of added) {
    const status = matches.proposals.length ? 'proposed' : 'open'
    const saidAs = { [layout]: traits }
    // Another file that is read at the same time may contain the entry too; then this is run again and finds it.
    unit.create(bankEntries, { id, statementId, status, ...line, ...matches, ...UNDECIDED, entryKey, saidAs }, 'stale')
    id = getNextId(id)
  }
  return id
}

/** Adds to known entries what a file of another layout says of them, so that both layouts recognize them from now on. */
const completeEntries = (unit: Unit, layout: string, planned: readonly PlannedLine[]): void => {
  for (const { known, line, traits } of planned)
    if (known && known.saidAs[layout] === undefined)
      unit.update(bankEntries, known, {
        ...completeLine(known, line),
        saidAs: { ...known.saidAs, [layout]: traits },
      })
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
    readStatementFile(app, tenant, found),
    readBillingSettings(app, tenant),
    getSetting(app, tenant, PAYMENT_SETTINGS.confirmBankEntries),
  ])
  const numbering = getNumbering(settings, 'invoice')
  const lines = statements.flatMap((statement) => statement.lines)
  const layout = nameLayout(found)
  const plan = createPlanner(app.db, tenant, layout, lines)
  const foundMatches = new Map<number, Promise<Matches>>()
  // A transaction that is run again need not look for matches again.
  const match = ({ position, line }: PlannedLine) => {
    const matches = foundMatches.get(position) ?? matchLine(app, tenant, line, numbering)
    foundMatches.set(position, matches)
    return matches
  }
  const storeNext = async (unit: Unit, count: number): Promise<boolean> => {
    const before = await findBankStatement(app.db, tenant, statementId)
    if (before?.status !== 'reading') return false
    const next = await plan(before.readCount, before.readCount + count)
    const added = next.filter(({ known }) => !known)
    const matched = await Promise.all(added.map(async (each) => ({ ...each, matches: await match(each) })))
    const nextEntryId = addEntries(unit, before, layout, matched)
    completeEntries(unit, layout, next)
    const readCount = before.readCount + next.length
    const isDone = readCount >= lines.length
    unit.update(bankStatements, before, {
      status: isDone ? move(BANK_STATEMENT_MOVES, 'bank statement', before.status, 'finish') : before.status,
      readCount,
      nextEntryId,
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

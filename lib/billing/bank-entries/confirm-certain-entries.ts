import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findBankEntry, listProposedEntries } from './bank-entry-store.ts'
import { confirmBankEntry } from './confirm-bank-entry.ts'

/** Entries that one task looks at; another task continues. */
const MAX_ENTRIES = 50

/** Confirms the entry if it is still certain. What a rule refuses, such as an invoice paid meanwhile, is left to people. */
const confirmIfCertain = async (app: Pick<App, 'db'>, tenant: Id, id: Id, now: Date): Promise<void> => {
  try {
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      const entry = await findBankEntry(app.db, tenant, id)
      if (entry?.status === 'proposed' && entry.isCertain) await confirmBankEntry(app, unit, entry, {})
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
  }
}

/** Confirms the entries of a statement that are certain, one transaction each. Idempotent: a confirmed one is not proposed. */
export const confirmCertainEntries = async (
  app: Pick<App, 'db'>,
  { tenant, statementId, after }: TaskData['billing.bank-entries.confirm'],
  now: Date,
  maxEntries = MAX_ENTRIES,
): Promise<void> => {
  const { items, cursors } = await listProposedEntries(app.db, tenant, statementId, after, maxEntries)
  for (const { id, isCertain } of items) if (isCertain) await confirmIfCertain(app, tenant, id, now)
  const last = cursors.at(-1)
  if (last === undefined || cursors.length < maxEntries) return
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) =>
    unit.schedule('billing.bank-entries.confirm', { tenant, statementId, after: last }),
  )
}

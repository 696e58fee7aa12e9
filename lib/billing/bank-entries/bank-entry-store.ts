import { BANK_ENTRY_STATES, type BankEntryState } from '../../../schemas/billing/bank/entry.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredBankEntry } from './bank-entry.ts'

// Bank entries:  T#<tenant>#bank-entry / <id>   listed newest first by status and by any of statement and partner; one
//                                               for each key of an entry

const merged = { facet: 'status', values: BANK_ENTRY_STATES } as const

/** Data of payers, of which the audit trail says only that they changed. */
const OUTSIDE = ['counterpartyName', 'counterpartyAccount', 'text', 'structuredReference', 'proposals'] as const

export const bankEntries = entity<StoredBankEntry>({
  name: 'bank-entry',
  shape: 1,
  audit: { platform: 'summary', hidden: OUTSIDE },
  lists: [
    { facets: ['status'] },
    { by: ['statementId'], facets: ['status'], merged },
    { by: ['partnerId'], facets: ['status'], merged },
  ],
  unique: ({ entryKey }) => ({ key: entryKey }),
})

export const findBankEntry = (db: Table, tenant: Id, id: string) => find(db, bankEntries, tenant, id)

/** Loads the entry named in the request, for a change; checks `If-Match`. */
export const loadBankEntry = (unit: Unit, id: string) => unit.load(bankEntries, id)

interface BankEntryFilters {
  status?: BankEntryState | undefined
  partnerId?: Id | undefined
}

export const readPageOfBankEntries = (db: Table, tenant: Id, page: Page, { status, partnerId }: BankEntryFilters) =>
  list(db, bankEntries, tenant, { ...page, facets: { status }, ...(partnerId && { by: { partnerId } }) })

export const readPageOfStatementEntries = (
  db: Table,
  tenant: Id,
  statementId: Id,
  page: Page,
  { status }: Pick<BankEntryFilters, 'status'>,
) => list(db, bankEntries, tenant, { ...page, facets: { status }, by: { statementId } })

/** Number of confirmed entries of a partner among which a returned payment is searched. */
const MAX_CONFIRMED = 50

/** Returns the newest entries of the partner that are confirmed. */
export const listConfirmedEntries = async (db: Table, tenant: Id, partnerId: Id): Promise<StoredBankEntry[]> => {
  const page = { page: 1, itemsPerPage: MAX_CONFIRMED }
  return (await readPageOfBankEntries(db, tenant, page, { status: 'confirmed', partnerId })).items
}

/** Lists the next entries of a statement for which there are proposals, oldest first, with the cursor of each. */
export const listProposedEntries = (db: Table, tenant: Id, statementId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, bankEntries, tenant, { by: { statementId }, facets: { status: 'proposed' }, after, limit })

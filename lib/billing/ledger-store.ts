import type { Id } from '../id.ts'
import { entity, partition } from '../store/entity.ts'
import type { Key } from '../store/table.ts'
import type { StoredLedgerEntry } from './ledger.ts'

// Entries:   T#<tenant>#ledger-entry / <id>   written once; each account's in the order of issuedAt
// Accounts:  T#<tenant>#ledger-account / <partner>#<currency>   there since the first entry

export const ledgerEntries = entity<StoredLedgerEntry>({
  name: 'ledger-entry',
  shape: 1,
  lists: [{ by: ['account'], facets: [], byDate: 'issuedAt' }],
})

export const accountKey = (tenant: Id, account: string): Key => ({
  pk: partition(tenant, 'ledger-account'),
  sk: account,
})

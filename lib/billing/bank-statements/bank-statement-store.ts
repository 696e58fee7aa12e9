import type { BankStatementState } from '../../../schemas/billing/bank/statement.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredBankStatement } from './bank-statement.ts'

// Bank statements:  T#<tenant>#bank-statement / <id>   listed newest first by status; one for each content of a file

export const bankStatements = entity<StoredBankStatement>({
  name: 'bank-statement',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [{ facets: ['status'] }],
  unique: ({ sha256 }) => ({ content: sha256 }),
})

export const findBankStatement = (db: Table, tenant: Id, id: string) => find(db, bankStatements, tenant, id)

export const readPageOfBankStatements = (
  db: Table,
  tenant: Id,
  page: Page,
  { status }: { status?: BankStatementState | undefined },
) => list(db, bankStatements, tenant, { ...page, facets: { status } })

import type { BankCsvMapping } from '../../../schemas/billing/bank/csv-mapping.ts'
import type { Id } from '../../platform/id.ts'
import { foldName } from '../../platform/identifiers/name.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'

// Mappings of columns:  T#<tenant>#bank-csv-mapping / <id>   listed newest first; one for each name

export type StoredBankCsvMapping = Omit<BankCsvMapping, keyof Stored> & Stored

export const bankCsvMappings = entity<StoredBankCsvMapping>({
  name: 'bank-csv-mapping',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }],
  unique: ({ name }) => ({ name: foldName(name) }),
})

export const findBankCsvMapping = (db: Table, tenant: Id, id: string) => find(db, bankCsvMappings, tenant, id)

export const readPageOfBankCsvMappings = (db: Table, tenant: Id, page: Page) => list(db, bankCsvMappings, tenant, page)

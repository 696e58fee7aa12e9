import type { TransferState } from '../../../schemas/inventory/stock-transfer.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { presentTransfer, type StoredTransfer } from './transfer.ts'

// Stock transfers:  T#<tenant>#stock-transfer / <id>   listed newest first, of a state or all

export const transfers = entity<StoredTransfer>({
  name: 'stock-transfer',
  shape: 1,
  audit: {},
  lists: [{ facets: ['status'] }],
})

export const findTransfer = async (db: Table, tenant: Id, id: string) => {
  const transfer = await find(db, transfers, tenant, id)
  return transfer && presentTransfer(transfer)
}

export const listTransfers = async (
  db: Table,
  tenant: Id,
  page: Page,
  { status }: { status?: TransferState | undefined },
) => {
  const found = await list(db, transfers, tenant, { ...page, facets: { status } })
  return { ...found, items: found.items.map(presentTransfer) }
}

import type { RowError } from '../../../schemas/data-exchange/import.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { NO_PROGRESS, type Progress, type StoredImport } from './import.ts'

// Imports:         T#<tenant>#import / <id>            listed newest first
// their progress:  T#<tenant>#import-progress / <id>   written with every row, in the transaction of the row
// their errors:    T#<tenant>#import-errors#<id> / <phase><row>   the errors of some rows, by the index of the first

export const imports = entity<StoredImport>({
  name: 'import',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }],
})

const progressKey = (tenant: Id, id: Id): Key => ({ pk: partition(tenant, 'import-progress'), sk: id })
const errorsPartition = (tenant: Id, id: Id) => partition(tenant, `import-errors#${id}`)

export const findImport = (db: Table, tenant: Id, id: string) => find(db, imports, tenant, id)

export const readProgress = async (db: Table, tenant: Id, id: Id): Promise<Progress> =>
  (await db.get<Progress>(progressKey(tenant, id))) ?? NO_PROGRESS

export const readPageOfImports = async (db: Table, tenant: Id, page: Page) => {
  const found = await list(db, imports, tenant, page)
  const keys = found.items.map(({ id }) => progressKey(tenant, id))
  const read = keys.length ? await db.batchGet<Progress>(keys) : []
  const byId = new Map(read.map((each) => [each.sk, each]))
  return {
    totalItems: found.totalItems,
    items: found.items.map((item) => ({ item, progress: byId.get(item.id) ?? NO_PROGRESS })),
  }
}

/** Writes the progress unless another worker has written some since it was read; the unit is run again then. */
export const putProgress = (unit: Unit, id: Id, before: Progress, after: Omit<Progress, 'turn'>): void => {
  const { rowCount, next, created, updated, unchanged, failed, errors } = after
  const item = { rowCount, next, created, updated, unchanged, failed, errors, turn: before.turn + 1 }
  unit.add({
    put: { ...progressKey(unit.tenant, id), kind: 'import-progress', ...item },
    ...(before.turn
      ? { when: '#turn = :before', values: { ':before': before.turn } }
      : { when: 'attribute_not_exists(pk)' }),
  })
}

const pad = (row: number) => String(row).padStart(8, '0')

export const putErrors = (
  unit: Unit,
  id: Id,
  { phase, row, errors }: { phase: 'checking' | 'writing'; row: number; errors: readonly RowError[] },
): void =>
  unit.add({
    put: { pk: errorsPartition(unit.tenant, id), sk: `${phase}${pad(row)}`, kind: 'import-errors', errors },
  })

/** Reads errors in the order of their rows, and the cursor after them; null at the end. */
export const readErrors = async (
  db: Table,
  tenant: Id,
  id: Id,
  after: string | undefined,
  limit: number,
): Promise<{ errors: RowError[]; next: string | null }> => {
  const items = await db.query<{ errors: RowError[] }>({
    pk: errorsPartition(tenant, id),
    ...(after !== undefined && { from: `${after}\u0000` }),
    limit,
  })
  const next = items.length < limit ? null : (items.at(-1)?.sk ?? null)
  return { errors: items.flatMap(({ errors }) => errors), next }
}

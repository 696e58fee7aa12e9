import { expect, test } from 'vitest'
import { readRows } from '../../lib/platform/store/lists/read-rows.ts'
import { memoryTable } from '../support/memory-table.ts'

const MOVED = '01JQ0000000000000000000001'
const OTHER = '01JQ0000000000000000000002'

test('a resource whose row moves to another partition with another date is read once', async () => {
  const table = memoryTable()
  const rows = [
    ['open', '2026-03-01', MOVED],
    ['open', '2026-03-03', OTHER],
    ['overdue', '2026-03-05', MOVED],
  ]
  for (const [pk = '', date, id] of rows) await table.put({ put: { pk, sk: `${date}#${id}` } })
  const read = async (newestFirst: boolean) =>
    (await readRows(table, ['open', 'overdue'], { newestFirst })).map(({ sk }) => sk)
  expect(await read(true)).toEqual([`2026-03-05#${MOVED}`, `2026-03-03#${OTHER}`])
  expect(await read(false)).toEqual([`2026-03-01#${MOVED}`, `2026-03-03#${OTHER}`])
})

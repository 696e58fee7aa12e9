import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { openDatabase } from '../../local/table/database.ts'
import { openEmbeddedTable } from '../../local/table/embedded-table.ts'

// Takes numbers from a counter of a table's file in a process of its own, each with a condition on what it has read.
const [, , file = '', wanted = '0', by = ''] = process.argv
// On a busy machine the others may keep the file locked for longer than a call waits.
const table = retryTable(openEmbeddedTable(openDatabase(file)))
const key = { pk: 'counter', sk: 'a' }
const taken: number[] = []
process.send?.('ready')
// All writers begin at once, so that they meet.
await new Promise((resolve) => process.once('message', resolve))
while (taken.length < Number(wanted)) {
  const { n } = (await table.get<{ n: number }>(key)) ?? { n: 0 }
  const outcome = await table.transact([
    {
      ...{ update: key, set: 'SET #n = :next' },
      ...{ when: n ? '#n = :n' : 'attribute_not_exists(#n)', values: { ':next': n + 1, ...(n && { ':n': n }) } },
    },
    { put: { pk: 'taken', sk: String(n), by }, when: 'attribute_not_exists(pk)' },
  ])
  if (outcome.committed) taken.push(n)
}
process.send?.(taken)

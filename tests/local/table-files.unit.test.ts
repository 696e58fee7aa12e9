import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { TransientFault } from '../../lib/platform/store/table/table.ts'
import { openDatabase } from '../../local/table/database.ts'
import { openEmbeddedStream } from '../../local/table/embedded-stream.ts'
import { openEmbeddedTable } from '../../local/table/embedded-table.ts'
import { ownFolder } from '../support/folder.ts'

const WRITERS = ['a', 'b', 'c']
const WRITES = 200

const hear = (child: ChildProcess) =>
  new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`a writer ended with ${code}`)))
  })

/** Starts the writers, lets all begin at once, and returns the numbers that each of them took. */
const takeNumbers = async (file: string) => {
  const start = (by: string) => fork(join(import.meta.dirname, 'table-writer.ts'), [file, String(WRITES), by])
  const writers = WRITERS.map(start)
  await Promise.all(writers.map(hear))
  const taking = writers.map(async (writer) => (await hear(writer)) as number[])
  for (const writer of writers) writer.send('go')
  return await Promise.all(taking)
}

test('processes that share the file of a table never both write on one condition', async () => {
  const file = join(await ownFolder(), 'table.db')
  const table = openEmbeddedTable(openDatabase(file))
  const taken = await takeNumbers(file)
  expect(taken.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: WRITERS.length * WRITES }, (_, i) => i))
  for (const [place, by] of WRITERS.entries())
    for (const number of taken[place] ?? [])
      expect(await table.get({ pk: 'taken', sk: String(number) })).toMatchObject({ by })
  table.close()
})

test('a file that another process keeps locked makes a call that is tried again, and changes nothing', async () => {
  const file = join(await ownFolder(), 'table.db')
  const table = openEmbeddedTable(openDatabase(file))
  const other = new DatabaseSync(file)
  onTestFinished(() => {
    other.close()
    table.close()
  })
  other.exec('BEGIN IMMEDIATE')
  const put = { put: { pk: 'a', sk: 'b' } }
  await expect(table.put(put)).rejects.toThrow(TransientFault)
  await expect(table.transact([put])).rejects.toThrow(TransientFault)
  expect(await table.get(put.put)).toBeUndefined()
  other.exec('ROLLBACK')
  expect((await table.put(put)).ok).toBe(true)
})

test('a stream goes on from its checkpoint, and from the beginning for a checkpoint of another stream', async () => {
  const table = openEmbeddedTable(openDatabase(join(await ownFolder(), 'table.db')))
  for (const sk of ['a', 'b', 'c']) await table.put({ put: { pk: 'p', sk } })
  const read = async (stream: ReturnType<typeof openEmbeddedStream>) =>
    (await stream.read()).flatMap(({ shard, records }) =>
      records.map(({ dynamodb }) => ({ shard, at: dynamodb?.SequenceNumber, sk: dynamodb?.Keys?.sk?.S })),
    )
  const first = openEmbeddedStream(table, 'one')
  const all = await read(first)
  expect(all.map(({ sk }) => sk)).toEqual(['a', 'b', 'c'])
  first.done(all[1]?.shard ?? '', all[1]?.at)
  expect((await read(openEmbeddedStream(table, 'one', first.position))).map(({ sk }) => sk)).toEqual(['c'])
  expect(await read(openEmbeddedStream(table, 'other', first.position))).toHaveLength(3)
  table.close()
})

test('tidying removes what has expired and tells the stream, however much it is', async () => {
  const table = openEmbeddedTable(openDatabase(join(await ownFolder(), 'table.db')))
  const now = new Date()
  const seconds = Math.floor(now.getTime() / 1000)
  for (let i = 0; i < 1200; i++) await table.put({ put: { pk: 'old', sk: String(i), expiresAt: seconds - 1 } })
  await table.put({ put: { pk: 'new', sk: 'a', expiresAt: seconds + 60 } })
  await table.put({ put: { pk: 'lasting', sk: 'a' } })
  table.tidy(now)
  expect(table.scan().map(({ pk }) => pk)).toEqual(['lasting', 'new'])
  const removed = table.readChanges(0, 5000).filter(({ event, byService }) => event === 'REMOVE' && byService)
  expect(removed).toHaveLength(1200)
  // A day later, nobody reads the changes any more.
  table.tidy(new Date(now.getTime() + 25 * 3_600_000))
  expect(table.readChanges(0, 5000).filter(({ event }) => event !== 'REMOVE')).toEqual([])
  table.close()
})

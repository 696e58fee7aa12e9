import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../lib/platform/app/config.ts'
import { newId } from '../../lib/platform/id.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { Crash, faulty, nothingRecorded, recording, type Switches, serve, weather } from '../support/faults.ts'

const recorded = nothingRecorded()
const door = recording(openTable(readConfig().table), recorded)
const db = retryTable(faulty(door))
const aTenant = () => newId(new Date())
const aKey = (tenant = aTenant()) => ({ pk: `T#${tenant}#thing`, sk: newId(new Date()) })
const under = (switches: Partial<Switches>) => ({ weather: weather(1, switches), tenant: undefined })

test('shows a crash to the sender of the request and to nothing in between', async () => {
  const key = aKey()
  const seen: unknown[] = []
  const to = under({ crashAfter: 1 })
  const work = async () => {
    try {
      await db.transact([{ put: { ...key } }])
    } catch (error) {
      seen.push(error)
    } finally {
      seen.push('finally')
    }
  }
  await expect(serve(to, work)).rejects.toBeInstanceOf(Crash)
  expect(seen).toEqual([])
  expect(to.weather.tally.crashAfter).toBe(1)
  expect(await db.get(key)).toEqual(key)
})

test('makes no further calls of the table after a crash', async () => {
  const [first, second] = [aKey(), aKey()]
  const work = () => Promise.all([db.put({ put: first }), db.put({ put: second })])
  await expect(serve(under({ crashBefore: 1 }), work)).rejects.toBeInstanceOf(Crash)
  expect(await db.batchGet([first, second])).toEqual([])
})

test('does not repeat a transaction whose reply was lost', async () => {
  const key = aKey()
  const to = under({ lostReply: 0.5, duplicate: 0.5 })
  const add = () => db.transact([{ update: key, set: 'ADD #n :one', values: { ':one': 1 } }], randomUUID())
  for (let round = 0; round < 20; round++) expect(await serve(to, add)).toEqual({ committed: true })
  expect(await db.get(key)).toEqual({ ...key, n: 20 })
  expect(to.weather.tally.lostReply).toBeGreaterThan(0)
  expect(to.weather.tally.duplicate).toBeGreaterThan(0)
})

test('answers unavailable with Retry-After while the table fails', async () => {
  const key = aKey()
  const refused = serve(under({ throttle: 1 }), () => db.put({ put: key }))
  await expect(refused).rejects.toMatchObject({ errorCode: 'UNAVAILABLE', headers: { 'Retry-After': '1' } })
  expect(await db.get(key)).toBeUndefined()
})

test('stops and records a request that uses a key of another tenant', async () => {
  const [mine, other] = [aTenant(), aTenant()]
  const reach = serve({ weather: weather(1, {}), tenant: mine }, () => db.get(aKey(other)))
  await expect(reach).rejects.toThrow('a key of another')
  expect(recorded.trespasses.get(mine)).toEqual([`T#${other}#thing`])
})

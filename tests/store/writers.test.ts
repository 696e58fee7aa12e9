import { expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { list } from '../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'
import { fill, storedCustodian } from '../support/fill.ts'
import { chance } from '../support/seed.ts'

const WRITERS = 50
const CHANGES = 1
const PAGES = [1, 2, 5, 9]

test('a page repeats nothing while fifty callers write, and is exact after they have finished', {
  timeout: 300_000,
}, async () => {
  const { db } = app()
  const tenant = newId(new Date())
  const first = Array.from({ length: 200 }, (_, i) => storedCustodian(new Date(Date.UTC(2026, 0, 1) + i * 1000)))
  await fill(process.env.TABLE_NAME as string, custodians, tenant, first)
  const read = (page: number, status?: string) =>
    list(db, custodians, tenant, { page, itemsPerPage: 20, facets: { status } })

  const random = chance()
  let made = 0
  let writing = WRITERS
  const fiveLists = Promise.withResolvers<void>()
  const write = async () => {
    for (let left = CHANGES; left; left--) {
      await runInUnit(db, { tenant, actor: null, now: new Date() }, async (unit) => {
        const { id: _id, rev: _rev, createdAt: _c, updatedAt: _u, ...fields } = storedCustodian(new Date())
        return unit.create(custodians, fields)
      })
      made++
      // The last changes wait for the reader, so that it reads while data changes on machines of any speed.
      await fiveLists.promise
      const old = first[Math.floor(random() * first.length)]
      await runInUnit(db, { tenant, actor: null, now: new Date() }, async (unit) => {
        const before = await unit.load(custodians, old?.id as string)
        return unit.update(custodians, before, { status: before.status === 'active' ? 'suspended' : 'active' })
      })
    }
  }
  const writers = Array.from({ length: WRITERS }, () => write().finally(() => writing--))
  let lists = 0
  while (writing)
    for (const page of PAGES) {
      if (lists === 5) fiveLists.resolve()
      const before = made
      const { items, totalItems } = await read(page, lists++ % 2 ? 'active' : undefined)
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      expect(items.map(({ id }) => id)).toEqual(
        items
          .map(({ id }) => id)
          .sort()
          .reverse(),
      )
      if (lists % 2) {
        expect(totalItems).toBeGreaterThanOrEqual(first.length + before)
        expect(totalItems).toBeLessThanOrEqual(first.length + WRITERS * CHANGES)
      }
    }
  await Promise.all(writers)

  const everything = await db.query({ pk: `T#${tenant}#custodian`, newestFirst: true })
  expect(everything).toHaveLength(first.length + WRITERS * CHANGES)
  for (const status of [undefined, 'active', 'suspended']) {
    const expected = everything.filter((item) => (status ?? item.status) === item.status)
    for (let page = 1; page <= Math.ceil(expected.length / 20); page++) {
      const { items, totalItems } = await read(page, status)
      expect(totalItems).toBe(expected.length)
      expect(items.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20).map(({ id }) => id))
    }
  }
})

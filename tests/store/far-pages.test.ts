import { describe, expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import type { Entity } from '../../lib/platform/store/entities/entity.ts'
import { list } from '../../lib/platform/store/lists/list.ts'
import { scanOldestFirst } from '../../lib/platform/store/lists/scan-oldest-first.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import type { Range, Table } from '../../lib/platform/store/table/table.ts'
import { chance } from '../support/seed.ts'
import { selectShare } from '../support/select-share.ts'
import {
  ASKED,
  change,
  changeSome,
  checkPage,
  fillTenant,
  KINDS,
  listPages,
  type Parcel,
  SPANS,
  START,
  selectExpected,
} from './parcels.ts'

describe.each(selectShare(Object.entries(KINDS), 1 / 10))('a far page %s', (_name, kind) => {
  test.for(Object.entries(SPANS))(
    'has its part of the sorted whole, of resources created within %s, while they change',
    { timeout: 300_000 },
    async ([, spanMs]) => {
      const { tenant, all } = await fillTenant(kind, spanMs)
      const random = chance()
      for (let round = 0; round < 2; round++) {
        for (const asked of ASKED) {
          const total = selectExpected(all.values(), asked).length
          const size = [7, 20, 100][Math.floor(random() * 3)] as number
          // The second reading finds the landmarks that the first one has kept.
          for (const page of [...listPages(total, size), Math.ceil(total / size / 2)])
            await checkPage(kind, tenant, all.values(), asked, page, size)
        }
        for (let units = 0; units < 4; units++)
          await changeSome(kind, tenant, all, spanMs, 1 + Math.floor(random() * 6), random)
      }
      const work = { db: app().db, kind: toAnyEntity(kind), tenant, repair: false, found: () => {} }
      expect(await recount(work, () => true)).toMatchObject({ differences: 0, moving: 0 })
    },
  )

  test('is exact after changes between any two calls of an earlier reader', { timeout: 300_000 }, async () => {
    const { tenant, all } = await fillTenant(kind, SPANS['five days'])
    for (const asked of [{ facets: { status: 'open' } }, { facets: {} }, { by: { owner: 'ann' }, facets: {} }]) {
      const page = Math.ceil(selectExpected(all.values(), asked).length / 20 / 2)
      for (let nth = 1; nth <= 12; nth++) {
        await interrupt(kind, tenant, all, nth, async (db) => {
          await list(db, kind, tenant, { ...asked, page, itemsPerPage: 20 })
        })
        await checkPage(kind, tenant, all.values(), asked, page)
      }
    }
  })

  test('is read by the cursor from the oldest to the newest', { timeout: 300_000 }, async () => {
    const { tenant, all } = await fillTenant(kind, SPANS['a minute'])
    for (const asked of ASKED) {
      const read: Id[] = []
      let after: string | undefined
      for (;;) {
        const { items, cursors } = await scanOldestFirst(app().db, kind, tenant, { ...asked, after, limit: 97 })
        read.push(...items.map(({ id }) => id))
        after = cursors.at(-1)
        if (!after) break
      }
      expect(read.join()).toBe(
        selectExpected(all.values(), asked)
          .map(({ id }) => id)
          .reverse()
          .join(),
      )
    }
  })
})

/**
 * Runs a reader, and before its nth call exchanges an old resource of a filter for a new one, so that rows between them move
 * while no count changes.
 */
const interrupt = async (
  kind: Entity<Parcel>,
  tenant: Id,
  all: Map<Id, Parcel>,
  nth: number,
  read: (db: Table) => Promise<void>,
) => {
  const { db } = app()
  let calls = 0
  const exchange = async () => {
    if (++calls !== nth) return
    const oldestFirst = selectExpected(all.values(), { facets: { size: 'small' }, by: { owner: 'ann' } }).reverse()
    const old = oldestFirst.find(({ status }) => status === 'open') as Parcel
    const young = oldestFirst.findLast(({ status }) => status === 'closed') as Parcel
    await change(tenant, async (unit) => {
      all.set(old.id, unit.update(kind, old, { status: 'closed' }))
      all.set(young.id, unit.update(kind, young, { status: 'open' }))
      // The same for lists that show every status.
      const made = unit.create(kind, { ...young, id: newId(new Date(START + SPANS['five days'] - 1)) })
      all.set(made.id, made)
      const [gone] = oldestFirst.filter(({ id }) => id !== old.id && id !== young.id)
      if (!gone) return
      unit.remove(kind, gone)
      all.delete(gone.id)
    })
  }
  const before =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await exchange()
      return await call(...given)
    }
  await read({
    ...db,
    get: before(db.get),
    query: before(db.query),
    batchGet: before(db.batchGet),
    put: before(db.put),
  } as Table)
}

describe('landmarks', () => {
  const kind = KINDS['of plain lists'] as Entity<Parcel>

  /** Returns a table that notes the sizes of what is read. */
  const observe = (fail = false) => {
    const { db } = app()
    const reads: number[] = []
    const query = async (range: Range) => {
      const found = await db.query(range)
      reads.push(found.length)
      return found
    }
    const put = fail ? () => Promise.reject(new Error('no room')) : db.put
    return { reads, db: { ...db, query, put } as Table }
  }

  test('are built once, and the next reader reads few rows', { timeout: 60_000 }, async () => {
    const { tenant, all } = await fillTenant(kind, SPANS['five days'])
    const total = selectExpected(all.values(), { facets: {} }).length
    const page = Math.ceil(total / 20 / 2)
    const readMiddle = async (options?: { fail: boolean }) => {
      const { db, reads } = observe(options?.fail)
      const { items } = await list(db, kind, tenant, { facets: {}, page, itemsPerPage: 20 })
      const expected = selectExpected(all.values(), { facets: {} }).slice((page - 1) * 20, page * 20)
      expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      return Math.max(...reads)
    }
    // A reader that cannot keep them answers all the same.
    expect(await readMiddle({ fail: true })).toBeGreaterThan(45)
    expect(await readMiddle()).toBeGreaterThan(45)
    expect(await readMiddle()).toBeLessThanOrEqual(45)
    await changeSome(kind, tenant, all, SPANS['five days'], 1, () => 0)
    expect(await readMiddle()).toBeGreaterThan(45)
    expect(await readMiddle()).toBeLessThanOrEqual(45)
  })

  test('that miss a row are not kept', { timeout: 60_000 }, async () => {
    const { tenant, all } = await fillTenant(kind, SPANS['five days'])
    const { db } = app()
    const isLong = ({ limit, only }: Range) => limit === undefined && only?.length === 0
    const query = async (range: Range) => (await db.query(range)).slice(isLong(range) ? 1 : 0)
    for (const asked of [{ by: { owner: 'ann' }, facets: {} }, { facets: {} }]) {
      const page = Math.ceil(selectExpected(all.values(), asked).length / 20 / 2)
      await list({ ...db, query } as Table, kind, tenant, { ...asked, page, itemsPerPage: 20 })
      await checkPage(kind, tenant, all.values(), asked, page)
    }
  })

  test('are kept beside the counts until the nightly recount', { timeout: 60_000 }, async () => {
    const { tenant, all } = await fillTenant(kind, SPANS['five days'])
    await checkPage(kind, tenant, all.values(), { facets: {} }, 23)
    const kept = await app().db.query({ pk: `T#${tenant}#parcel#counts`, prefix: 'L#' })
    expect(kept).toMatchObject([{ kind: 'landmarks' }])
    const work = { db: app().db, kind: toAnyEntity(kind), tenant, repair: false, found: () => {} }
    expect(await recount(work, () => true)).toMatchObject({ differences: 0 })
    expect(await app().db.query({ pk: `T#${tenant}#parcel#counts`, prefix: 'L#' })).toEqual([])
    await checkPage(kind, tenant, all.values(), { facets: {} }, 23)
  })
})

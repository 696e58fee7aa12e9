import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { type Entity, entity, type ListOf, newRecord, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { list } from '../../lib/platform/store/lists/list.ts'
import { scanOldestFirst } from '../../lib/platform/store/lists/scan-oldest-first.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import type { Range, Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { fill } from '../support/fill.ts'
import { chance } from '../support/seed.ts'

const STATES = ['open', 'closed', 'void'] as const
const OWNERS = ['ann', 'bob'] as const
const SIZES = ['small', 'large', null] as const

interface Parcel extends Stored {
  status: (typeof STATES)[number]
  owner: (typeof OWNERS)[number]
  size: (typeof SIZES)[number]
  due: string
}

const buildKind = (options: Pick<ListOf<Parcel>, 'merged' | 'depth'>) => {
  const { merged } = options
  return entity<Parcel>({
    name: 'parcel',
    shape: 1,
    lists: [
      { facets: ['status', 'size'], ...options },
      { by: ['owner'], facets: ['status'], ...options },
      { facets: ['status'], byDate: 'due', ...(merged && { merged }) },
    ],
  })
}
const merged = { facet: 'status', values: STATES } as const
const KINDS: Record<string, Entity<Parcel>> = {
  'of plain lists': buildKind({}),
  'of merged lists': buildKind({ merged }),
  'of lists with depth': buildKind({ depth: true }),
  'of merged lists with depth': buildKind({ merged, depth: true }),
}

const START = Date.UTC(2026, 2, 1)
const DAY = 86_400_000
const dayOf = (number: number) => new Date(START + number * DAY).toISOString().slice(0, 10)
const SPANS = { 'one millisecond': 1, 'a minute': 60_000, 'five days': 5 * DAY }

interface Asked {
  by?: Record<string, unknown>
  facets: Record<string, unknown>
  byDate?: { field: string; from?: string | undefined; to?: string | undefined }
}

const ASKED: Asked[] = [
  { facets: {} },
  { facets: { status: 'open' } },
  { facets: { size: 'small' } },
  { facets: { status: 'closed', size: 'large' } },
  { by: { owner: 'ann' }, facets: {} },
  { by: { owner: 'ann' }, facets: { status: 'open' } },
  { facets: {}, byDate: { field: 'due' } },
  { facets: { status: 'open' }, byDate: { field: 'due', from: dayOf(20), to: dayOf(20) } },
  { facets: {}, byDate: { field: 'due', from: dayOf(20), to: dayOf(21) } },
  { facets: {}, byDate: { field: 'due', to: dayOf(20) } },
]

const selectExpected = (all: Iterable<Parcel>, { by = {}, facets, byDate }: Asked): Parcel[] => {
  const wanted = Object.entries({ ...by, ...facets })
  const place = (each: Parcel) => (byDate ? `${each.due}#${each.id}` : each.id)
  return [...all]
    .filter((each) => wanted.every(([field, value]) => each[field as keyof Parcel] === value))
    .filter(({ due }) => due >= (byDate?.from ?? '') && due <= (byDate?.to ?? '~'))
    .sort((a, b) => (place(a) < place(b) ? 1 : -1))
}

const checkPage = async (
  kind: Entity<Parcel>,
  tenant: Id,
  all: Iterable<Parcel>,
  asked: Asked,
  page: number,
  size = 20,
) => {
  const expected = selectExpected(all, asked)
  const found = await list(app().db, kind, tenant, { ...asked, page, itemsPerPage: size })
  const about = `${JSON.stringify(asked)}, page ${page} of ${size}`
  expect(found.totalItems, about).toBe(expected.length)
  const cut = expected.slice((page - 1) * size, page * size)
  expect(found.items.map(({ id, status }) => `${id} ${status}`).join(), about).toBe(
    cut.map(({ id, status }) => `${id} ${status}`).join(),
  )
}

/** Pages at both ends, near them, in the middle and beyond. */
const listPages = (total: number, size: number): number[] => {
  const last = Math.max(1, Math.ceil(total / size))
  return [1, 2, Math.ceil(last / 3), Math.ceil(last / 2), last - 3, last, last + 1].filter((page) => page >= 1)
}

const anyFields = fc.record({
  status: fc.constantFrom(...STATES),
  owner: fc.constantFrom('ann' as const, 'ann' as const, 'ann' as const, 'bob' as const),
  size: fc.constantFrom('small' as const, 'small' as const, 'large' as const, null),
  due: fc.oneof(
    { weight: 7, arbitrary: fc.constant(dayOf(20)) },
    { weight: 1, arbitrary: fc.integer({ min: 15, max: 25 }).map(dayOf) },
  ),
})

const COUNT = 900

const fillTenant = async (kind: Entity<Parcel>, spanMs: number) => {
  const tenant = newId(new Date())
  const anyParcel = fc.record({ after: fc.integer({ min: 0, max: spanMs - 1 }), fields: anyFields })
  const [made = []] = fc.sample(fc.array(anyParcel, { minLength: COUNT, maxLength: COUNT }), 1)
  const all = made.map(({ after, fields }) => ({ ...newRecord(newId(new Date(START + after))), ...fields }))
  await fill(process.env.TABLE_NAME as string, kind, tenant, all)
  return { tenant, all: new Map<Id, Parcel>(all.map((each) => [each.id, each])) }
}

const change = <R>(tenant: Id, work: (unit: Unit) => Promise<R>) =>
  runInUnit(app().db, { tenant, actor: null, now: new Date() }, work)

/** Makes changes of any kind in one unit, and follows them in the model. */
const changeSome = async (
  kind: Entity<Parcel>,
  tenant: Id,
  all: Map<Id, Parcel>,
  spanMs: number,
  count: number,
  random: () => number,
) => {
  const pick = <E>(from: readonly E[]) => from[Math.floor(random() * from.length)] as E
  const ids = [...all.keys()]
  const touched = new Set<Id>()
  await change(tenant, async (unit) => {
    for (let i = 0; i < count; i++) {
      const before = all.get(pick(ids))
      const [fields = { status: 'open', owner: 'ann', size: null, due: dayOf(20) } as const] = fc.sample(anyFields, {
        numRuns: 1,
        seed: Math.floor(random() * 1e9),
      })
      const kindOfChange = random()
      if (kindOfChange < 0.3 || !before || touched.has(before.id)) {
        const made = unit.create(kind, { ...fields, id: newId(new Date(START + Math.floor(random() * spanMs))) })
        all.set(made.id, made)
        touched.add(made.id)
      } else {
        touched.add(before.id)
        if (kindOfChange < 0.8) all.set(before.id, unit.update(kind, before, fields))
        else {
          unit.remove(kind, before)
          all.delete(before.id)
        }
      }
    }
  })
}

describe.each(Object.entries(KINDS))('a far page %s', (_name, kind) => {
  test.for(Object.entries(SPANS))(
    'has its part of the sorted whole, of resources created within %s, while they change',
    { timeout: 300_000 },
    async ([, spanMs]) => {
      const { tenant, all } = await fillTenant(kind, spanMs)
      const random = chance()
      for (let round = 0; round < 3; round++) {
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
  const SLIM = { facets: { status: 'open' } }

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
    expect(await readMiddle({ fail: true })).toBeGreaterThan(70)
    expect(await readMiddle()).toBeGreaterThan(70)
    expect(await readMiddle()).toBeLessThanOrEqual(70)
    await changeSome(kind, tenant, all, SPANS['five days'], 1, () => 0)
    expect(await readMiddle()).toBeGreaterThan(70)
    expect(await readMiddle()).toBeLessThanOrEqual(70)
  })

  test('expire, and are kept beside the counts', { timeout: 60_000 }, async () => {
    const { tenant, all } = await fillTenant(kind, SPANS['five days'])
    const { length } = selectExpected(all.values(), SLIM)
    expect(length).toBeGreaterThan(0)
    await checkPage(kind, tenant, all.values(), { facets: {} }, 23)
    const kept = await app().db.query({ pk: `T#${tenant}#parcel#counts`, prefix: 'L#' })
    expect(kept).toMatchObject([{ kind: 'landmarks', expiresAt: expect.any(Number) }])
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { entity, newRecord, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { list } from '../../lib/platform/store/lists/list.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { fill } from '../support/fill.ts'

interface Claim extends Stored {
  status: 'open' | 'closed'
  owner: string
  due: string | null
}

const claims = entity<Claim>({
  name: 'claim',
  shape: 1,
  lists: [
    { facets: ['status'] },
    { facets: ['status'], byDate: 'due' },
    { by: ['owner'], facets: ['status'], byDate: 'due' },
  ],
})

const START = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const day = (number: number) => new Date(START + number * DAY).toISOString().slice(0, 10)

/** Most of them are due on one day, so that pages lie deep inside it. */
const anyClaims = (most: number) =>
  fc.array(
    fc.record({
      made: fc.integer({ min: 0, max: 400 * DAY }),
      status: fc.constantFrom('open' as const, 'closed' as const),
      owner: fc.constantFrom('ann', 'bob'),
      due: fc.oneof(
        { weight: 8, arbitrary: fc.constant(day(30)) },
        { weight: 3, arbitrary: fc.integer({ min: 0, max: 800 }).map(day) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    }),
    { minLength: most, maxLength: most },
  )

const place = ({ due, id }: Claim) => `${due}#${id}`

test('each page of a range of dates has its part of the sorted whole, latest first', { timeout: 300_000 }, async () => {
  const tenant = newId(new Date())
  const [made = []] = fc.sample(anyClaims(600), 1)
  const all: Claim[] = made.map(({ made: after, ...fields }) => ({
    ...newRecord(newId(new Date(START + after))),
    ...fields,
  }))
  await fill(process.env.TABLE_NAME as string, claims, tenant, all)
  all.sort((a, b) => (place(a) < place(b) ? 1 : -1))
  const anyDay = fc.option(
    fc.oneof(fc.constantFrom(day(30), day(31), day(58)), fc.integer({ min: -5, max: 820 }).map(day)),
    {
      nil: undefined,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(anyDay, anyDay),
      fc.option(fc.constantFrom('open', 'closed'), { nil: undefined }),
      fc.option(fc.constantFrom('ann', 'bob'), { nil: undefined }),
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1.1, noNaN: true }),
      async (days, status, owner, itemsPerPage, part) => {
        const [from, to] = days.every(Boolean) ? days.toSorted() : days
        const expected = all.filter(
          (each) =>
            each.due !== null &&
            (!from || each.due >= from) &&
            (!to || each.due <= to) &&
            (!status || each.status === status) &&
            (!owner || each.owner === owner),
        )
        const page = 1 + Math.floor((part * expected.length) / itemsPerPage)
        const found = await list(app().db, claims, tenant, {
          page,
          itemsPerPage,
          byDate: { field: 'due', from, to },
          facets: { status },
          ...(owner && { by: { owner } }),
        })
        expect(found.totalItems).toBe(expected.length)
        const cut = expected.slice((page - 1) * itemsPerPage, page * itemsPerPage)
        expect(found.items.map(place)).toEqual(cut.map(place))
      },
    ),
    { numRuns: 40 },
  )
})

test('a resource moves in the lists by date when its date changes, and a recount finds no difference', async () => {
  const tenant = newId(new Date())
  const { db } = app()
  const change = <R>(work: Parameters<typeof runInUnit<R>>[2]) =>
    runInUnit(db, { tenant, actor: null, now: new Date() }, work)
  const due = async (from: string, to: string) =>
    (await list(db, claims, tenant, { page: 1, itemsPerPage: 10, byDate: { field: 'due', from, to } })).totalItems
  const { id } = await change(async (unit) => unit.create(claims, { status: 'open', owner: 'ann', due: '2026-03-31' }))
  expect(await due('2026-03-01', '2026-03-31')).toBe(1)
  await change(async (unit) => unit.update(claims, await unit.load(claims, id), { due: '2026-04-01' }))
  expect(await due('2026-03-01', '2026-03-31')).toBe(0)
  expect(await due('2026-04-01', '2026-04-01')).toBe(1)

  const found: unknown[] = []
  const count = (repair: boolean) =>
    recount({ db, kind: toAnyEntity(claims), tenant, repair, found: (each) => found.push(each) }, () => true)
  expect(await count(false)).toMatchObject({ differences: 0, moving: 0 })
  const row = { pk: `T#${tenant}#claim@due`, sk: `2026-05-01#${id}` }
  await db.put({ put: { ...row, kind: 'dated' } })
  await db.update({
    update: { pk: `T#${tenant}#claim@due#counts`, sk: '2#2026-05-01#0' },
    set: 'ADD #n :one',
    values: { ':one': 1 },
  })
  expect(await count(true)).toMatchObject({ differences: 2 })
  expect(found).toEqual(
    expect.arrayContaining([expect.objectContaining({ remedy: 'delete' }), expect.objectContaining({ remedy: -1 })]),
  )
  expect(await count(false)).toMatchObject({ differences: 0 })

  await change(async (unit) => unit.update(claims, await unit.load(claims, id), { due: null }))
  expect(await due('2026-01-01', '2027-01-01')).toBe(0)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { entity, newRecord, type Stored } from '../../lib/platform/store/entities/entity.ts'
import {
  readPart,
  readRunningTotals,
  readUndisturbed,
  type SummedList,
} from '../../lib/platform/store/lists/running-totals.ts'
import type { Totals } from '../../lib/platform/store/lists/sum-totals.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import type { Difference } from '../../lib/platform/store/recount/recount-side-rows.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { fill } from '../support/fill.ts'

interface Entry extends Stored {
  owner: string
  at: string
  day: string | null
  amount: number
}

const entries = entity<Entry>({
  name: 'entry',
  shape: 1,
  lists: [
    { by: ['owner'], facets: [], byMoment: 'at', sums: ({ amount }) => ({ amount, twice: 2 * amount }) },
    { by: ['owner'], facets: [], byDate: 'day', sums: ({ amount }) => ({ amount }), rows: false },
  ],
})

const START = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const isoOf = (ms: number) => new Date(START + ms).toISOString()

const of = (tenant: Id, field: 'at' | 'day', owner = 'ann'): SummedList<Entry> => ({
  db: app().db,
  kind: entries,
  tenant,
  by: { owner },
  field,
})

const totalled = (all: readonly Entry[], sums: (sum: bigint) => object): Totals => {
  const sum = all.reduce((total, { amount }) => total + BigInt(amount), 0n)
  return { size: all.length, sums: expect.objectContaining(all.length ? sums(sum) : {}) }
}
const withTwice = (amount: bigint) => ({ amount, twice: 2n * amount })

/** Many at one midnight, many within one second, the rest anywhere in three years. */
const anyMoment = fc.oneof(
  { weight: 4, arbitrary: fc.constant(40 * DAY) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 999 }).map((ms) => 41 * DAY + 7_000 + ms) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: DAY }).map((ms) => 42 * DAY + ms) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1000 * DAY }) },
)

const anyEntry = fc.record({
  made: fc.integer({ min: 0, max: 400 * DAY }),
  owner: fc.constantFrom('ann', 'ann', 'ann', 'bob'),
  at: anyMoment.map(isoOf),
  day: fc.option(
    fc.integer({ min: 0, max: 500 }).map((day) => isoOf(day * DAY).slice(0, 10)),
    { freq: 9 },
  ),
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
})

const place = ({ at, id }: Entry) => `${at}#${id}`

describe('an account with running totals', () => {
  const tenant = newId(new Date())
  const [made = []] = fc.sample(fc.array(anyEntry, { minLength: 1500, maxLength: 1500 }), 1)
  const all: Entry[] = made
    .map(({ made: after, ...fields }) => ({ ...newRecord(newId(new Date(START + after))), ...fields }))
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
  const filled = fill(process.env.TABLE_NAME as string, entries, tenant, all)

  test('has the sum of all entries up to any given time', { timeout: 120_000 }, async () => {
    await filled
    const asked = fc.oneof(anyMoment, fc.integer({ min: -DAY, max: 1100 * DAY })).map(isoOf)
    await fc.assert(
      fc.asyncProperty(asked, fc.constantFrom('ann', 'bob', 'eve'), async (to, owner) => {
        const expected = all.filter((each) => each.owner === owner && each.at <= to)
        expect(await readRunningTotals(of(tenant, 'at', owner), to)).toEqual(totalled(expected, withTwice))
        const [day] = to.split('T') as [string]
        const dated = all.filter((each) => each.owner === owner && each.day !== null && each.day <= day)
        expect(await readRunningTotals(of(tenant, 'day', owner), day)).toEqual(
          totalled(dated, (amount) => ({ amount })),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('returns any part of its entries with the totals before it', { timeout: 120_000 }, async () => {
    await filled
    const part = fc.double({ min: 0, max: 0.9999, noNaN: true })
    const moments = fc.tuple(fc.option(anyMoment), fc.oneof(anyMoment, fc.constant(1001 * DAY)))
    await fc.assert(
      fc.asyncProperty(moments, part, fc.integer({ min: 1, max: 100 }), async ([first, last], at, most) => {
        const [from, to] = [first !== null && first <= last ? isoOf(first) : undefined, isoOf(last)]
        const account = of(tenant, 'at')
        const mine = all.filter(({ owner, at: when }) => owner === 'ann' && when <= to)
        const early = mine.filter((each) => from !== undefined && each.at < from)
        const opening = from && first ? await readRunningTotals(account, isoOf(first - 1)) : { size: 0, sums: {} }
        const closing = await readRunningTotals(account, to)
        const skip = Math.floor(at * (mine.length - early.length))
        const start = early.length + skip
        const wanted = Math.min(most, mine.length - start)
        if (wanted === 0) return
        const found = await readPart(account, { from, to, opening, closing }, skip, wanted)
        expect(found.items.map(place)).toEqual(mine.slice(start, start + wanted).map(place))
        expect(found.before).toEqual(totalled(mine.slice(0, start), withTwice))
      }),
      { numRuns: 60 },
    )
  })
})

const change = <R>(tenant: Id, work: Parameters<typeof runInUnit<R>>[2]) =>
  runInUnit(app().db, { tenant, actor: null, now: new Date() }, work)

const add = (tenant: Id, amount: number, ms = 0) =>
  change(tenant, async (unit) =>
    unit.create(entries, { owner: 'ann', at: isoOf(ms), day: isoOf(ms).slice(0, 10), amount }),
  )

const sumOf = async (tenant: Id, field: 'at' | 'day' = 'at') =>
  (await readRunningTotals(of(tenant, field), field === 'at' ? isoOf(9 * DAY) : isoOf(9 * DAY).slice(0, 10))).sums
    .amount

test('sums follow entries that are changed, moved or removed', async () => {
  const tenant = newId(new Date())
  const { id } = await add(tenant, 500)
  await add(tenant, -200, DAY)
  expect(await sumOf(tenant)).toBe(300n)
  await change(tenant, async (unit) => unit.update(entries, await unit.load(entries, id), { amount: 700 }))
  expect([await sumOf(tenant), await sumOf(tenant, 'day')]).toEqual([500n, 500n])
  await change(tenant, async (unit) => unit.update(entries, await unit.load(entries, id), { at: isoOf(20 * DAY) }))
  expect([await sumOf(tenant), await sumOf(tenant, 'day')]).toEqual([-200n, 500n])
  await change(tenant, async (unit) => unit.remove(entries, await unit.load(entries, id)))
  expect([await sumOf(tenant), await sumOf(tenant, 'day')]).toEqual([-200n, -200n])
})

test('a recount finds and repairs a wrong sum and a row with a wrong sum', async () => {
  const tenant = newId(new Date())
  const { db } = app()
  await add(tenant, 500)
  await add(tenant, 40, DAY)
  const found: Difference[] = []
  const count = (repair: boolean) =>
    recount({ db, kind: toAnyEntity(entries), tenant, repair, found: (each) => found.push(each) }, () => true)
  expect(await count(true)).toMatchObject({ differences: 0 })
  const pk = `T#${tenant}#entry@at?owner=ann`
  const [row] = await db.query({ pk, limit: 1 })
  const [node] = await db.query({ pk: `${pk}#counts`, prefix: '2#', limit: 1 })
  if (!row || !node) throw new Error('nothing is derived')
  await db.put({ put: { ...row, sums: { amount: 1, twice: 2 } } })
  await db.put({ put: { ...node, '+amount': 499 } })
  expect(await count(true)).toMatchObject({ differences: 2 })
  expect(found.map(({ remedy }) => remedy).sort()).toEqual([1, 'put'])
  expect(await count(false)).toMatchObject({ differences: 0 })
  expect(await sumOf(tenant)).toBe(540n)
})

test('a read during which an entry is added is repeated', async () => {
  const tenant = newId(new Date())
  await add(tenant, 1)
  let reads = 0
  const read = await readUndisturbed(of(tenant, 'at'), async () => {
    const sum = await sumOf(tenant)
    if (++reads < 3) await add(tenant, 10)
    return sum
  })
  expect([read, reads]).toEqual([21n, 3])
})

test('a read fails as unavailable if entries are added all the time', async () => {
  const tenant = newId(new Date())
  await expect(readUndisturbed(of(tenant, 'at'), () => add(tenant, 1))).rejects.toMatchObject({
    errorCode: 'UNAVAILABLE',
  })
})

import { expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import type { Entity } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import type { Difference } from '../../lib/platform/store/recount/recount-side-rows.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { removeOldShape } from '../../lib/platform/store/remove-old-shape.ts'
import {
  type Item,
  type Key,
  type Put,
  type Range,
  type Table,
  typeReads,
} from '../../lib/platform/store/table/table.ts'
import { deriveOldShape, fillOldShape } from '../support/old-shape.ts'
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
  selectExpected,
} from './parcels.ts'

/** Limits the removal to one tenant, and lets it die at a write if told so. */
const ofTenantAlone = (tenant: Id, writes = Number.POSITIVE_INFINITY): Table => {
  const { db } = app()
  let left = writes
  let next: Item | undefined
  return typeReads({
    ...db,
    get: async (key: Key) => (key.pk === 'P#list-shape' ? next : await db.get(key)),
    put: async (put: Put) => {
      next = put.put
      return { ok: true as const, item: put.put }
    },
    query: async (range: Range) =>
      range.pk === 'P#tenants' ? [{ pk: 'P#tenants', sk: tenant }] : await db.query(range),
    transact: async (...given: Parameters<Table['transact']>) => {
      if (left-- <= 0) throw new Error('killed')
      return await db.transact(...given)
    },
  })
}

const removeFrom = (tenant: Id, kind: Entity<Parcel>, writes?: number) =>
  removeOldShape(ofTenantAlone(tenant, writes), [{ kind: toAnyEntity(kind), listScopes: async () => [tenant] }])

const findDifferences = async (kind: Entity<Parcel>, tenant: Id, repair = false): Promise<Difference[]> => {
  const found: Difference[] = []
  await recount(
    { db: app().db, kind: toAnyEntity(kind), tenant, repair, found: (each) => found.push(each) },
    () => true,
  )
  return found
}

test.each(selectShare(Object.entries(KINDS), 1 / 10))(
  'lists %s on a table of the earlier shape are right before, while and after what is left over is removed',
  { timeout: 300_000 },
  async (_name, kind) => {
    const span = SPANS['five days']
    const { tenant, all } = await fillTenant(kind, span, fillOldShape)
    const random = chance()
    const checkAll = async () => {
      for (const asked of ASKED)
        for (const page of listPages(selectExpected(all.values(), asked).length, 20))
          await checkPage(kind, tenant, all.values(), asked, page)
      expect(await findDifferences(kind, tenant)).toEqual([])
    }
    const write = async () => {
      for (let units = 0; units < 4; units++)
        await changeSome(kind, tenant, all, span, 1 + Math.floor(random() * 5), random)
    }
    await checkAll()
    await write()
    await checkAll()
    for (const writes of [0, 3]) {
      await expect(removeFrom(tenant, kind, writes)).rejects.toThrow('killed')
      await write()
      await checkAll()
    }
    expect((await removeFrom(tenant, kind)).removed).toBeGreaterThan(0)
    await write()
    await checkAll()
    expect((await removeFrom(tenant, kind)).removed).toBe(0)

    const { lists, name } = kind
    const [old, now] = [new Set<string>(), new Set<string>()]
    for (const record of all.values()) {
      const { rows, counts } = deriveOldShape(name, lists as Parameters<typeof deriveOldShape>[1], tenant, record)
      for (const { pk } of [...rows, ...counts.map(({ key }) => key)]) old.add(pk)
    }
    for (const pk of old)
      for (const { sk } of await app().db.query({ pk })) now.add(pk.endsWith('#counts') ? `${pk} ${sk.charAt(0)}` : pk)
    const levels = lists.map(({ byDate, depth }) => (byDate ? '2' : depth ? '1L3' : '1'))
    for (const place of now) if (place.includes('#counts ')) expect([...levels.join(''), 'L']).toContain(place.at(-1))
    const byDate = [...now].filter((place) => place.includes('@due#counts ') && !place.endsWith('L'))
    expect(byDate).toEqual([`T#${tenant}#parcel@due#counts 2`])
    for (const pk of now)
      if (lists.every(({ merged }) => merged) && pk.includes('?') && !pk.includes('#counts'))
        expect(pk).toMatch(/[?&]status=/)
  },
)

test('the recount repairs what a writer of the earlier version left beside one of this version', async () => {
  const kind = KINDS['of merged lists with depth'] as Entity<Parcel>
  const { tenant, all } = await fillTenant(kind, SPANS['five days'], fillOldShape)
  const parcel = [...all.values()].find(({ status }) => status === 'open') as Parcel
  // The earlier version moves the rows of the status and counts every level, but not the changes.
  const { db } = app()
  const after = { ...parcel, status: 'closed' as const, rev: parcel.rev + 1 }
  const { rows, counts } = deriveOldShape('parcel', kind.lists as Parameters<typeof deriveOldShape>[1], tenant, parcel)
  const next = deriveOldShape('parcel', kind.lists as Parameters<typeof deriveOldShape>[1], tenant, after)
  const isIn = (some: readonly Key[]) => (key: Key) => some.some(({ pk, sk }) => pk === key.pk && sk === key.sk)
  await db.transact([
    { put: { ...after, pk: `T#${tenant}#parcel`, sk: parcel.id, kind: 'parcel', shape: 1 } },
    ...rows.filter((row) => !isIn(next.rows)(row)).map(({ pk, sk }) => ({ delete: { pk, sk } })),
    ...next.rows.filter((row) => !isIn(rows)(row)).map((put) => ({ put })),
  ])
  for (const { key, names } of counts) await addToCounts(key, names, -1)
  for (const { key, names } of next.counts) await addToCounts(key, names, 1)
  all.set(parcel.id, after)
  for (const asked of ASKED) await checkPage(kind, tenant, all.values(), asked, 3)
  expect(await findDifferences(kind, tenant)).toEqual([])
  // This version does not store rows without a status, so those that the earlier one still reads are left behind.
  await change(tenant, async (unit) => unit.remove(kind, after))
  all.delete(parcel.id)
  expect(await findDifferences(kind, tenant, true)).toEqual([])
  for (const asked of ASKED) await checkPage(kind, tenant, all.values(), asked, 3)
})

const addToCounts = async (key: Key, names: readonly string[], by: number) => {
  await app().db.update({
    update: key,
    set: `ADD ${names.map((_, i) => `#c${i} :by`).join(', ')}`,
    names: Object.fromEntries(names.map((name, i) => [`#c${i}`, name])),
    values: { ':by': by },
  })
}

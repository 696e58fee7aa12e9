import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { derive } from '../../lib/platform/store/entities/derive.ts'
import { buildCountKey, COUNT_SHARDS, entity, itemKey, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { count, findOwner } from '../../lib/platform/store/lists/list.ts'
import type { Item, Key } from '../../lib/platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { sumShards } from '../support/sum-shards.ts'

interface Thing extends Stored {
  owner: string
  colour: 'red' | 'green' | null
  size: 'small' | 'large'
  label: string
  code: string | null
}

const things = entity<Thing>({
  name: 'thing',
  shape: 1,
  lists: [{ facets: ['colour', 'size'] }, { by: ['owner'], facets: ['colour'] }],
  search: ({ label }) => label,
  unique: ({ code }) => ({ code }),
})

const { db } = app()
const within = <T>(tenant: Id, work: (unit: Unit) => Promise<T>) =>
  runInUnit(db, { tenant, actor: null, now: new Date() }, work)

const anyFields = fc.record({
  owner: fc.constantFrom('anna', 'b&b', 'c=ö/#?'),
  colour: fc.constantFrom('red' as const, 'green' as const, null),
  size: fc.constantFrom('small' as const, 'large' as const),
  label: fc.array(fc.constantFrom('alpha', 'beta', 'gamma'), { maxLength: 3 }).map((words) => words.join(' ')),
  code: fc.constantFrom('A', 'B', null),
})
const anyStep = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ remove: true as const }) },
  { weight: 6, arbitrary: anyFields.map((to) => ({ to })) },
)

const places = ({ rows, counts, unique }: ReturnType<typeof derive>): Key[] => [
  ...rows.values(),
  ...unique.values(),
  ...counts.flatMap(({ bucket }) => Array.from({ length: COUNT_SHARDS }, (_, shard) => buildCountKey(bucket, shard))),
]

test('after any changes exactly the derived items of a resource are stored', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyFields, fc.array(anyStep, { maxLength: 6 }), async (fields, steps) => {
      const tenant = newId(new Date())
      const touched: Key[] = []
      const note = (thing: Thing | undefined) => {
        touched.push(...places(derive(things, tenant, thing)))
        return thing
      }
      let thing = note(await within(tenant, async (unit) => unit.create(things, fields)))
      for (const step of steps) {
        const before = thing as Thing
        thing = await within(tenant, async (unit) => {
          const loaded = await unit.load(things, before.id)
          expect(loaded).toEqual(before)
          if ('to' in step) return unit.update(things, loaded, step.to)
          unit.remove(things, loaded)
          return undefined
        })
        note(thing)
        if (!thing) break
      }
      const keys = new Map(touched.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }]))
      const stored = await db.batchGet([...keys.values()])
      const derived = derive(things, tenant, thing)
      const expected = new Map<string, Item>()
      for (const item of [...derived.rows.values(), ...derived.unique.values()])
        expected.set(`${item.pk} ${item.sk}`, item)
      for (const { bucket, adds } of derived.counts) expected.set(`${bucket.pk} ${bucket.sk}`, { ...bucket, ...adds })
      for (const item of [...stored.filter(({ pk }) => !pk.endsWith('#counts')), ...sumShards(stored)]) {
        expect(expected.get(`${item.pk} ${item.sk}`)).toEqual(item)
        expected.delete(`${item.pk} ${item.sk}`)
      }
      expect([...expected.keys()]).toEqual([])
    }),
    { numRuns: 20 },
  )
})

const aThing = { owner: 'anna', colour: 'red', size: 'small', label: 'alpha', code: null } as const

test('one of fifty concurrent claims of a unique value wins, and the value is free after the removal', async () => {
  const tenant = newId(new Date())
  const claim = () => within(tenant, async (unit) => unit.create(things, { ...aThing, code: 'A' }))
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, claim))
  const won = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ errorCode: 'ALREADY_EXISTS' })
  const holder = (await findOwner(db, things, tenant, 'code', 'A')) as Thing
  expect(holder).toEqual((won[0] as PromiseFulfilledResult<Thing>).value)
  expect(await count(db, things, tenant, {})).toBe(1)
  await within(tenant, async (unit) => unit.remove(things, holder))
  expect(await findOwner(db, things, tenant, 'code', 'A')).toBeUndefined()
  await expect(claim()).resolves.toMatchObject({ code: 'A' })
})

test('work on a resource that changed meanwhile is repeated with the current version', async () => {
  const tenant = newId(new Date())
  const thing = await within(tenant, async (unit) => unit.create(things, { ...aThing, label: '0' }))
  const add = async (unit: Unit) => {
    const loaded = await unit.load(things, thing.id)
    return unit.update(things, loaded, { label: String(Number(loaded.label) + 1) })
  }
  await Promise.all(Array.from({ length: 8 }, () => within(tenant, add)))
  expect(await db.get(itemKey(tenant, things, thing.id))).toMatchObject({ label: '8', rev: 9 })
})

test('a unit is repeated if it has read two versions of a resource', async () => {
  const tenant = newId(new Date())
  const thing = await within(tenant, async (unit) => unit.create(things, aThing))
  let runs = 0
  await within(tenant, async (unit) => {
    unit.require(things, await unit.load(things, thing.id))
    if (++runs === 1)
      await within(tenant, async (other) => other.update(things, await other.load(things, thing.id), { label: 'beta' }))
    return unit.update(things, await unit.load(things, thing.id), { size: 'large' })
  })
  expect(runs).toBe(2)
  expect(await db.get(itemKey(tenant, things, thing.id))).toMatchObject({ label: 'beta', size: 'large', rev: 3 })
})

test('a change that requires a free value is repeated when another one claims the value', async () => {
  const tenant = newId(new Date())
  const owners: (string | undefined)[] = []
  await within(tenant, async (unit) => {
    const owner = await findOwner(db, things, tenant, 'code', 'A')
    owners.push(owner?.code ?? undefined)
    if (!owner) unit.requireFree(things, 'code', 'A')
    if (owners.length === 1) await within(tenant, async (other) => other.create(things, { ...aThing, code: 'A' }))
    return unit.create(things, aThing)
  })
  expect(owners).toEqual([undefined, 'A'])
  expect(await count(db, things, tenant, {})).toBe(2)
})

const readCounts = (tenant: Id) => db.query({ pk: `T#${tenant}#thing#counts` })

test('a unit changes the counts of many resources of a list in one item', async () => {
  const tenant = newId(new Date())
  await within(tenant, async (unit) => {
    for (let i = 0; i < 6; i++) unit.create(things, aThing)
  })
  expect(await readCounts(tenant)).toEqual([expect.objectContaining({ n: 6, 'colour=red': 6, v: 1 })])
})

test('a resource that takes the place of another in a filter counts as a change', async () => {
  const tenant = newId(new Date())
  const make = (colour: 'red' | 'green') =>
    within(tenant, async (unit) => unit.create(things, { ...aThing, colour, owner: colour }))
  const [red, green] = [await make('red'), await make('green')]
  const before = await readCounts(tenant)
  await within(tenant, async (unit) => {
    unit.update(things, red, { colour: 'green' })
    unit.update(things, green, { colour: 'red' })
  })
  const sum = (nodes: Item[], name: string) => nodes.reduce((total, node) => total + Number(node[name] ?? 0), 0)
  const nodes = await readCounts(tenant)
  expect(sum(nodes, 'v')).toBe(sum(before, 'v') + 1)
  expect([sum(nodes, 'colour=red'), sum(nodes, 'colour=green'), sum(nodes, 'n')]).toEqual([1, 1, 2])
})

test('a change that concerns no list counts nowhere', async () => {
  const tenant = newId(new Date())
  const thing = await within(tenant, async (unit) => unit.create(things, aThing))
  const before = await readCounts(tenant)
  await within(tenant, async (unit) => unit.update(things, thing, { code: 'B' }))
  expect(await readCounts(tenant)).toEqual(before)
})

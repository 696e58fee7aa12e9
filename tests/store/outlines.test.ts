import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { entity, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { packWithin } from '../../lib/platform/store/outlines/pack-outlines.ts'
import { searchOutlines } from '../../lib/platform/store/outlines/search-outlines.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'

const COLOURS = ['red', 'blue', 'green'] as const

interface Parcel extends Stored {
  colour: (typeof COLOURS)[number]
  weight: number | null
  words: string[]
}

interface Way extends Stored {
  place: string
}

const boxes = entity<Parcel>({
  name: 'box',
  shape: 1,
  audit: false,
  lists: [],
  outline: {
    columns: ['colour', 'weight', 'words', 'place'],
    read: ({ colour, weight, words }) => ({ colour, weight, words }),
  },
})

const ways = entity<Way>({
  name: 'way',
  shape: 1,
  audit: false,
  lists: [],
  outline: { partOf: 'box', read: ({ place }) => ({ place }) },
})

const START = Date.UTC(2026, 2, 1)

const anyFields = fc.record({
  colour: fc.constantFrom(...COLOURS),
  weight: fc.option(fc.integer({ min: 0, max: 9 })),
  words: fc.array(fc.constantFrom('tea', 'cup', 'Ünder'), { maxLength: 3 }),
})

const anyStep = fc.record({
  action: fc.constantFrom('create', 'create', 'create', 'update', 'move', 'pack', 'kill', 'search'),
  of: fc.nat(),
  /** Items come late by this much, so that some belong before others that are packed. */
  late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 20 })),
  fields: anyFields,
  place: fc.constantFrom('hall', 'road', 'home'),
  kill: fc.integer({ min: 1, max: 4 }),
  after: fc.boolean(),
})
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const anyAsked = fc.record({
  colour: fc.option(fc.constantFrom(...COLOURS)),
  from: fc.option(fc.integer({ min: 0, max: 9 })),
  word: fc.option(fc.constantFrom('tea', 'cup', 'Ünder', 'none')),
  place: fc.option(fc.constantFrom('hall', 'road', null)),
  itemsPerPage: fc.constantFrom(1, 2, 5, 50),
})
type Asked = typeof anyAsked extends fc.Arbitrary<infer A> ? A : never

const SMALL = { maxMembers: 4, maxColumnBytes: 60, maxPacked: 3, maxPackedBytes: 200, minPacked: 1 }

const dying = ({ db, clock }: App, { kill, after }: Step): Pick<App, 'db' | 'clock'> => {
  let begun = 0
  const transact: Table['transact'] = async (actions) => {
    if (++begun !== kill) return await db.transact(actions)
    if (after) await db.transact(actions)
    throw new Error('killed')
  }
  return { clock, db: { ...db, transact } }
}

const toConditions = ({ colour, from, word, place }: Asked) => ({
  colour: (value: unknown) => !colour || value === colour,
  ...(from !== null && { weight: (value: unknown) => value !== null && Number(value) >= from }),
  ...(word && { words: (value: unknown) => (value as string[]).includes(word) }),
  ...(place !== null && { place: (value: unknown) => value === place }),
})

interface World {
  tenant: Id
  boxes: Map<Id, Parcel>
  ways: Map<Id, Way>
}

const check = async ({ tenant, boxes: all, ways: moved }: World, asked: Asked) => {
  const { colour, from, word, place, itemsPerPage } = asked
  const expected = [...all.values()]
    .filter((box) => !colour || box.colour === colour)
    .filter(({ weight }) => from === null || (weight !== null && weight >= from))
    .filter(({ words }) => !word || words.includes(word))
    .filter(({ id }) => place === null || moved.get(id)?.place === place)
    .map(({ id }) => id)
    .sort()
    .reverse()
  const pages = Math.max(1, Math.ceil(expected.length / itemsPerPage))
  const found: Id[] = []
  for (let page = 1; page <= pages; page++) {
    const { items, totalItems } = await searchOutlines(
      app().db,
      boxes,
      tenant,
      { page, itemsPerPage },
      toConditions(asked),
    )
    expect(totalItems).toBe(expected.length)
    found.push(...items.map(({ id }) => id))
  }
  expect(found).toEqual(expected)
}

const take = async (world: World, step: Step, at: number) => {
  const { tenant } = world
  const scope = { tenant, actor: null, now: new Date(START + at * 1000) }
  const known = [...world.boxes.values()]
  const box = known[step.of % Math.max(1, known.length)]
  const task = { tenant, kind: 'box' }
  if (step.action === 'create') {
    const id = newId(new Date(scope.now.getTime() - step.late * 1000))
    const made = await runInUnit(app().db, scope, async (unit) => unit.create(boxes, { id, ...step.fields }))
    world.boxes.set(id, made)
  } else if (step.action === 'pack') await packWithin(app(), task, SMALL)
  else if (step.action === 'kill') await packWithin(dying(app(), step), task, SMALL).catch(() => {})
  else if (box && step.action === 'update')
    world.boxes.set(box.id, await runInUnit(app().db, scope, async (unit) => unit.update(boxes, box, step.fields)))
  else if (box && step.action === 'move') {
    const way = world.ways.get(box.id)
    const { id } = box
    const moved = await runInUnit(app().db, scope, async (unit) =>
      way ? unit.update(ways, way, { place: step.place }) : unit.create(ways, { id, place: step.place }),
    )
    world.ways.set(id, moved)
  }
}

test('a search finds what a filter over all items finds, however much is packed and whenever a packing dies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 40 }),
      fc.array(anyAsked, { minLength: 3, maxLength: 3 }),
      async (steps, asked) => {
        const world: World = { tenant: newId(new Date()), boxes: new Map(), ways: new Map() }
        for (const [i, step] of steps.entries()) {
          await take(world, step, i)
          if (step.action === 'search' || step.action === 'kill') await check(world, asked[i % 3] as Asked)
        }
        for (const each of asked) await check(world, each)
        await packWithin(app(), { tenant: world.tenant, kind: 'box' }, SMALL)
        for (const each of asked) await check(world, each)
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 60) },
  )
})

test('a recount finds what is wrong about outlines, waiting or packed, and repairs it', async () => {
  const tenant = newId(new Date())
  const scope = { tenant, actor: null, now: new Date(START) }
  const fields = { colour: 'red', weight: 1, words: ['tea'] } as const
  const make = () => runInUnit(app().db, scope, async (unit) => unit.create(boxes, { ...fields, words: ['tea'] }))
  const [first, second] = [await make(), await make()]
  const found: string[] = []
  const recounting = (repair: boolean) =>
    recount(
      { db: app().db, kind: toAnyEntity(boxes), tenant, repair, found: ({ about }) => found.push(about) },
      () => true,
    )
  const count = async () => {
    found.length = 0
    await recounting(false)
    return [...found]
  }
  expect(await count()).toEqual([])
  const outline = { pk: `T#${tenant}#box?outlines`, sk: `${first.id}#box` }
  await app().db.transact([{ delete: outline }])
  expect(await count()).toEqual([first.id])
  await recounting(true)
  expect(await count()).toEqual([])
  await packWithin(app(), { tenant, kind: 'box' }, SMALL)
  expect(await count()).toEqual([])
  const wrong = { ...fields, colour: 'blue' }
  await app().db.put({ put: { pk: outline.pk, sk: `${second.id}#box`, kind: 'outline', rev: 1, values: wrong } })
  await packWithin(app(), { tenant, kind: 'box' }, SMALL)
  expect(await count()).toEqual([second.id])
  await recounting(true)
  expect(await count()).toEqual([])
})

const making = (tenant: Id, id: Id, colour: Parcel['colour'], weight: number) => {
  const scope = { tenant, actor: null, now: new Date(START) }
  return runInUnit(app().db, scope, async (unit) => unit.create(boxes, { id, colour, weight, words: [] }))
}

test('an outline that is written while it is packed waits for the next packing', async () => {
  const tenant = newId(new Date())
  const task = { tenant, kind: 'box' }
  const box = await making(tenant, newId(new Date(START)), 'red', 1)
  const { db, clock } = app()
  let isFirst = true
  const transact: Table['transact'] = async (actions) => {
    const scope = { tenant, actor: null, now: new Date(START) }
    if (isFirst) await runInUnit(db, scope, async (unit) => unit.update(boxes, box, { colour: 'blue' }))
    isFirst = false
    return await db.transact(actions)
  }
  await packWithin({ clock, db: { ...db, transact } }, task, SMALL)
  const count = async (colour: string) =>
    (await searchOutlines(db, boxes, tenant, { page: 1, itemsPerPage: 9 }, { colour: (value) => value === colour }))
      .totalItems
  expect([await count('red'), await count('blue')]).toEqual([0, 1])
})

test('a search that reads columns of different moments reads them again', async () => {
  const tenant = newId(new Date())
  const task = { tenant, kind: 'box' }
  const at = (second: number) => newId(new Date(START + second * 1000))
  await making(tenant, at(5), 'red', 1)
  await making(tenant, at(6), 'blue', 2)
  await packWithin(app(), task, SMALL)
  const { db } = app()
  let isFirst = true
  const query = async (range: Parameters<Table['query']>[0]) => {
    if (isFirst && range.prefix === 'weight#') {
      isFirst = false
      // It belongs before the others, whose places change.
      await making(tenant, at(1), 'green', 9)
      await packWithin(app(), task, SMALL)
    }
    return await db.query(range)
  }
  const found = await searchOutlines(
    { ...db, query: query as Table['query'] },
    boxes,
    tenant,
    { page: 1, itemsPerPage: 9 },
    { colour: (value) => value === 'blue', weight: (value) => value === 2 },
  )
  expect([isFirst, found.totalItems]).toEqual([false, 1])
})

test('a search while outlines are written and packed sees each of them once', async () => {
  const tenant = newId(new Date())
  const task = { tenant, kind: 'box' }
  const total = 60
  let made = 0
  const write = async (lane: number) => {
    for (let i = lane; i < total; i += 3) {
      const scope = { tenant, actor: null, now: new Date(START + i * 1000) }
      const fields = { colour: 'red', weight: i, words: [] } as const
      await runInUnit(app().db, scope, async (unit) => unit.create(boxes, { ...fields, words: [] }))
      made++
      await packWithin(app(), task, SMALL)
    }
  }
  const search = async () => {
    while (made < total) {
      const before = made
      const { items, totalItems } = await searchOutlines(
        app().db,
        boxes,
        tenant,
        { page: 1, itemsPerPage: 100 },
        { colour: (value) => value === 'red', weight: (value) => value !== null },
      )
      expect(totalItems).toBeGreaterThanOrEqual(before)
      expect(new Set(items.map(({ id }) => id)).size).toBe(totalItems)
    }
  }
  await Promise.all([write(0), write(1), write(2), search(), search()])
})

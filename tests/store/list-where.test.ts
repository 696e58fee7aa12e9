import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { entity, newRecord, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { type ListPart, listWhere } from '../../lib/platform/store/lists/list-where.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { fill } from '../support/fill.ts'
import { change } from './parcels.ts'

/** Values of facets that the names of rows and counts must keep apart. */
const COLOURS = ['red', 'a&b=c', '50% ü', '+red'] as const
const FORMS = ['round', 'n', 'a&b'] as const
const OWNERS = ['ann', 'a&b=c', null] as const

interface Toy extends Stored {
  colour: (typeof COLOURS)[number]
  form: (typeof FORMS)[number]
  owner: (typeof OWNERS)[number]
}

const toys = entity<Toy>({
  name: 'toy',
  shape: 1,
  audit: false,
  lists: [
    { facets: ['colour', 'form'], onlyAllFacets: true },
    { by: ['owner'], facets: ['colour', 'form'], onlyAllFacets: true },
    { by: ['form'], facets: ['colour'] },
  ],
})

const START = Date.UTC(2026, 2, 1)
const KINDS = COLOURS.flatMap((colour) => FORMS.map((form) => `${colour} ${form}`))
const kindOf = ({ colour, form }: Partial<Pick<Toy, 'colour' | 'form'>>) => `${colour} ${form}`

const anyFields = fc.record({
  colour: fc.constantFrom(...COLOURS),
  form: fc.constantFrom(...FORMS),
  owner: fc.constantFrom(...OWNERS),
})

const anyMoment = fc.oneof(
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: 0, max: 5 * 86_400_000 }),
  fc.integer({ min: 0, max: 400 * 86_400_000 }),
)
const anyPlaced = fc.record({ after: anyMoment, fields: anyFields })

const anyChange = fc.record({
  action: fc.constantFrom('create', 'update', 'update', 'remove'),
  of: fc.nat(),
  placed: anyPlaced,
})

/** Kinds that are shown to everybody, and those that are shown to their owner besides. */
const anyAsked = fc.record({
  shown: fc.oneof(fc.subarray(KINDS), fc.constant(KINDS)),
  own: fc.option(fc.record({ owner: fc.constantFrom('ann', 'a&b=c', 'nobody'), kinds: fc.subarray(KINDS) })),
  onlyOwn: fc.boolean(),
  itemsPerPage: fc.constantFrom(1, 3, 10, 100),
  at: fc.double({ min: 0, max: 1.1, noNaN: true }),
})
type Asked = typeof anyAsked extends fc.Arbitrary<infer A> ? A : never

const buildParts = ({ shown, own, onlyOwn }: Asked): [ListPart, ...ListPart[]] => {
  const forAll: ListPart = { accepts: (facets) => shown.includes(kindOf(facets)) }
  if (!own) return [forAll]
  const isOwn = (kind: string) => own.kinds.includes(kind) && (onlyOwn || !shown.includes(kind))
  const ownPart = { by: { owner: own.owner }, accepts: (facets: object) => isOwn(kindOf(facets)) }
  return onlyOwn ? [ownPart] : [forAll, ownPart]
}

const isExpected = (toy: Toy, { shown, own, onlyOwn }: Asked) =>
  (shown.includes(kindOf(toy)) && !(own && onlyOwn)) ||
  (own !== null && toy.owner === own.owner && own.kinds.includes(kindOf(toy)))

const check = async (tenant: Id, all: ReadonlyMap<Id, Toy>, asked: Asked) => {
  const expected = [...all.values()].filter((toy) => isExpected(toy, asked)).sort((a, b) => (a.id < b.id ? 1 : -1))
  const { itemsPerPage } = asked
  const page = 1 + Math.floor((expected.length / itemsPerPage) * asked.at)
  const found = await listWhere(app().db, toys, tenant, { page, itemsPerPage }, buildParts(asked))
  expect(found.totalItems).toBe(expected.length)
  expect(found.items.map(({ id, rev, colour }) => [id, rev, colour])).toEqual(
    expected.slice((page - 1) * itemsPerPage, page * itemsPerPage).map(({ id, rev, colour }) => [id, rev, colour]),
  )
}

const build = ({ after, fields }: { after: number; fields: Pick<Toy, 'colour' | 'form' | 'owner'> }): Toy => ({
  ...newRecord(newId(new Date(START + after))),
  ...fields,
})

test('each page shows what is accepted of each part, newest first, with the exact total', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPlaced, { maxLength: 150, size: 'max' }),
      fc.array(anyChange, { maxLength: 12 }),
      fc.array(anyAsked, { minLength: 8, maxLength: 8 }),
      async (placed, changes, asked) => {
        const tenant = newId(new Date())
        const all = new Map(placed.map(build).map((toy) => [toy.id, toy]))
        await fill(process.env.TABLE_NAME as string, toys, tenant, [...all.values()])
        for (const { action, of, placed: made } of changes)
          await change(tenant, async (unit) => {
            const before = [...all.values()][of % Math.max(1, all.size)]
            if (action === 'create' || !before) {
              const created = unit.create(toys, { ...made.fields, id: newId(new Date(START + made.after)) })
              all.set(created.id, created)
            } else if (action === 'update') all.set(before.id, unit.update(toys, before, made.fields))
            else {
              unit.remove(toys, before)
              all.delete(before.id)
            }
          })
        for (const each of asked) await check(tenant, all, each)
        const work = { db: app().db, kind: toAnyEntity(toys), tenant, repair: false, found: () => {} }
        expect(await recount(work, () => true)).toMatchObject({ differences: 0 })
      },
    ),
    { numRuns: 6 },
  )
})

test('a part of a list that has rows for some facets alone is refused', async () => {
  const read = (by: Record<string, unknown>) =>
    listWhere(app().db, toys, newId(new Date()), { page: 1, itemsPerPage: 10 }, [{ by, accepts: () => true }])
  await expect(read({ form: 'round' })).rejects.toThrow('toy has no list for all facets together by form')
  await expect(read({ form: 'round', owner: 'ann' })).rejects.toThrow('toy has no list for all facets together')
})

test('pages in the middle of two parts as large as each other do not take the places of one for those of the other', async () => {
  const tenant = newId(new Date())
  const made = (colour: Toy['colour'], after: number) =>
    build({ after, fields: { colour, form: 'round', owner: null } })
  const red = Array.from({ length: 600 }, (_, i) => made('red', i))
  const other = Array.from({ length: 600 }, (_, i) => made('50% ü', 600 + i))
  await fill(process.env.TABLE_NAME as string, toys, tenant, [...red, ...other])
  const readMiddle = (shown: Toy['colour']) =>
    listWhere(app().db, toys, tenant, { page: 31, itemsPerPage: 10 }, [{ accepts: ({ colour }) => colour === shown }])
  for (const all of [red, other, red]) {
    const shown = all === red ? 'red' : '50% ü'
    const expected = all
      .map(({ id }) => id)
      .sort()
      .reverse()
    expect((await readMiddle(shown)).items.map(({ id }) => id)).toEqual(expected.slice(300, 310))
  }
})

import fc from 'fast-check'
import { expect } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { type Entity, entity, type ListOf, newRecord, type Stored } from '../../lib/platform/store/entities/entity.ts'
import { list } from '../../lib/platform/store/lists/list.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { fill } from '../support/fill.ts'

const STATES = ['open', 'closed', 'void'] as const
const OWNERS = ['ann', 'bob'] as const
const SIZES = ['small', 'large', null] as const

export interface Parcel extends Stored {
  status: (typeof STATES)[number]
  owner: (typeof OWNERS)[number]
  size: (typeof SIZES)[number]
  due: string
}

export const buildKind = (options: Pick<ListOf<Parcel>, 'merged' | 'depth'>) => {
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
export const merged = { facet: 'status', values: STATES } as const
export const KINDS: Record<string, Entity<Parcel>> = {
  'of plain lists': buildKind({}),
  'of merged lists': buildKind({ merged }),
  'of lists with depth': buildKind({ depth: true }),
  'of merged lists with depth': buildKind({ merged, depth: true }),
}

export const START = Date.UTC(2026, 2, 1)
const DAY = 86_400_000
const dayOf = (number: number) => new Date(START + number * DAY).toISOString().slice(0, 10)
export const SPANS = { 'one millisecond': 1, 'a minute': 60_000, 'five days': 5 * DAY }

interface Asked {
  by?: Record<string, unknown>
  facets: Record<string, unknown>
  byDate?: { field: string; from?: string | undefined; to?: string | undefined }
}

export const ASKED: Asked[] = [
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

export const selectExpected = (all: Iterable<Parcel>, { by = {}, facets, byDate }: Asked): Parcel[] => {
  const wanted = Object.entries({ ...by, ...facets })
  const place = (each: Parcel) => (byDate ? `${each.due}#${each.id}` : each.id)
  return [...all]
    .filter((each) => wanted.every(([field, value]) => each[field as keyof Parcel] === value))
    .filter(({ due }) => due >= (byDate?.from ?? '') && due <= (byDate?.to ?? '~'))
    .sort((a, b) => (place(a) < place(b) ? 1 : -1))
}

export const checkPage = async (
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
export const listPages = (total: number, size: number): number[] => {
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

export const fillTenant = async (kind: Entity<Parcel>, spanMs: number, write = fill<Parcel>) => {
  const tenant = newId(new Date())
  const anyParcel = fc.record({ after: fc.integer({ min: 0, max: spanMs - 1 }), fields: anyFields })
  const [made = []] = fc.sample(fc.array(anyParcel, { minLength: COUNT, maxLength: COUNT }), 1)
  const all = made.map(({ after, fields }) => ({ ...newRecord(newId(new Date(START + after))), ...fields }))
  await write(process.env.TABLE_NAME as string, kind, tenant, all)
  return { tenant, all: new Map<Id, Parcel>(all.map((each) => [each.id, each])) }
}

export const change = <R>(tenant: Id, work: (unit: Unit) => Promise<R>) =>
  runInUnit(app().db, { tenant, actor: null, now: new Date() }, work)

/** Makes changes of any kind in one unit, and follows them in the model. */
export const changeSome = async (
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

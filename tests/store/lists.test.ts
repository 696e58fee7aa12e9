import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { list } from '../../lib/platform/store/lists/list.ts'
import type { StoredCustodian } from '../../lib/warehousing/custodian.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'
import { CUSTODIAN_STATES, CUSTODIAN_TYPES } from '../../schemas/warehousing/custodian.ts'
import { fill, storedCustodian } from '../support/fill.ts'

const TABLE = process.env.TABLE_NAME as string
const START = Date.UTC(2025, 0, 1)
const SPANS = { 'one millisecond': 1, 'one second': 1000, 'ten minutes': 600_000, 'two days': 2e8, years: 1e11 }

const anySet = (span: number, most: number) =>
  fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: span - 1 }),
      type: fc.constantFrom(...CUSTODIAN_TYPES),
      status: fc.constantFrom(...CUSTODIAN_STATES),
    }),
    { minLength: most, maxLength: most },
  )

const stored = async (set: { after: number; type: StoredCustodian['type']; status: StoredCustodian['status'] }[]) => {
  const tenant = newId(new Date())
  const all = set.map(({ after, ...fields }) => storedCustodian(new Date(START + after), fields))
  await fill(TABLE, custodians, tenant, all)
  return { tenant, all: all.sort((a, b) => (a.id < b.id ? 1 : -1)) }
}

type Facets = Partial<Pick<StoredCustodian, 'type' | 'status'>>

const anyFacets = fc.record(
  { type: fc.constantFrom(...CUSTODIAN_TYPES), status: fc.constantFrom(...CUSTODIAN_STATES) },
  { requiredKeys: [] },
)
const ALL_FACETS: Facets[] = [undefined, ...CUSTODIAN_TYPES].flatMap((type) =>
  [undefined, ...CUSTODIAN_STATES].map((status) => ({ ...(type && { type }), ...(status && { status }) })),
)

const fits = (facets: Facets) => (item: StoredCustodian) =>
  Object.entries(facets).every(([name, value]) => item[name as keyof Facets] === value)

const check = async (tenant: Id, all: StoredCustodian[], facets: Facets, page: number, itemsPerPage: number) => {
  const found = await list(app().db, custodians, tenant, { page, itemsPerPage, facets })
  const expected = all.filter(fits(facets))
  const about = `${JSON.stringify(facets)} page ${page} of ${itemsPerPage}`
  expect(found.totalItems, about).toBe(expected.length)
  const cut = expected.slice((page - 1) * itemsPerPage, page * itemsPerPage)
  expect(found.items.map(({ id }) => id).join(), about).toBe(cut.map(({ id }) => id).join())
}

const [ONE_SET] = fc.sample(anySet(1e11, 36), { numRuns: 1, seed: 1 })

test('each page of any filter and size has its part of the sorted whole', { timeout: 300_000 }, async () => {
  const { tenant, all } = await stored(ONE_SET ?? [])
  for (const facets of ALL_FACETS) {
    const most = facets.type ? (facets.status ? 3 : 12) : 40
    const sizes = Array.from({ length: most }, (_, i) => i + 1)
    const matching = all.filter(fits(facets)).length
    const pages = sizes.flatMap((size) =>
      Array.from({ length: Math.max(1, Math.ceil(matching / size)) }, (_, i) => [i + 1, size] as const),
    )
    await Promise.all(pages.map(([page, size]) => check(tenant, all, facets, page, size)))
  }
})

test.for(Object.entries(SPANS))(
  'each page of many resources created within %s has its part of the sorted whole',
  { timeout: 300_000 },
  async ([, span]) => {
    const most = span === SPANS.years ? 500 : 250
    const [set] = fc.sample(anySet(span, most), 1)
    const { tenant, all } = await stored(set ?? [])
    for (const size of [1, 30, 100])
      for (const page of [1, 2, Math.ceil(most / size / 2), Math.ceil(most / size) - 1, Math.ceil(most / size)])
        await check(tenant, all, {}, page, size)
    await fc.assert(
      fc.asyncProperty(
        anyFacets,
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1.1, noNaN: true }),
        async (facets, size, part) => {
          const pages = Math.ceil(all.filter(fits(facets)).length / size)
          await check(tenant, all, facets, 1 + Math.floor(part * pages), size)
        },
      ),
      { numRuns: 25 },
    )
  },
)

const WORDS = ['lager', 'lagerhaus', 'nord', 'nordost', 'süd', 'kontor', 'hafen', '1', '12', 'ost']

test('a search finds each resource that has a word with each of the prefixes', { timeout: 300_000 }, async () => {
  const tenant = newId(new Date())
  const names = fc.sample(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }), {
    numRuns: 400,
    seed: 7,
  })
  const all = names.map((words, i) => {
    const fields = { type: CUSTODIAN_TYPES[i % 3] ?? 'custom', status: CUSTODIAN_STATES[i % 2] ?? 'active' }
    return storedCustodian(new Date(START + i * 7e6), {
      ...fields,
      name: words.join(i % 2 ? ' ' : '-'),
      partnerName: 'Quelle',
    })
  })
  await fill(TABLE, custodians, tenant, all)
  all.reverse()
  const anyPrefix = fc
    .tuple(fc.constantFrom(...WORDS), fc.integer({ min: 1, max: 9 }))
    .map(([word, length]) => word.slice(0, length))
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPrefix, { minLength: 1, maxLength: 3 }),
      anyFacets,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 4 }),
      async (searched, facets, itemsPerPage, page) => {
        const begins = (name: string) => (part: string) => name.split(/[ -]/).some((word) => word.startsWith(part))
        const expected = all.filter(fits(facets)).filter(({ name }) => searched.every(begins(name)))
        const asked = { page, itemsPerPage, facets, search: searched.join(' ').toUpperCase() }
        const found = await list(app().db, custodians, tenant, asked)
        expect(found.totalItems).toBe(expected.length)
        const cut = expected.slice((page - 1) * itemsPerPage, page * itemsPerPage)
        expect(found.items.map(({ id }) => id)).toEqual(cut.map(({ id }) => id))
      },
    ),
    { numRuns: 50 },
  )
})

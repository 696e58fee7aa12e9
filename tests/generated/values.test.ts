import { describe, expect, it } from 'vitest'
import { formatPath } from '../crossing/shapes.ts'
import { aimless, ask, usual } from './asking.ts'
import type { Made } from './fixtures.ts'
import { buildBody, type Leaf, listLeaves } from './leaves.ts'
import { expectDescribed, OPERATIONS } from './operations.ts'

/** Values that are checked by themselves, each with its reason. */
const APART: Readonly<Record<string, string>> = {
  'bulkImportOrders orders[0].placedAt': 'an order that is not valid fails by itself',
}

const named = (leaf: Leaf) => ({ ...leaf, name: `${leaf.operation.operation} ${formatPath(leaf.place)}` })
const LEAVES = OPERATIONS.flatMap(listLeaves)
  .map(named)
  .filter(({ name }) => !(name in APART))

/** Sends a request with a wrong value and returns the paths of the violations. */
const findPaths = async ({ operation, in: where, place }: Leaf, wrong: unknown, made: Made): Promise<string[]> => {
  const sent =
    where === 'query'
      ? { ...made, query: `${place[0]}=${encodeURIComponent(String(wrong))}` }
      : { ...made, body: { ...(made.body as object), ...(buildBody(place, wrong) as object) } }
  const answer = await ask(operation, sent)
  expectDescribed(operation, answer)
  return (answer.body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath)
}
const findPath = ({ in: where, place }: Leaf) => (where === 'query' ? place[0] : formatPath(place))

const WRONG_MOMENTS = [
  '2016-12-31T23:59:60Z',
  '2026-03-31 14:00:00Z',
  '2026-03-31t14:00:00z',
  '2026-03-31T14:00:00',
  '2026-03-31T14:00Z',
  '2026-02-30T14:00:00Z',
  '0000-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
]
/** The platform itself looks up whether a day exists. */
const mayBeDay = ({ schema: { format } }: Leaf) => format === undefined
const isMoment = ({ schema: { pattern = '' } }: Leaf) => pattern.includes('T\\d{2}:\\d{2}')

describe('a moment in a request', () => {
  const moments = LEAVES.filter(isMoment)

  it('is one in every input that takes a time', () => {
    expect(moments.length).toBeGreaterThan(20)
    const others = LEAVES.filter((leaf) => leaf.schema.format === 'date-time' && !isMoment(leaf))
    expect(others.map(({ name }) => name)).toEqual([])
  })

  it.each(moments)('is refused as $name with its path if it does not exist or is written differently', async (leaf) => {
    const made = mayBeDay(leaf) ? await usual(leaf.operation) : aimless(leaf.operation)
    const days = mayBeDay(leaf) ? ['2026-02-30', '2026-3-1', '31.03.2026'] : ['2026-03-31']
    for (const wrong of [...WRONG_MOMENTS, ...days])
      expect([wrong, await findPaths(leaf, wrong, made)]).toEqual([wrong, expect.arrayContaining([findPath(leaf)])])
  })
})

describe('a choice in a request', () => {
  const choices = LEAVES.filter(({ schema }) => schema.enum !== undefined)

  const listWrong = ({ in: where, schema: { enum: values = [] } }: Leaf): unknown[] => {
    const [first = ''] = values.filter((value) => typeof value === 'string')
    const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()
    const texts = ['nothing_of_the_kind', other, ` ${first}`].filter((text) => !values.includes(text))
    return where === 'query' ? texts : [...texts, [first], { [first]: true }]
  }

  it('is found in the description', () => {
    expect(choices.length).toBeGreaterThan(50)
  })

  it.each(choices)('is refused as $name with its path if it is none of those that are offered', async (leaf) => {
    const made = aimless(leaf.operation)
    for (const wrong of listWrong(leaf))
      expect([wrong, await findPaths(leaf, wrong, made)]).toEqual([wrong, expect.arrayContaining([findPath(leaf)])])
  })
})

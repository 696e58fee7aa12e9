import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffContent, flattenContent, type Leaves, mergeContent } from '../../lib/catalog/compare-content.ts'

const leaves = (values: Record<string, string | number | null>): Leaves =>
  new Map(Object.entries(values).flatMap(([field, value]) => (value === null ? [] : [[`/${field}`, value] as const])))

const any = () => true
const FIELD = fc.constantFrom(null, 'a', 'b', 'c')
const SIDE = fc.dictionary(fc.constantFrom('name', 'brand', 'price', 'text'), FIELD).map(leaves)

describe('flattening content', () => {
  it('returns values by JSON pointer, without null and empty ones', () => {
    const content = {
      sku: 'A/1',
      description: null,
      attributes: { 'seat/height~cm': '45' },
      prices: { EUR: 100 },
      localizations: { de_DE: { name: 'Stuhl', description: null } },
    }
    expect(Object.fromEntries(flattenContent(content))).toEqual({
      '/sku': 'A/1',
      '/attributes/seat~1height~0cm': '45',
      '/prices/EUR': 100,
      '/localizations/de_DE/name': 'Stuhl',
    })
  })
})

describe('a diff', () => {
  it('lists added, removed and replaced values, sorted by pointer', () => {
    expect(diffContent(leaves({ a: '1', b: '2', c: '3' }), leaves({ b: '2', c: '4', d: '5' }))).toEqual([
      { path: '/a', op: 'remove', from: '1', to: null },
      { path: '/c', op: 'replace', from: '3', to: '4' },
      { path: '/d', op: 'add', from: null, to: '5' },
    ])
  })

  it('turns one content into the other, and is empty between equal ones', () => {
    fc.assert(
      fc.property(SIDE, SIDE, (from, to) => {
        const made = new Map(from)
        for (const { path, to: value } of diffContent(from, to))
          if (value === null) made.delete(path)
          else made.set(path, value)
        expect(Object.fromEntries(made)).toEqual(Object.fromEntries(to))
        expect(diffContent(to, to)).toEqual([])
      }),
    )
  })
})

describe('a merge', () => {
  // Every combination of a field at the base, here and at the shop: absent, or one of three values.
  const VALUES = [null, 'a', 'b', 'c']
  const ALL = VALUES.flatMap((base) => VALUES.flatMap((mine) => VALUES.map((theirs) => ({ base, mine, theirs }))))

  it.each(ALL)(
    'follows the rule for $base at the base, $mine here and $theirs at the shop',
    ({ base, mine, theirs }) => {
      const found = mergeContent(leaves({ x: base }), leaves({ x: mine }), leaves({ x: theirs }), any)
      const [here, there] = [mine !== base, theirs !== base]
      expect(found).toEqual({
        conflicts: here && there && mine !== theirs ? [{ field: '/x', base, mine, theirs }] : [],
        converged: here && there && mine === theirs ? ['/x'] : [],
        mine: here && !there ? ['/x'] : [],
        theirs: there && !here ? ['/x'] : [],
      })
    },
  )

  it('is symmetric, and merges each field on its own', () => {
    fc.assert(
      fc.property(SIDE, SIDE, SIDE, (base, mine, theirs) => {
        const one = mergeContent(base, mine, theirs, any)
        const other = mergeContent(base, theirs, mine, any)
        expect(other.mine).toEqual(one.theirs)
        expect(other.converged).toEqual(one.converged)
        expect(other.conflicts.map(({ field }) => field)).toEqual(one.conflicts.map(({ field }) => field))
        for (const field of ['/name', '/brand', '/price', '/text']) {
          const alone = (all: Leaves) => new Map([...all].filter(([pointer]) => pointer === field))
          const single = mergeContent(alone(base), alone(mine), alone(theirs), any)
          for (const part of ['mine', 'theirs', 'converged'] as const)
            expect(single[part]).toEqual(one[part].filter((each) => each === field))
        }
      }),
    )
  })

  it('never counts fields that the platform cannot show as changed there', () => {
    const found = mergeContent(
      leaves({ x: 'a', y: 'a' }),
      leaves({ x: 'b', y: 'a' }),
      leaves({}),
      (field) => field !== '/x',
    )
    expect(found).toEqual({ conflicts: [], converged: [], mine: ['/x'], theirs: ['/y'] })
  })
})

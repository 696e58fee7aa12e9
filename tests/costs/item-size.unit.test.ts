import { describe, expect, it } from 'vitest'
import { computeItemSize, computeReadUnits, computeWriteUnits } from '../../local/table/item-size.ts'

describe('the size of an item', () => {
  it.each([
    ['a text, in UTF-8', { name: 'Süd' }, 4 + 4],
    ['a number, by its digits', { n: 1234 }, 1 + 3],
    ['a negative number', { n: -12.5 }, 1 + 4],
    ['a number with zeros around it', { n: 1000 }, 1 + 2],
    ['a boolean and null', { a: true, b: null }, 2 + 2],
    ['bytes', { b: new Uint8Array(10) }, 1 + 10],
    ['a list', { l: ['ab', 'c'] }, 1 + 3 + 2 + 3],
    ['a map', { m: { ab: 'c' } }, 1 + 3 + 1 + 3],
    ['what is not stored', { a: undefined }, 0],
  ])('counts %s', (_, item, bytes) => {
    expect(computeItemSize(item)).toBe(bytes)
  })
})

describe('the units', () => {
  const itemOf = (bytes: number) => ({ a: 'x'.repeat(bytes - 1) })

  it('of a write are the started kilobytes of the larger version, one at least', () => {
    expect(computeWriteUnits(undefined, undefined)).toBe(1)
    expect(computeWriteUnits(undefined, itemOf(1024))).toBe(1)
    expect(computeWriteUnits(itemOf(1025), itemOf(10))).toBe(2)
  })

  it('of a read are the started four kilobytes, one at least', () => {
    expect([0, 1, 4096, 4097].map(computeReadUnits)).toEqual([1, 1, 1, 2])
  })
})

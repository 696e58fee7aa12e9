import fc from 'fast-check'
import { ulidToUUID } from 'ulid'
import { expect, test } from 'vitest'
import { deriveId, getIdTime, getNextId, newId, parseId, toUuid } from '../../lib/platform/id.ts'

const LAST = 2 ** 48 - 1
const anyMoment = fc.integer({ min: 1, max: LAST }).map((ms) => new Date(ms))
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const anyId = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.array(fc.constantFrom(...DIGITS), { minLength: 25, maxLength: 25 }))
  .map(([head, rest]) => `${head}${rest.join('')}`)
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((each, i) => (upper[i] ? each.toUpperCase() : each.toLowerCase())).join(''))

test('both spellings of an id, in any case, are parsed as the same id', () => {
  fc.assert(
    fc.property(
      anyId.chain((id) => fc.tuple(fc.constant(id), anyCase(id), anyCase(toUuid(id)))),
      ([id, ulid, uuid]) => parseId(ulid) === id && parseId(uuid) === id,
    ),
    { numRuns: 500 },
  )
})

test('the UUID of an id equals that of the ULID library', () => {
  fc.assert(
    fc.property(anyId, (id) => toUuid(id) === ulidToUUID(id).toLowerCase()),
    { numRuns: 500 },
  )
})

test('the digits of ids are evenly distributed, and many ids are all different', () => {
  const now = new Date()
  const ids = Array.from({ length: 20_000 }, () => newId(now))
  expect(new Set(ids).size).toBe(ids.length)
  const seen = new Map<string, number>()
  for (const id of ids) for (const digit of id.slice(10)) seen.set(digit, (seen.get(digit) ?? 0) + 1)
  const each = (ids.length * 16) / 32
  expect([...seen.keys()].sort().join('')).toBe(DIGITS)
  for (const times of seen.values()) expect(Math.abs(times - each)).toBeLessThan(each / 10)
})

test('both spellings sort in the same order', () => {
  fc.assert(
    fc.property(anyId, anyId, (a, b) => a < b === toUuid(a) < toUuid(b)),
    { numRuns: 500 },
  )
})

test('an id contains its creation time and sorts before later ones', () => {
  fc.assert(
    fc.property(anyMoment, anyMoment, (a, b) => {
      expect(getIdTime(newId(a))).toEqual(a)
      if (a < b) expect(newId(a) < newId(b)).toBe(true)
    }),
  )
})

test('only the two spellings are parsed as an id', () => {
  const nearly = anyId.chain((id) =>
    fc
      .tuple(fc.constantFrom(id, toUuid(id)), fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
      .map(([text, at, other]) => text.slice(0, at % text.length) + other + text.slice((at % text.length) + 1)),
  )
  const spellings = /^([0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
      expect(parseId(text) !== undefined).toBe(spellings.test(text))
    }),
    { numRuns: 1000 },
  )
  for (const text of ['8ZZZZZZZZZZZZZZZZZZZZZZZZZ', '01ARZ3NDEKTſV4RRFFQ69G5FAV', '01ARZ3NDEKTIV4RRFFQ69G5FAV'])
    expect(parseId(text)).toBeUndefined()
})

test('derived ids are equal for the same time and parts, and differ for other parts', () => {
  const parts = fc.array(fc.string(), { maxLength: 4 })
  fc.assert(
    fc.property(anyMoment, parts, parts, (at, one, other) => {
      expect(deriveId(at, ...one)).toBe(deriveId(at, ...one))
      expect(parseId(deriveId(at, ...one))).toBe(deriveId(at, ...one))
      expect(getIdTime(deriveId(at, ...one))).toEqual(at)
      if (JSON.stringify(one) !== JSON.stringify(other)) expect(deriveId(at, ...one)).not.toBe(deriveId(at, ...other))
    }),
  )
})

test('the next id follows immediately, also after an id that ends in the last digit', () => {
  const first = newId(new Date())
  const ids = [first]
  for (let i = 0; i < 100; i++) ids.push(getNextId(ids.at(-1) as string))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(getNextId('01K6ZZZZZZZZZZZZZZZZZZZZZ9')).toBe('01K6ZZZZZZZZZZZZZZZZZZZZZA')
  expect(getNextId('01K6YZZZZZZZZZZZZZZZZZZZZZ')).toBe('01K6Z000000000000000000000')
})

import { expect, it } from 'vitest'
import { parseExactJson } from '../../lib/platform/outbound/exact-json.ts'

it.each([
  ['{"id":9007199254740991}', { id: 9007199254740991 }],
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[-9007199254740993]', ['-9007199254740993']],
  ['{"rate":0.1234567890123456789}', { rate: 0.12345678901234568 }],
  ['{"far":1e30,"id":"9007199254740993"}', { far: 1e30, id: '9007199254740993' }],
])('whole numbers that a number cannot hold become text: %s', (text, value) => {
  expect(parseExactJson(text)).toEqual(value)
})

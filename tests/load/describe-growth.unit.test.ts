import { expect, test } from 'vitest'
import { describeGrowth } from './describe-growth.ts'

const SECONDS = 600
const record = (gateway: (second: number) => number) =>
  Array.from({ length: SECONDS }, (_, second) => [200, gateway(second)])

test('memory that goes up and down does not grow', () => {
  expect(describeGrowth(record((second) => 300 + (second % 60) * 5))).toEqual([])
})

test('memory that grows in the first minute does not grow afterwards', () => {
  expect(describeGrowth(record((second) => 300 + Math.min(second, 60) * 10))).toEqual([])
})

test('memory of which a little more stays every second grows', () => {
  expect(describeGrowth(record((second) => 300 + (second % 60) * 5 + second))).toEqual([
    'the process of the gateway grew from 360 to 720 MB',
  ])
})

test('a short run says nothing', () => {
  expect(describeGrowth(record((second) => second * 100).slice(0, 100))).toEqual([])
})

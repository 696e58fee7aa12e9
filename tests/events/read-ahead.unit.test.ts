import { expect, test } from 'vitest'
import { readAhead } from '../../lib/platform/read-ahead.ts'

/** Reads three values and tells when each was asked for and when it was handed out. */
const follow = async (isWanted: () => boolean) => {
  const seen: string[] = []
  const read = async function* () {
    for (const value of ['first', 'second', 'third']) {
      seen.push(`reads ${value}`)
      yield value
    }
  }
  for await (const value of readAhead(read(), isWanted)) {
    await Promise.resolve()
    seen.push(`has ${value}`)
  }
  return seen
}

test('reads the next value while the consumer works on one', async () => {
  expect(await follow(() => true)).toEqual([
    'reads first',
    'reads second',
    'has first',
    'reads third',
    'has second',
    'has third',
  ])
})

test('reads a value that is not wanted ahead when the consumer asks for it', async () => {
  expect(await follow(() => false)).toEqual([
    'reads first',
    'has first',
    'reads second',
    'has second',
    'reads third',
    'has third',
  ])
})

test('hands out the values before a failure, and then the failure', async () => {
  const fail = async function* () {
    yield 1
    throw new Error('the second page cannot be read')
  }
  const seen: number[] = []
  const reading = async () => {
    for await (const value of readAhead(fail(), () => true)) seen.push(value)
  }
  await expect(reading()).rejects.toThrow('the second page cannot be read')
  expect(seen).toEqual([1])
})

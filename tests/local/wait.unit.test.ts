import { expect, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'

/** Returns a poll function that fails so many times before it succeeds. */
const thereAfter = (asks: number) => {
  let asked = 0
  return async () => ++asked > asks
}

test('waits longer while there is progress', async () => {
  let done = 0
  const progress = () => done++
  expect(await waitFor('It', thereAfter(5), { seconds: 0, everyMs: 1, progress })).toBe(true)
})

test('ends without progress and names the awaited part', async () => {
  const progress = () => 7
  await expect(waitFor('It', thereAfter(5), { seconds: 0, everyMs: 1, progress })).rejects.toThrow('It was not ready')
  await expect(waitFor('It', thereAfter(5), { seconds: 0, everyMs: 1 })).rejects.toThrow('It was not ready')
})

test('ends for a part that is busy forever', async () => {
  let done = 0
  const progress = () => done++
  await expect(waitFor('It', thereAfter(50), { seconds: 0, everyMs: 1, progress })).rejects.toThrow('It was not ready')
})

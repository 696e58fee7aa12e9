import { expect, test } from 'vitest'
import { waitFor } from '../../local/wait.ts'

/** Something that is there when it was asked for so often. */
const thereAfter = (asks: number) => {
  let asked = 0
  return async () => ++asked > asks
}

test('progress prolongs a wait', async () => {
  let done = 0
  const progress = () => done++
  expect(await waitFor('It', thereAfter(5), { seconds: 0, everyMs: 1, progress })).toBe(true)
})

test('a wait without progress ends and says what for', async () => {
  const progress = () => 7
  await expect(waitFor('It', thereAfter(5), { seconds: 0, everyMs: 1, progress })).rejects.toThrow('It is not there')
  await expect(waitFor('It', thereAfter(5), { seconds: 0, everyMs: 1 })).rejects.toThrow('It is not there')
})

test('what is busy for ever is not waited for that long', async () => {
  let done = 0
  const progress = () => done++
  await expect(waitFor('It', thereAfter(50), { seconds: 0, everyMs: 1, progress })).rejects.toThrow('It is not there')
})

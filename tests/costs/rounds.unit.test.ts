import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { makeRounds } from '../../bench/cost/rounds.ts'

let played: number[]
const rounds = () => makeRounds({ onRound: (calls) => played.push(calls.length), endTimers: () => undefined })

beforeEach(() => {
  played = []
})

it('counts calls that overlap as one round, and a chain by its length', async () => {
  const { call, run } = rounds()
  const read = (name: string) => call('table', async () => name)
  const result = await run(async () => {
    const [a, b] = await Promise.all([read('a'), read('b').then(() => read('c'))])
    return [a, b, await read('d')]
  })
  expect(result).toEqual(['a', 'c', 'd'])
  expect(played).toEqual([2, 1, 1])
})

it('waits for work of the thread pool beside a call', async () => {
  const { call, run } = rounds()
  const read = () => call('table', async () => undefined)
  await run(() => Promise.all([read(), promisify(randomBytes)(8).then(read)]))
  expect(played).toEqual([2])
})

it('makes calls that the work leaves behind, and reports failures', async () => {
  const { call, run } = rounds()
  const fail = () => call('table', () => Promise.reject(new Error('refused')))
  await expect(
    run(async () => {
      void call('table', async () => undefined)
      await fail()
    }),
  ).rejects.toThrow('refused')
  expect(played).toEqual([2])
})

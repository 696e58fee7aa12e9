import { expect, test } from 'vitest'
import { TransientFault } from '../../../lib/platform/store/table/table.ts'
import { proofPart, recordFigures, replay, seedsOf } from '../../support/proof.ts'
import { findRevealing } from '../find-revealing.ts'
import type { Wrap } from '../world.ts'
import { outlastBySeed, WAYS, weatherBySeed } from './run.ts'

const part = proofPart(3)

test(`answers during an outage of the database are true, and all work completes after it, ${part.count} times`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  for (const seed of seedsOf(part)) {
    const { wrong, tally } = await outlastBySeed(seed)
    expect(wrong, replay('outage', seed)).toEqual([])
    recordFigures(tally)
  }
})

test(`all work completes while the database throttles and conflicts, ${part.count} times`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  for (const seed of seedsOf(part)) {
    const { wrong, tally } = await weatherBySeed(seed)
    expect(wrong, replay('outage', seed)).toEqual([])
    recordFigures(tally)
  }
})

test('an outage reveals that a lost answer counts as a refusal', async () => {
  const refuseLost: Wrap = (table) => ({
    ...table,
    async transact(actions, token) {
      try {
        return await table.transact(actions, token)
      } catch (error) {
        if (!(error instanceof TransientFault)) throw error
        return { committed: false, failed: new Map() }
      }
    },
  })
  const loseAnswers: typeof outlastBySeed = (seed, wrap) => outlastBySeed(seed * WAYS.length + 2, wrap)
  expect(await findRevealing(refuseLost, loseAnswers)).toBeDefined()
})

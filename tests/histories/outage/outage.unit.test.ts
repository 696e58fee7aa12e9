import { expect, test } from 'vitest'
import { proofPart, recordFigures, replay, seedsOf } from '../../support/proof.ts'
import { outlastBySeed, weatherBySeed } from './run.ts'

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

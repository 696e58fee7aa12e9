import { expect, test } from 'vitest'
import { proofPart, recordFigures, replay, seedsOf } from '../../support/proof.ts'
import { poisonBySeed } from './poison.ts'

const part = proofPart(1)

test(`messages that always fail are put aside, others never, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 3000,
}, async () => {
  for (const seed of seedsOf(part)) {
    const { wrong, tally } = await poisonBySeed(seed)
    expect(wrong, replay('poison', seed)).toEqual([])
    recordFigures(tally)
  }
})

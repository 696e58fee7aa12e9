import { expect, test } from 'vitest'
import { UNIQUE_MUTANTS } from '../../faults/mutants.ts'
import { proofPart, recordFigures } from '../../support/proof.ts'
import { findRevealing } from '../find-revealing.ts'
import { wantBySeed } from './run.ts'

const { from, count } = proofPart(40)

test(`one of ${count} simultaneous writers of one value gets it, and another one after it was given back`, {
  timeout: 120_000 + count * 1000,
}, async () => {
  const { wrong, tally } = await wantBySeed(from, count)
  recordFigures(tally)
  expect(wrong, `npm run proof -- writers --from ${from} --size ${count}`).toEqual([])
})

test.for(Object.keys(UNIQUE_MUTANTS))('writers of one value reveal that %s', async (name) => {
  const wantAmongTen = (seed: number, wrap?: Parameters<typeof wantBySeed>[2]) => wantBySeed(seed, 10, wrap)
  expect(await findRevealing(UNIQUE_MUTANTS[name], wantAmongTen)).toBeDefined()
})

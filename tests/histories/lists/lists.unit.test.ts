import { expect, test } from 'vitest'
import { MUTANTS } from '../../faults/mutants.ts'
import { proofPart, recordFigures } from '../../support/proof.ts'
import { runSeeds } from '../../support/run-seeds.ts'
import { findRevealing } from '../find-revealing.ts'
import { listBySeed } from './run.ts'

const part = proofPart(4)

test(`pages of lists repeat nothing under writes and are exact after them, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 3000,
}, async () => {
  const { broken, all } = await runSeeds('lists', part, (seed) => listBySeed(seed))
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.pages).toBeGreaterThan(0)
})

// A date changed while the rows of several states were read, so that two of them had the resource.
test.for([354, 830])('pages of lists repeat nothing in history %i', async (seed) => {
  const { broken } = await runSeeds('lists', { from: seed, count: 1 }, (each) => listBySeed(each))
  expect(broken).toEqual([])
})

test.for([
  'counts are read and written back',
  'counts are added after the transaction',
  'the row of the previous state is not deleted',
])('lists reveal that %s', async (name) => {
  expect(await findRevealing(MUTANTS[name], listBySeed)).toBeDefined()
})

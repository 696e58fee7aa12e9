import { expect, test } from 'vitest'
import { MUTANTS } from '../../faults/mutants.ts'
import { proofPart, recordFigures } from '../../support/proof.ts'
import { runSeeds } from '../../support/run-seeds.ts'
import { findRevealing } from '../find-revealing.ts'
import { raceBySeed } from './run.ts'

const part = proofPart(2)

test(`of twelve simultaneous requests that exclude each other one wins, in ${part.count} histories`, {
  timeout: 120_000 + part.count * 5000,
}, async () => {
  const { broken, all } = await runSeeds('races', part, (seed) => raceBySeed(seed))
  recordFigures(all)
  expect(broken).toEqual([])
  expect(all.objects).toBeGreaterThan(0)
})

test.for([
  'a change does not check whether another came first',
  'a lost race counts as success',
  'the event is written after the transaction',
])('a race reveals that %s', async (name) => {
  expect(await findRevealing(MUTANTS[name], raceBySeed)).toBeDefined()
})
